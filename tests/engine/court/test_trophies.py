"""Each trophy of court: steps that give it to seat 1, and such that just miss it."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.court.model.events import EndBegan, Stood, Took
from engine.court.model.state import Result
from engine.court.trophies import TROPHIES, found
from engine.game import PastStep, Verdict
from tests.engine.court.positions import finale, layout

WON, LOST = {1: 1, 2: 2}, {1: 2, 2: 1}
KING = EndBegan(1, Result(1, 7, 2))
OTHERS_KING = EndBegan(2, Result(2, 7, 2))


def took(card: Any, result: str = "1123") -> Took:
    return Took(1, card, tuple(map(int, result)))


def stood(result: str, *, crowned: bool = False) -> Stood:
    count, face = map(int, result.split("x"))
    return Stood(1, Result(1, count, face), crowned)


FIVE = [took(card) for card in ("maid", "guard", "hunter", "lady", "knight")]
AROUND = [took("king"), took("queen"), took("charlatan"), OTHERS_KING]
GIVEN: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "usurper": ((WON, 9, stood("7x3", crowned=True)), (LOST, 9, stood("7x3", crowned=True))),
    "unshaken": ((WON, 9, KING), (WON, 9, OTHERS_KING)),
    "early-king": ((LOST, 6, KING), (LOST, 7, KING)),
    "nine-alike": ((LOST, 9, stood("9x1")), (LOST, 9, stood("8x6"))),
    "small-court": ((WON, 9, *FIVE, *AROUND), (WON, 9, *FIVE, took("farmer"), *AROUND)),
    "early-bishop": ((LOST, 4, took("bishop")), (LOST, 5, took("bishop"))),
    "rainbow": ((LOST, 9, took("farmer", "1123456")), (LOST, 9, took(None, "1123456"))),
    "one-pip-short": ((LOST, 9, stood("7x1")), (LOST, 9, stood("6x1"))),
    "second-charlatan": ((LOST, 9, took("charlatan"), took("charlatan")), (LOST, 9, took("charlatan"))),
    "two-left-hands": ((LOST, 9, took(None), took(None)), (LOST, 9, took(None), took("farmer"))),
}


def test_every_trophy_is_given_here() -> None:
    assert tuple(GIVEN) == TROPHIES.names


@pytest.mark.parametrize("trophy", GIVEN)
def test_a_trophy_is_given_and_just_missed(trophy: str) -> None:
    for is_given, (places, round_, *events) in zip((True, False), GIVEN[trophy], strict=True):
        before = replace(layout(final=finale(mark="7x2")), round=round_)
        steps = [PastStep(before, 1, (event,)) for event in events]
        assert ((1, trophy) in found(steps, places, Verdict("took"))) == is_given


def test_a_small_court_needs_a_king() -> None:
    steps = [PastStep(layout(), 1, (event,)) for event in FIVE]
    assert not found(steps, WON, Verdict("limit"))
