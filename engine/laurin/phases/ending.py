"""Why a game of laurin was won, and the moments that decided it. The texts are left to
`tui.boards.laurin.words.ending`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Moment, Standing, Verdict
from engine.laurin.model.components import TARGETS
from engine.laurin.model.events import Dispelled, Event, KingWent, MagicPlayed, Scored
from engine.laurin.model.state import State
from engine.laurin.phases.spells import card_of

LEAST = 3
"""Points from which on a scoring is told."""
COUNTERED = 8
"""The weight of a countered card: that of a scoring by which one seat alone gets four points."""


def verdict(state: State, standings: Sequence[Standing]) -> Verdict:
    """Why the first seats are first.

    "points": the most points, `amounts` are they and those of the next; "limit": the same after the last
    round that the table plays; "earlier": as many as `seats`, but reached earlier, `amounts` are the points;
    "shared": nobody has any, `seats` are all that are first.
    """
    best, *others = standings
    shared = tuple(one.seat for one in standings if one.place == 1)
    if len(shared) > 1:
        return Verdict("shared", shared, (best.score,))
    level = tuple(one.seat for one in others if one.score == best.score)
    if level:
        return Verdict("earlier", level, (best.score,))
    reached = best.score >= TARGETS[len(state.position.scores)]
    return Verdict("points" if reached else "limit", (), (best.score, *(one.score for one in others[:1])))


def moments(before: State, events: Sequence[Event], _kept: Sequence[Moment]) -> tuple[Moment, ...]:
    """The moments of a step.

    "scored": a King's move, which `other` made, brings a seat `amount` points, more than anybody else;
    "countered": a seat counters the magic card `what` of `other`.
    """
    return tuple(_moments(before, events))


def _moments(before: State, events: Sequence[Event]) -> Iterator[Moment]:
    position = before.position
    mover = position.kings_move.seat if position.kings_move else None
    casts = [(spell.seat, spell.move) for spell in position.spells]
    for event in events:
        match event:
            case KingWent(seat):
                mover = seat
            case MagicPlayed(seat, move):
                casts.append((seat, move))
            case Dispelled(seat, move) if casts and (seat, move) == casts[0]:
                yield Moment(
                    "countered", position.round, casts[-1][0], COUNTERED, other=seat, what=card_of(move)
                )
            case Scored(points) if mover is not None and max(points) >= LEAST:
                second, most = sorted(points)[-2:]
                if most > second:
                    seat = points.index(most) + 1
                    yield Moment("scored", position.round, seat, 2 * most - second, most, mover)
