"""Each trophy of laurin: steps that give it to seat 1, and such that just miss it."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import PastStep, Verdict
from engine.laurin.model.events import Bought, KingWent, MagicPlayed, RoundBegan, Scored, TurnedUp
from engine.laurin.model.moves import Counter, Fog, Haste
from engine.laurin.model.state import Spell, State
from engine.laurin.trophies import TROPHIES, found
from tests.engine.laurin.positions import layout

WON, LOST = {1: 1, 2: 2, 3: 3}, {1: 2, 2: 1, 3: 3}
POINTS = Verdict("points", (), (20, 15))
MOVE = KingWent(1, 2, "h1a", "north", (0, 0), (0, 1))
PLAYED = MagicPlayed(1, Haste(1))
ROUND = RoundBegan(4, 1)


def won(*bid: int) -> tuple[Any, ...]:
    """Seat 1 wins the auction and makes the King's move."""
    return TurnedUp((bid, (), ()), 1), MOVE


def scored(*points: int) -> Scored:
    return Scored(points, (), None)


OTHERS = (MOVE, scored(2, 3, 0))
GIVEN: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "all-mine": ((LOST, POINTS, MOVE, scored(10, 0, 0)), (LOST, POINTS, MOVE, scored(10, 1, 0))),
    "for-a-penny": ((LOST, POINTS, *won(1), scored(5, 6, 0)), (LOST, POINTS, *won(2), scored(5, 6, 0))),
    "grimoire": ((LOST, POINTS, *[PLAYED] * 6), (LOST, POINTS, *[PLAYED] * 5)),
    "no-magic": ((WON, POINTS, Bought(2, "fog", (1,))), (WON, POINTS, Bought(1, "fog", (1,)))),
    "from-last": (
        (WON, POINTS, ROUND, scored(0, 3, 2), ROUND, scored(20, 0, 0)),
        (WON, POINTS, ROUND, scored(0, 3, 2), scored(20, 0, 0), ROUND),
    ),
    "by-a-nose": ((WON, Verdict("limit", (), (9, 8))), (WON, Verdict("points", (), (20, 18)))),
    "counter-counter": ((LOST, POINTS, MagicPlayed(1, Counter())), (LOST, POINTS, PLAYED)),
    "dear-nothing": (
        (LOST, POINTS, *won(3, 3, 2), scored(0, 2, 0)),
        (LOST, POINTS, *won(3, 3, 1), scored(0, 2, 0)),
    ),
    "nobody-home": ((LOST, POINTS, *won(3, 3), scored(0, 0, 0)), (LOST, POINTS, *won(3, 3), scored(0, 1, 0))),
    "chauffeur": ((LOST, POINTS, *OTHERS * 3), (LOST, POINTS, *OTHERS * 2, MOVE, scored(3, 3, 0))),
}  # fmt: skip


def countering() -> State:
    """A position in which a Counterspell has been played to Fog."""
    state = layout("auction")
    return replace(state, position=replace(state.position, spells=(Spell(2, Fog(3)), Spell(3, Counter()))))


def test_every_trophy_is_given_here() -> None:
    assert tuple(GIVEN) == TROPHIES.names


@pytest.mark.parametrize("trophy", GIVEN)
def test_a_trophy_is_given_and_just_missed(trophy: str) -> None:
    for is_given, (places, verdict, *events) in zip((True, False), GIVEN[trophy], strict=True):
        steps = [PastStep(countering(), 1, tuple(events))]
        assert ((1, trophy) in found(steps, places, verdict)) == is_given


def test_the_first_counterspell_counters_no_other() -> None:
    state = countering()
    first = replace(state, position=replace(state.position, spells=state.position.spells[:1]))
    assert (1, "counter-counter") not in found(
        [PastStep(first, 1, (MagicPlayed(1, Counter()),))], LOST, POINTS
    )


def test_nobody_comes_from_last_where_all_are_level() -> None:
    steps = [PastStep(countering(), 1, (ROUND, scored(20, 0, 0)))]
    assert (1, "from-last") not in found(steps, WON, POINTS)


def test_as_many_points_but_earlier_is_by_a_nose() -> None:
    assert (1, "by-a-nose") in found([], WON, Verdict("earlier", (2,), (20,)))
