"""Analyses a finished game part by part, so that a worker can report progress and be stopped in between.

Fold the parts with `findings.with_part`, beginning with `begun`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from engine.analysis import by_value
from engine.analysis.analyst import Analyst, Played
from engine.analysis.findings import BY_VALUE, CLOSE, STRONG, Analysis, Finding, Part, Piece, SeatDone
from engine.analysis.played import played_game
from engine.game import AnyGame
from engine.records.course import Course
from engine.refusals import refused
from engine.value.values import ChanceOf

T = TypeVar("T")
CURVE_SHARE = 1.0
"""How much of the work the curve is, compared with the decisions of a seat: for the progress bar."""


DECISIONS_SHARE = 0.85
"""How much of the work of a seat its decisions are; the rest is its luck."""


def begun(course: Course) -> Analysis:
    """The analysis of a game before its first part.

    Raises Refused ("no-analysis": the game has none; "not-over": it has not ended).
    """
    value = course.game.value
    analyst = None if value else analyst_of(course.game)
    if not course.end.over:
        raise refused("not-over")
    if analyst is None:
        return Analysis(
            game=course.game.key,
            seats=course.end.setup.seats,
            unit="win",
            method=BY_VALUE,
            close=value.told if value else CLOSE,
            opponents=STRONG,
        )
    return Analysis(
        game=course.game.key,
        seats=course.end.setup.seats,
        unit=analyst.unit,
        method=analyst.method,
        opponents=analyst.opponents,
    )


def analyst_of(game: AnyGame) -> Analyst:
    """What values the decisions of a game. Raises Refused ("no-analysis")."""
    if game.analyst is None:
        raise refused("no-analysis")
    return game.analyst


def analyse(course: Course, chance_of: ChanceOf, first: Sequence[int] = ()) -> Iterator[Part]:
    """The parts of an analysis: decisions and luck of the seats in `first` (others follow by their numbers),
    the curve after the first seat. The last part has `done` 1. The order changes no figure.

    Raises Refused like `begun`.
    """
    begun(course)
    played = played_game(course)
    if course.game.value:
        yield from by_value.parts(course.game, course.game.value, played, chance_of, first)
        yield Part(1.0)
        return
    analyst = analyst_of(course.game)
    seats = [*dict.fromkeys([*first, *range(1, played.seats + 1)])]
    whole = len(seats) + CURVE_SHARE
    for place, seat in enumerate(seats):
        done = place + (CURVE_SHARE if place else 0.0)
        yield from _seat(analyst, played, seat, chance_of, done, whole)
        if not place:
            points = len(played.states)
            for point in analyst.curve(played, chance_of):
                share = point.position / points if point else 0.0
                yield Part((1 + CURVE_SHARE * share) / whole, point)
    yield Part(1.0)


def _seat(
    analyst: Analyst, played: Played, seat: int, chance_of: ChanceOf, before: float, whole: float
) -> Iterator[Part]:
    decisions = played.of_seat(seat)
    share = 0.0
    for found in analyst.findings(decisions, chance_of):
        if isinstance(found, Finding):
            yield Part((before + share) / whole, found)
        else:
            share = max(share, DECISIONS_SHARE * found)
            yield Part((before + share) / whole)
    piece: Piece | None
    for piece in analyst.luck(played, seat, chance_of):
        yield Part((before + share) / whole, piece)
    yield Part((before + 1) / whole - 1e-9, SeatDone(seat))
