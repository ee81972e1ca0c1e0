"""What holds in every game of laurin, whatever is played: nothing is lost, nothing is had twice."""

from collections import Counter as Multiset
from itertools import islice

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engine import codec
from engine.game import Refused, Setup
from engine.laurin.game import GAME
from engine.laurin.model.cards import MAGIC, MOVEMENT, descending, in_order, stock
from engine.laurin.model.components import DWARFS, MAGIC_COPIES, TREASURES
from engine.laurin.model.garden import BESIDE, DIRECTIONS, SQUARES
from engine.laurin.model.moves import (
    Ban,
    Bid,
    Buy,
    Counter,
    Done,
    Exchange,
    Fog,
    Give,
    Haste,
    Lapse,
    Lead,
    Pass,
    Place,
    Relocate,
    Revolt,
    TakeBack,
)
from engine.laurin.model.state import Options
from engine.laurin.phases.market import magic_pile
from engine.laurin.phases.treasure import on_table, pile
from tests.cases import cases
from tests.engine.laurin.positions import magic_everywhere, treasure_everywhere
from tests.engine.seeded_chance import luck

MOST = 400
"""Legal moves to choose from: relocations are very many."""
seats = st.integers(0, 6)
squares = st.sampled_from(SQUARES)
directions = st.sampled_from(DIRECTIONS)
treasures = st.lists(st.integers(1, 3), max_size=5).map(descending)
ANY_MOVE = st.one_of(
    st.sampled_from([Pass(), Done(), Counter()]),
    st.builds(Buy, st.sampled_from(MAGIC), treasures),
    st.builds(Give, st.sampled_from(list(MOVEMENT)), seats),
    st.builds(Place, st.sampled_from(list(DWARFS)), squares),
    st.builds(Relocate, st.lists(st.tuples(squares, squares), max_size=4).map(tuple)),
    st.builds(Bid, treasures),
    st.builds(TakeBack, treasures),
    st.builds(Lead, seats, directions),
    st.builds(Lapse, seats),
    st.builds(Ban, seats),
    st.builds(Exchange, squares, squares),
    st.builds(Haste, directions),
    st.builds(Revolt, seats, directions),
    st.builds(Fog, seats),
)
GIFTS = st.lists(st.tuples(st.integers(0, 4), st.sampled_from(MAGIC)), max_size=16)


