"""What holds in every game of court, whatever is played: dice and cards conserved, the golden rule."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from engine import codec
from engine.chance import ScriptedChance
from engine.court.game import GAME
from engine.court.model.cards import KINDS, hand_size, in_rows, stock
from engine.court.model.moves import (
    AddDie,
    Concede,
    Keep,
    Raise,
    RaiseEach,
    Reroll,
    Roll,
    Shift,
    Spread,
    Stand,
    Take,
)
from engine.court.model.state import Options, Turn
from engine.game import Refused, Setup
from tests.cases import cases

faces = st.integers(1, 6)
some_dice = st.lists(faces, max_size=4).map(sorted).map(tuple)
ANY_MOVE = st.one_of(
    st.sampled_from([Roll(), Stand(), Concede(), Take(None)]),
    st.builds(Keep, some_dice),
    st.builds(Take, st.sampled_from(KINDS)),
    st.builds(Reroll, st.sampled_from(["jester", "merchant"]), some_dice),
    st.builds(Raise, faces, st.integers(0, 4)),
    st.builds(Shift, faces, faces, st.integers(0, 6)),
    st.builds(Spread, some_dice.map(lambda dice: dice[::-1]), some_dice.map(lambda dice: dice[::-1])),
    st.builds(RaiseEach, st.sampled_from(["lady", "nobleman"]), some_dice),
    st.builds(AddDie, st.sampled_from(["craftsman", "bishop", "queen"]), st.one_of(st.none(), faces)),
)
GIFT = st.tuples(st.integers(0, 4), st.sampled_from(KINDS[:-2]))
GROWN = [(place, kind) for kind in ("general", "farmer", "charlatan") for place in range(5)]
"""Seven dice in hand for as many seats as there are Generals."""


class CourtMachine(RuleBasedStateMachine):
    """Games from the deal on, some with cards dealt out beforehand so that there is much to do."""

    @initialize(
        seats=st.sampled_from(GAME.seats),
        edition=st.sampled_from(["de", "en"]),
        rounds=st.integers(1, 8),
        gifts=st.one_of(st.just(GROWN), st.lists(GIFT, max_size=30), st.lists(GIFT).map(GROWN.__add__)),
    )
    def deal(self, seats, edition, rounds, gifts):
        options = Options(edition=edition, rounds=rounds)
        state = GAME.start(Setup(seats, options), ScriptedChance(["1"])).state
        self.dealt, left = stock(seats, edition), dict(state.stock)
        own = [[] for _ in range(seats)]
        for place, kind in gifts:
            cards, source = own[place % seats], "jester" if kind == "charlatan" else kind
            if left.get(source, 1) and (kind == "charlatan" or kind not in cards):
                cards.append(kind)
                if source in left:
                    left[source] -= 1
        cards = tuple(in_rows(cards) for cards in own)
        self.state = replace(state, stock=left, cards=cards, turn=Turn(1, hand_size(cards[0])))

    def running(self):
        return self.state.turn is not None

    def submit(self, move, dice):
        [ask] = GAME.asks(self.state)
        before = self.state
        step = GAME.play(before, ask, move, ScriptedChance(list(map(str, dice))))
        assert before == codec.decode(GAME.State, codec.encode(before))
        self.state = step.state
        self.compare(before, step.state, move)

    def compare(self, before, after, move):
        """One move never takes back what lies aside, and every die and card has a reason."""
        assert after.number == before.number + 1
        if isinstance(move, Take | Stand | Concede):
            return  # the turn is over
        old, new = before.turn, after.turn
        assert new.seat == old.seat
        assert not Counter(old.aside) - Counter(new.aside)
        assert old.aside == new.aside or isinstance(move, Keep)
        card = getattr(move, "card", None)
        assert new.used == (old.used if card is None else (*old.used, card))
        assert self.count(new) == self.count(old) + isinstance(move, AddDie)

    @staticmethod
    def count(turn):
        return turn.hand + len(turn.active) + len(turn.aside)

    @precondition(running)
    @rule(choice=st.integers(0, 10_000), dice=st.lists(faces, min_size=12, max_size=12))
    def play_a_legal_move(self, choice, dice):
        view = GAME.view(self.state, self.state.turn.seat)
        moves = list(GAME.legal(view))
        move = moves[choice % len(moves)]
        assert GAME.check(view, move) is None
        assert GAME.parse(GAME.notate(move), view) == move
        self.submit(move, dice)

    @precondition(running)
    @rule(face=faces)
    def play_a_lucky_turn(self, face):
        """All dice alike, all kept, the dearest card taken: so that games come to their end."""
        seat, number = self.state.turn.seat, self.state.number
        while self.running() and (self.state.turn.seat, self.state.number - number < 9) == (seat, True):
            [ask] = GAME.asks(self.state)
            takes = [move for move in GAME.legal(GAME.view(self.state, seat)) if isinstance(move, Take)]
            self.submit(takes[-1] if takes else ask.timeout_move, [face] * 12)
            if ask.kind == "end":
                return

    @precondition(running)
    @rule(move=ANY_MOVE)
    def try_any_move(self, move):
        """What is refused draws nothing and changes nothing; what is not refused is a legal move."""
        seat = self.state.turn.seat
        view, before = GAME.view(self.state, seat), codec.encode(self.state)
        why = GAME.check(view, move)
        assert (why is None) == (move in list(GAME.legal(view)))
        if why is not None:
            [ask] = GAME.asks(self.state)
            with pytest.raises(Refused) as refused:
                GAME.play(self.state, ask, move, ScriptedChance([]))
            assert refused.value == why
            assert codec.encode(self.state) == before

    @rule()
    def who_is_not_asked_has_no_moves(self):
        asked = {ask.seat for ask in GAME.asks(self.state)}
        for who in {None, *range(1, len(self.state.cards) + 1)} - asked:
            assert list(GAME.legal(GAME.view(self.state, who))) == []

    @invariant()
    def dice_are_at_most_twelve_and_sorted(self):
        if self.running():
            turn = self.state.turn
            assert self.count(turn) <= 12
            assert (turn.hand == 0) == turn.rolled
            for dice in (turn.active, turn.aside):
                assert list(dice) == sorted(dice)
                assert set(dice) <= set(range(1, 7))

    @invariant()
    def cards_are_conserved(self):
        owned = Counter(kind for cards in self.state.cards for kind in cards)
        owned["jester"] += owned.pop("charlatan", 0)
        for kind, copies in self.dealt.items():
            assert owned[kind] + self.state.stock[kind] == copies
        for cards in self.state.cards:
            assert cards == in_rows(cards)
            assert all(kind == "charlatan" for kind, count in Counter(cards).items() if count > 1)

    @invariant()
    def cards_used_are_own_and_used_once(self):
        if self.running():
            turn = self.state.turn
            assert set(turn.used) <= set(self.state.cards[turn.seat - 1])
            assert len(set(turn.used)) == len(turn.used)

    @invariant()
    def somebody_is_asked_until_the_game_is_over(self):
        asks = GAME.asks(self.state)
        assert len(asks) == self.running()
        for ask in asks:
            assert GAME.check(GAME.view(self.state, ask.seat), ask.timeout_move) is None
        if not asks:
            places = GAME.standings(self.state)
            assert sorted(place.seat for place in places) == list(range(1, len(self.state.cards) + 1))
            assert places[0].place == 1

    @invariant()
    def the_king_is_where_the_end_game_says(self):
        holders = [seat for seat, cards in enumerate(self.state.cards, start=1) if "king" in cards]
        final = self.state.final
        assert holders == ([] if final is None else [final.king])
        if final is not None:
            assert "queen" in self.state.cards[final.queen - 1]


CourtMachine.TestCase.settings = settings(max_examples=cases(150), stateful_step_count=40, deadline=None)
TestCourt = CourtMachine.TestCase
