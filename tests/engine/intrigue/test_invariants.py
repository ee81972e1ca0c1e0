"""What holds in every game of intrigue, whatever is played: cards and influence are accounted for."""

from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from engine import codec
from engine.chance import NoChance
from engine.game import Refused, Setup
from engine.intrigue.game import GAME
from engine.intrigue.model.cards import KINDS, ONE_TIME
from engine.intrigue.model.events import Collected, Gained, Laid, Left, Removed, Returned, Revealed, Stole
from engine.intrigue.model.moves import LEAVE, REVEAL, Copy, MoveOn, MoveTo, Play, Remove, Steal
from engine.intrigue.model.state import Options
from tests.cases import cases
from tests.engine.seeded_chance import luck

places = st.integers(0, 12)
ANY_MOVE = st.one_of(
    st.sampled_from([REVEAL, LEAVE]),
    st.builds(Play, st.sampled_from(KINDS), st.sampled_from(["front", "end"]) | places),
    st.builds(Remove, places),
    st.builds(MoveTo, places, places),
    st.builds(MoveOn, places, places),
    st.builds(Copy, places),
    st.builds(Steal, places),
)


class IntrigueMachine(RuleBasedStateMachine):
    """Games from the deal on."""

    @initialize(
        seats=st.sampled_from(GAME.seats), edition=st.sampled_from(["de", "en"]), seed=st.integers(0, 10**6)
    )
    def deal(self, seats, edition, seed):
        self.seats = range(1, seats + 1)
        self.state = GAME.start(Setup(seats, Options(edition=edition)), luck(seed)).state
        self.out = self.state.out

    def running(self):
        return bool(GAME.asks(self.state))

    def submit(self, move):
        [ask] = GAME.asks(self.state)
        before = self.state
        step = GAME.play(before, ask, move, NoChance())
        assert before == codec.decode(GAME.State, codec.encode(before))
        self.state = step.state
        self.influence_comes_from_somewhere(before, step)
        self.what_was_open_stays_open(before, step.state)
        revealing = any(
            isinstance(event, Revealed) or (isinstance(event, Removed) and not event.up)
            for event in step.events
        )
        assert step.reversible == (not revealing)

    def influence_comes_from_somewhere(self, before, step):
        """In front of players: from the supply, from cards, by Spies. On cards: by being left."""
        expected = dict(zip(self.seats, before.influence, strict=True))
        on_cards = self.on_cards(before)
        for event in step.events:
            match event:
                case Gained(seat, _, amount):
                    assert amount > 0
                    expected[seat] += amount
                case Stole(seat, victim):
                    expected[seat] += 1
                    expected[victim] -= 1
                case Collected(seat, card, amount):
                    expected[seat] += amount
                    on_cards -= amount // 2 if card == "conspiracy" else amount
                case Left():
                    on_cards += 1
                case Removed():
                    on_cards -= event.lost
                case Returned(_, amount):
                    on_cards -= amount
        assert tuple(expected.values()) == step.state.influence
        assert on_cards == self.on_cards(step.state)

    @staticmethod
    def on_cards(state):
        return sum(card.influence for stack in state.queue for card in stack)

    @staticmethod
    def what_was_open_stays_open(before, after):
        """No card turns back face down, none leaves a discard pile, hands only shrink."""
        up = {(card.owner, card.round) for stack in before.queue for card in stack if card.up}
        down = {(card.owner, card.round) for stack in after.queue for card in stack if not card.up}
        assert not up & down
        for old, new in zip(before.discards, after.discards, strict=True):
            assert new[: len(old)] == old
        for old, new in zip(before.hands, after.hands, strict=True):
            assert set(new) <= set(old)

    @precondition(running)
    @rule(choice=st.integers(0, 10_000), reveal=st.booleans())
    def play_a_legal_move(self, choice, reveal):
        """Half of the time cards are revealed where they can be."""
        [ask] = GAME.asks(self.state)
        view = GAME.view(self.state, ask.seat)
        moves = list(GAME.legal(view))
        move = REVEAL if reveal and REVEAL in moves else moves[choice % len(moves)]
        assert GAME.check(view, move) is None
        assert GAME.parse(GAME.notate(move), view) == move
        self.submit(move)

    @precondition(running)
    @rule(choice=st.integers(0, 10_000))
    def everybody_plays(self, choice):
        """A card phase in one go, so that games come to their end."""
        while self.state.waiting:
            seat = self.state.waiting[0]
            moves = list(GAME.legal(GAME.view(self.state, seat)))
            self.submit(moves[choice * 7919 % len(moves)])

    @precondition(lambda self: not self.running())
    @rule()
    def nobody_is_asked_at_the_end(self):
        """The machine may go on after a game's end: nothing does."""
        assert GAME.asks(self.state) == ()

    @precondition(running)
    @rule(move=ANY_MOVE)
    def try_any_move(self, move):
        """What is refused changes nothing; what is not refused is a legal move."""
        [ask] = GAME.asks(self.state)
        view, before = GAME.view(self.state, ask.seat), codec.encode(self.state)
        why = GAME.check(view, move)
        assert (why is None) == (move in list(GAME.legal(view)))
        if why is not None:
            with pytest.raises(Refused) as refused:
                GAME.play(self.state, ask, move, NoChance())
            assert refused.value == why
            assert codec.encode(self.state) == before

    @invariant()
    def all_cards_are_somewhere(self):
        """Fifty with five seats: each family's ten in hand, out, in the queue or discarded."""
        for seat in self.seats:
            queue = [card.kind for stack in self.state.queue for card in stack if card.owner == seat]
            piles = (self.state.hands, self.state.out, self.state.discards)
            own = [*queue, *(kind for pile in piles for kind in pile[seat - 1])]
            assert Counter(own) == Counter(KINDS)
        assert self.state.out == self.out

    @invariant()
    def hands_shrink_by_one_each_round(self):
        for seat in self.seats:
            played = self.state.round - (seat in self.state.waiting)
            assert len(self.state.hands[seat - 1]) == 7 - played

    @invariant()
    def the_queue_has_no_gaps(self):
        assert all(self.state.queue)
        names = [(card.owner, card.round) for stack in self.state.queue for card in stack]
        assert len(set(names)) == len(names), "owner and round name a card"

    @invariant()
    def influence_is_never_negative_and_lies_on_face_down_cards(self):
        """A card that lies open has none, but for the one whose owner is choosing now."""
        assert min(self.state.influence) >= 0
        resolving = self.state.resolving
        for place, stack in enumerate(self.state.queue, start=1):
            for depth, card in enumerate(reversed(stack), start=1):
                chooses = resolving and (resolving.place, 1) == (place, depth) and resolving.effect
                assert card.influence >= 0
                if card.up and not chooses:
                    assert card.influence == 0
                    assert card.kind not in ONE_TIME

    @invariant()
    def somebody_is_asked_until_the_game_is_over(self):
        asks = GAME.asks(self.state)
        assert len(asks) <= 1
        for ask in asks:
            view = GAME.view(self.state, ask.seat)
            assert GAME.check(view, ask.timeout_move) is None
            assert len(list(GAME.legal(view))) > 1 or self.state.resolving is None, "no idle question"
        if not asks:
            assert self.state.round == 6
            assert GAME.standings(self.state)[0].place == 1

    @invariant()
    def views_hide_what_is_hidden_and_nothing_else(self):
        for who in (None, *self.seats):
            position = GAME.view(self.state, who).position
            for seat in self.seats:
                known = seat == who
                assert (None in position.out[seat - 1]) != known
                assert not known or position.hands[seat - 1] == self.state.hands[seat - 1]
                assert known or set(position.hands[seat - 1]) <= {None}
            for seen, real in zip(position.queue, self.state.queue, strict=True):
                for card, true in zip(seen, real, strict=True):
                    assert card.kind == (true.kind if true.up or true.owner == who else None)


IntrigueMachine.TestCase.settings = settings(max_examples=cases(100), stateful_step_count=40, deadline=None)
TestIntrigue = IntrigueMachine.TestCase


def test_the_queue_can_have_thirty_places():
    """Five seats, six rounds, nobody reveals anything: all cards lie side by side."""
    state = GAME.start(Setup(5, Options()), luck("thirty")).state
    events = []
    while GAME.asks(state):
        [ask] = GAME.asks(state)
        step = GAME.play(state, ask, ask.timeout_move, NoChance())
        state, events = step.state, [*events, *step.events]
    assert len(state.queue) == 30
    assert sum(isinstance(event, Laid) for event in events) == 30
    assert state.influence == (1,) * 5