class LaurinMachine(RuleBasedStateMachine):
    """Games from the deal on, some with magic dealt out beforehand so that there is much to react to."""

    @initialize(count=st.sampled_from(GAME.seats), rounds=st.integers(1, 9), seed=st.integers(), gifts=GIFTS)
    def deal(self, count, rounds, seed, gifts):
        self.chance = luck(seed)
        self.seats = range(1, count + 1)
        state = GAME.start(Setup(count, Options(rounds=rounds)), self.chance).state
        own = [list(cards) for cards in state.position.magic]
        for place, card in gifts:
            if card in (left := list(magic_pile(state.position))):
                left.remove(card)
                own[place % count].append(card)
                magic = tuple(map(in_order, own))
                state = replace(state, position=replace(state.position, magic=magic))
        self.state = state

    @property
    def position(self):
        return self.state.position

    def running(self):
        return self.position.question is not None

    def asked(self, choice):
        asks = GAME.asks(self.state)
        return asks[choice % len(asks)]

    def submit(self, ask, move):
        before = self.state
        untouched = codec.encode(before)
        self.state = GAME.play(before, ask, move, self.chance).state
        assert codec.encode(before) == untouched
        assert all(new >= old for new, old in zip(self.position.scores, before.position.scores, strict=True))
        others = {one.id for one in GAME.asks(before) if one.seat != ask.seat}
        if self.running() and self.position.number == before.position.number:
            assert {one.id for one in GAME.asks(self.state)} == others

    @precondition(running)
    @rule(who=st.integers(0, 4), choice=st.integers(0, 10_000))
    def play_a_legal_move(self, who, choice):
        ask = self.asked(who)
        view = GAME.view(self.state, ask.seat)
        moves = list(islice(GAME.legal(view), MOST))
        move = moves[choice % len(moves)]
        assert GAME.check(view, move) is None
        assert GAME.parse(GAME.notate(move), view) == move
        self.submit(ask, move)

    @precondition(running)
    @rule(steps=st.integers(5, 60))
    def go_on_with_what_time_running_out_does(self, steps):
        """So that games come to their end."""
        for _ in range(steps):
            if self.running():
                ask = self.asked(0)
                assert GAME.check(GAME.view(self.state, ask.seat), ask.timeout_move) is None
                self.submit(ask, ask.timeout_move)

    @precondition(running)
    @rule(choice=st.integers(0, 10_000))
    def bring_dwarfs_and_bids(self, choice):
        """Something else than passing, so that there is something on the board and in auctions."""
        for _ in range(12):
            if self.running():
                ask = self.asked(choice)
                moves = list(islice(GAME.legal(GAME.view(self.state, ask.seat)), MOST))
                self.submit(ask, moves[1:][choice % (len(moves) - 1)] if len(moves) > 1 else moves[0])

    @precondition(running)
    @rule(who=st.integers(0, 4), move=ANY_MOVE)
    def try_any_move(self, who, move):
        """What is refused draws nothing and changes nothing; what is not refused can be played."""
        ask = self.asked(who)
        view, before = GAME.view(self.state, ask.seat), codec.encode(self.state)
        why = GAME.check(view, move)
        if why is None:
            self.submit(ask, move)
            return
        assert move not in list(islice(GAME.legal(view), MOST))
        with pytest.raises(Refused) as refused:
            GAME.play(self.state, ask, move, luck(0))
        assert refused.value == why
        assert codec.encode(self.state) == before

    @rule(seed=st.integers())
    def samples_give_the_view_back(self, seed):
        for who in (None, *self.seats):
            view = GAME.view(self.state, who)
            assert GAME.view(GAME.sample(view, luck(seed)), who) == view

    @rule()
    def who_is_not_asked_has_no_moves(self):
        for who in {None, *self.seats} - set(self.position.asked):
            assert list(GAME.legal(GAME.view(self.state, who))) == []

    @invariant()
    def treasure_is_conserved_and_never_negative(self):
        left = pile(self.state)
        assert min(left) >= 0
        lying = [on_table(self.position).count(value) for value in TREASURES]
        held = treasure_everywhere(self.state)
        assert [sum(counts) for counts in zip(left, lying, held, strict=True)] == list(TREASURES.values())
        assert all(have <= went_in for have, went_in in zip(left, self.position.piles.shuffled, strict=True))

    @invariant()
    def everybody_sees_how_much_treasure_there_is(self):
        assert self.position.cards == tuple(map(len, self.state.hands))
        for hand, bid, known in zip(self.state.hands, self.state.bids, self.position.known, strict=True):
            assert hand == descending(hand)
            assert not Multiset(known) - Multiset(hand + bid)

    @invariant()
    def magic_is_conserved(self):
        there, left = magic_everywhere(self.state), Multiset(magic_pile(self.position))
        assert all(there[card] + left[card] == MAGIC_COPIES for card in MAGIC)
        assert all(own == in_order(own) for own in self.position.magic)

    @invariant()
    def movement_cards_are_in_one_place(self):
        position = self.position
        there = [*position.drawn, *position.piles.movement, *filter(None, position.movement)]
        assert len(set(there)) == len(there)
        assert set(there) <= set(MOVEMENT)

    @invariant()
    def dwarfs_are_conserved(self):
        position = self.position
        names = [dwarf.square for dwarf in position.dwarfs]
        assert names == sorted(set(names))
        assert set(names) <= set(SQUARES)
        for seat, home in enumerate(position.stocks, start=1):
            out = [dwarf.kind for dwarf in position.dwarfs if dwarf.seat == seat]
            assert Multiset([*home, *out]) == Multiset(stock(len(self.seats)))

    @invariant()
    def the_king_is_on_the_board(self):
        assert self.position.king in BESIDE

    @invariant()
    def somebody_is_asked_until_the_game_is_over(self):
        position = self.position
        assert bool(position.asked) == self.running() == (position.phase != "over")
        assert list(dict.fromkeys(position.asked)) == list(position.asked)
        assert position.round <= position.options.rounds


LaurinMachine.TestCase.settings = settings(max_examples=cases(200), stateful_step_count=40, deadline=None)
TestLaurin = LaurinMachine.TestCase
