"""Analyses a finished game part by part, so that a worker can report progress and be stopped in between.

Fold the parts with `findings.with_part`, beginning with `begun`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis import by_value
from engine.analysis.findings import Analysis, Part
from engine.analysis.played import played_game
from engine.game import AnyGame
from engine.records.course import Course
from engine.refusals import refused
from engine.value.values import ChanceOf, Values


def begun(course: Course) -> Analysis:
    """The analysis of a game before its first part.

    Raises Refused ("no-analysis": the game has none; "not-over": it has not ended).
    """
    values_of(course.game)
    if not course.end.over:
        raise refused("not-over")
    return Analysis(game=course.game.key, seats=course.end.setup.seats)


def values_of(game: AnyGame) -> Values:
    """What values the decisions of a game. Raises Refused ("no-analysis")."""
    if game.value is None:
        raise refused("no-analysis")
    return game.value


def analyse(course: Course, chance_of: ChanceOf, first: Sequence[int] = ()) -> Iterator[Part]:
    """The parts of an analysis: decisions and account of the seats in `first` (others follow by their
    numbers), the curve after the first seat. The last part has `done` 1. The order changes no figure.

    Raises Refused like `begun`.
    """
    begun(course)
    values, played = values_of(course.game), played_game(course)
    yield from by_value.parts(course.game, values, played, chance_of, first)
    yield Part(1.0)
