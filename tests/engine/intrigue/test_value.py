"""The value of intrigue: rounds played on, what moves are worth, and that differences add up to results."""

from __future__ import annotations

from hashlib import sha256

import pytest

from engine.bots import bot_named
from engine.chance import FairChance
from engine.game import Setup
from engine.intrigue.bots.master import numbers
from engine.intrigue.game import GAME
from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import State
from engine.intrigue.value.intrigue_values import VALUES
from engine.intrigue.value.likely_cards import LikelySamples
from engine.intrigue.value.playing_on import Round
from engine.selfplay import plies
from engine.value.seats import alike
from tests.engine.intrigue.positions import position
from tests.engine.seeded_chance import SeededChance

STRONG = alike(VALUES.strong, 3)
LAST = position("1heir | 2lord^ | 3soldier", at=1, now=6)
"""Seat 1 wins if it reveals its Heir."""


def named(name: str) -> FairChance:
    return FairChance(sha256(name.encode()).digest())


@pytest.fixture(scope="module")
def played() -> tuple[list[State], list[tuple[int, Move]]]:
    """A game of a page and two beginners."""
    bots = [bot_named(GAME, name) for name in ("page", "beginner", "beginner")]
    states, moves = list[State](), list[tuple[int, Move]]()
    for ply in plies(GAME, Setup(3, GAME.Options()), bots, SeededChance("values"), SeededChance("luck")):
        if states:
            moves.append((ply.seat or 0, ply.move))
        states.append(ply.applied.playthrough.state)
    return states, moves


def test_a_round_begins_at_a_boundary(played: tuple[list[State], list[tuple[int, Move]]]) -> None:
    """Once a round, before anybody plays a card, and at the end."""
    states, _ = played
    assert [state.round for state in states if VALUES.at_boundary(state)] == [1, 2, 3, 4, 5, 6, 6]
    for state in filter(VALUES.at_boundary, states):
        assert sum(VALUES.boundary(state)) == pytest.approx(1)
    winners = [one.seat for one in GAME.standings(states[-1]) if one.place == 1]
    assert [seat for seat, chance in enumerate(VALUES.boundary(states[-1]), 1) if chance] == winners


def test_differences_of_chances_lead_to_the_result(
    played: tuple[list[State], list[tuple[int, Move]]],
) -> None:
    """A move draws nothing, so all that changes is what it did."""
    states, moves = played
    chances = [VALUES.lying(state, STRONG, named) for state in states]
    assert chances[-1] == VALUES.boundary(states[-1])
    for state, (seat, move), now in list(zip(states, moves, chances[1:], strict=False))[::7]:
        assert VALUES.after(state, seat, move, STRONG, named) == (now, "hidden")


def test_the_best_move_loses_nothing_and_all_that_is_asked_about_is_told(
    played: tuple[list[State], list[tuple[int, Move]]],
) -> None:
    """The reason is what the odds panel shows after each of the two moves."""
    states, moves = played
    compared = 0
    for state, (seat, move) in list(zip(states, moves, strict=False))[::8]:
        view = GAME.view(state, seat)
        for found in VALUES.moves(view, STRONG, named, move):
            assert move in {one.move for one in found}
            assert all(found[0].chance >= one.chance >= 0 for one in found)
            assert found[0].error == 0
        if len(found) > 1:
            compared += 1
            assert GAME.odds_calculator is not None
            then = GAME.odds_calculator.odds(view, move).then
            made = {one.what: one.chance for one in found[1].outcomes}
            assert found[1].error > 0
            if not made:
                assert found[0].chance - found[1].chance < 0.04, "what may be told has a reason"
            elif then is not None and found[1].move == move:
                own = next(one for one in then.seats if one.seat == seat)
                assert made == {"leads": own.leads, "spared": own.spared}
    assert compared >= 3


def test_states_that_are_imagined_give_the_view() -> None:
    """Whatever is drawn, nothing that the seat knows changes."""
    state = position("2ambush+2 | 1heir | 3spy/2lord^ | 2soldier", waiting=(1, 2))
    for who in (1, 2, 3, None):
        view = GAME.view(state, who)
        samples, random = LikelySamples(view), iter([0.1, 0.9, 0.4, 0.7] * 200).__next__
        for _ in range(8):
            assert GAME.view(samples.drawn(random), who) == view
        again = numbers(5)
        state, seed = samples.drawn_by(5)
        assert samples.drawn(again) == state, "whoever draws by a seed gets the same"
        assert numbers(seed)() == again(), "and goes on by the same numbers"


def test_who_loses_influence_to_another_one_is_harmed() -> None:
    """Not who is left alone, nor who takes it."""
    played = Round(position("3spy | 1lord^ | 2heir", at=1, now=6, influence=(2, 1, 1)))
    [ask] = GAME.asks(played.state)
    assert ask.seat == 3
    assert not played.harmed
    played.play(GAME.parse("reveal", GAME.view(played.state, 3)))
    assert played.harmed == {1}


def test_a_replay_proves_what_wins_the_game() -> None:
    """And says nothing where the moves are the same."""
    view = GAME.view(LAST, 1)
    reveal, leave = (GAME.parse(text, view) for text in ("reveal", "leave"))
    *_, gain = VALUES.replayed(view, reveal, leave, named)
    assert gain.mean > 0.3
    assert 0 < gain.error <= 0.02
    *_, nothing = VALUES.replayed(view, reveal, reveal, named)
    assert nothing.mean == 0


def test_what_lay_on_the_table_is_the_hand_or_the_card() -> None:
    assert VALUES.laid(GAME.view(LAST, 1)) == {"place": 1, "card": "heir", "influence": 0}
    begun = position("2lord", waiting=(1, 2, 3))
    assert set(str(VALUES.laid(GAME.view(begun, 1))["hand"]).split()) == set(begun.hands[0])
