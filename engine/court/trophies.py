"""What a game of court gives trophies for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.court.model.cards import ROWS
from engine.court.model.events import EndBegan, Stood, Took
from engine.court.model.state import Result
from engine.game import PastStep, Trophies, Verdict

EARLY_KING, EARLY_BISHOP = 6, 4
"""The last rounds in which the King, or a card of the fourth row, is taken early."""
MANY, FEW = 9, 5
"""Dice of a great result, and cards of a small court."""


def found(steps: Sequence[PastStep], places: Mapping[int, int], _: Verdict) -> set[tuple[int, str]]:
    """The trophies of a game, each with its seat."""
    got, taken, nothing, charlatans = set[tuple[int, str]](), Counter[int](), Counter[int](), Counter[int]()
    first_king = None
    for before, _seat, events in steps:
        for event in events:
            match event:
                case Took(seat, None):
                    nothing[seat] += 1
                case Took(seat, card, result):
                    charlatans[seat] += card == "charlatan"
                    taken[seat] += card not in {"king", "queen", "charlatan"}
                    if card in ROWS[4] and before.round <= EARLY_BISHOP:
                        got.add((seat, "early-bishop"))
                    if len(set(result)) == 6:
                        got.add((seat, "rainbow"))
                case EndBegan(seat, mark):
                    first_king = seat
                    if before.round <= EARLY_KING:
                        got.add((seat, "early-king"))
                    if mark.count >= MANY:
                        got.add((seat, "nine-alike"))
                case Stood(seat, result, crowned):
                    if result.count >= MANY:
                        got.add((seat, "nine-alike"))
                    if crowned and places[seat] == 1:
                        got.add((seat, "usurper"))
                    if not crowned and _is_just_short(result, before.final.mark):
                        got.add((seat, "one-pip-short"))
    for seat, place in places.items():
        if place == 1 and first_king is not None:
            got |= {(seat, "unshaken")} if seat == first_king else set()
            got |= {(seat, "small-court")} if taken[seat] <= FEW else set()
        got |= {(seat, "two-left-hands")} if nothing[seat] >= 2 else set()
        got |= {(seat, "second-charlatan")} if charlatans[seat] >= 2 else set()
    return got


def _is_just_short(result: Result, mark: Result) -> bool:
    return (result.count, result.face) == (mark.count, mark.face - 1)


TROPHIES = Trophies(
    (
        "usurper", "unshaken", "early-king", "nine-alike", "small-court", "early-bishop", "rainbow",
        "one-pip-short", "second-charlatan", "two-left-hands",
    ),
    found,
)  # fmt: skip
