"""What a move is worth to the seat that makes it, from what the seat can know.

The round is played on from states that the seat could imagine. Compared are what a master and a steward would
do, and a move that is asked about; sample n is the same state with the same chance for each. A few samples
choose the move to compare with, others judge it. Those are the samples of the odds panel, if the seats are
the same, so what makes a difference is told as it is shown there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot

from engine.analysis.findings import ERRORS, REPLAYED
from engine.analysis.paired import differences, mean, standard_error
from engine.chance import NoChance
from engine.game import Ask
from engine.laurin.bots import steward
from engine.laurin.bots.master import Master
from engine.laurin.model.moves import Move
from engine.laurin.model.state import View
from engine.laurin.rules.transitions import successor
from engine.laurin.value.boundary import chances
from engine.laurin.value.playing_on import Players
from engine.laurin.value.prospects import Course, Playouts, outcomes
from engine.laurin.views import sample
from engine.value.seats import Seats
from engine.value.values import ChanceOf, MoveValue

SCREENED = 4
"""Samples of each move to choose by."""
SOON, JUDGED, JUDGES_WORK = 8, 16, 2_500
"""The samples by which most losses are seen to be too small to be replayed; the fewest to judge others by,
and the work that more of them may take (`Players.work`).
"""
MISS = 0.04
"""The error that the chances at the end of a round add to a difference of two moves."""


def moves(
    view: View, seats: Seats, chance_of: ChanceOf, asked_about: Move | None
) -> Iterator[tuple[MoveValue, ...]]:
    """The moves of a view's seat, best first (`Values.moves`)."""
    found = candidates(view, asked_about)
    if len(found) == 1:  # there is nothing to compare it with
        there = sample(view, chance_of("screened 0"))
        yield (MoveValue(found[0], chances(there)[(view.seat or 0) - 1]),)
        return
    screened = {move: _screened(view, move, seats, chance_of) for move in found}
    found.sort(key=lambda move: (-mean(screened[move]), move != asked_about))
    yield tuple(
        [MoveValue(move, mean(screened[move]), MISS if place else 0.0) for place, move in enumerate(found)]
    )
    yield _judged(view, found, seats, asked_about)


def candidates(view: View, asked_about: Move | None) -> list[Move]:
    """What strong players would do, and the move that is asked about."""
    seat, kind = view.seat or 0, view.position.question or ""
    strong = [Master().choose(None, view, Ask(0, seat, kind), NoChance()), steward.decide(view, kind, seat)]  # type: ignore[arg-type]
    return list(dict.fromkeys([*strong, *([] if asked_about is None else [asked_about])]))


def _screened(view: View, move: Move, seats: Seats, chance_of: ChanceOf) -> list[float]:
    """The seat's chance after a move, by sample."""
    players, found = Players(), list[float]()
    seat = view.seat or 0
    for one in range(SCREENED):
        chance = chance_of(f"screened {one}")
        state = sample(view, chance)
        policies = seats.drawn(chance)
        played = players.round_played(successor(state, seat, move, chance), policies, chance)
        found.append(chances(played.state)[seat - 1])
    return found


def _judged(
    view: View, found: Sequence[Move], seats: Seats, asked_about: Move | None
) -> tuple[MoveValue, ...]:
    """The move that was found best and the one that is asked about, or the next best one, by others."""
    best = found[0]
    other = asked_about if asked_about not in {None, best} else found[1]
    playouts = {move: Playouts(view, move, seats) for move in (best, other)}
    told, gains = _compared(view, {move: playouts[move].until(0, SOON) for move in playouts})
    if asked_about is None or mean(gains) + ERRORS * standard_error(gains) > REPLAYED:
        judges = {move: playouts[move].until(JUDGES_WORK, JUDGED) for move in playouts}
        told, gains = _compared(view, judges)
        told = [one._replace(outcomes=outcomes(judges[one.move], view.seat or 0)) for one in told]
    if mean(gains) <= 0:
        told.reverse()
    told[1] = told[1]._replace(error=hypot(standard_error(gains), MISS))
    return tuple(told)


def _compared(view: View, judges: dict[Move, tuple[Course, ...]]) -> tuple[list[MoveValue], list[float]]:
    """Two moves with the seat's chance, and by how much the first is better in each pair."""
    best, other = [[chances(one.end)[(view.seat or 0) - 1] for one in found] for found in judges.values()]
    gains = differences(best, other)
    values = (mean(one[: len(gains)]) for one in (best, other))
    return [MoveValue(move, value) for move, value in zip(judges, values, strict=True)], gains
