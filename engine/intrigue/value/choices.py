"""What a move is worth to the seat that makes it, from what the seat can know.

The round is played on by habits from states that the seat could imagine. Compared are the moves that strong
players consider, and one that is asked about; sample n is the same state with the same chance for each. What
is found best by some samples is judged by others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot, sqrt

from engine.analysis.findings import ERRORS
from engine.analysis.paired import differences, mean, standard_error
from engine.intrigue.bots import steward
from engine.intrigue.bots.master import numbers
from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import State, View
from engine.intrigue.value.likely_cards import LikelySamples
from engine.intrigue.value.playing_on import promise, seeds
from engine.intrigue.value.prospects import outcomes, round_ends, worths
from engine.value.seats import Seats
from engine.value.values import ChanceOf, MoveValue

FIRST, SCREENED = 40, 40
"""Samples of every move to choose by, and of the best one to screen it by."""
SECOND, BETTER, SOON, JUDGED = 200, 3, 100, 300
"""Samples of so many of the better ones to choose closer by, and of the best one to judge it by; the last
only where the loss may be large enough to be told.
"""
MISS = 0.02
"""The error that habits add to a difference of two moves: strong players do better than their habits."""


def moves(
    view: View, _seats: Seats, chance_of: ChanceOf, asked_about: Move | None
) -> Iterator[tuple[MoveValue, ...]]:
    """Every move of a view with the chance of who makes it and its error."""
    found = candidates(view, asked_about)
    samples = _Samples(view, chance_of)
    if len(found) == 1:
        yield (MoveValue(found[0], mean(samples.chances(found[0], "first", FIRST))),)
        return
    first = {move: samples.chances(move, "first", FIRST) for move in found}
    found.sort(key=lambda move: (-mean(first[move]), move != asked_about))
    if asked_about is None:
        yield tuple(
            [MoveValue(move, mean(first[move]), MISS if at else 0.0) for at, move in enumerate(found)]
        )
    else:
        yield samples.compared(found[0], asked_about, ("screened", SCREENED))
    better = found[:BETTER]
    second = {move: first[move] + samples.chances(move, "second", SECOND) for move in better}
    better.sort(key=lambda move: (-mean(second[move]), move != asked_about))
    other = better[1] if asked_about is None else asked_about
    compared = samples.compared(better[0], other, ("soon", SOON))
    if len(compared) > 1 and (asked_about is None or may_be_told(compared)):
        compared = samples.compared(better[0], other, ("soon", SOON), ("judged", JUDGED))
        compared = tuple([_with_outcomes(view, one) for one in compared])
    yield compared


def may_be_told(compared: Sequence[MoveValue]) -> bool:
    """Whether more samples may find a loss that is told, which is as large as two errors at least."""
    best, other = compared
    sampled = sqrt(max(0.0, other.error**2 - MISS**2))
    return best.chance - other.chance + ERRORS * sampled > ERRORS * MISS


def candidates(view: View, asked_about: Move | None) -> list[Move]:
    """The moves that strong players consider, and the one that is asked about."""
    found = steward.candidates(view.position, view.seat or 0)
    return found if asked_about is None or asked_about in found else [*found, asked_about]


class _Samples:
    """Samples of one view."""

    def __init__(self, view: View, chance_of: ChanceOf) -> None:
        self._likely, self._chance_of = LikelySamples(view), chance_of
        self._seat, self._known = view.seat or 0, dict[str, list[tuple[State, int]]]()
        self._found = dict[tuple[Move, str], list[float]]()

    def chances(self, move: Move, name: str, number: int) -> list[float]:
        """The seat's chance after a move by each sample of this name."""
        if name not in self._known:
            begun = seeds(self._chance_of(name), number)
            self._known[name] = [self._likely.drawn_by(seed) for seed in begun]
        if (move, name) not in self._found:
            self._found[move, name] = [
                promise(state, move, numbers(seed))[self._seat - 1] for state, seed in self._known[name]
            ]
        return self._found[move, name]

    def compared(self, best: Move, other: Move, *parts: tuple[str, int]) -> tuple[MoveValue, ...]:
        """Two moves by samples of these names, the better one first; one alone if they are the same."""
        values = {
            move: [one for part in parts for one in self.chances(move, *part)] for move in (best, other)
        }
        if best == other:
            return (MoveValue(best, mean(values[best])),)
        gains = differences(values[best], values[other])
        told = [MoveValue(move, mean(values[move])) for move in (best, other)]
        if mean(gains) <= 0:
            told.reverse()
        return told[0], told[1]._replace(error=hypot(standard_error(gains), MISS))


def _with_outcomes(view: View, one: MoveValue) -> MoveValue:
    ends = round_ends(view, one.move)
    seat = view.seat or 0
    return one._replace(outcomes=outcomes(ends, seat), worths=worths(ends, seat))
