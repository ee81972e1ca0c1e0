"""How long a position stays before the next, when a game plays by itself. Times are seconds."""

from __future__ import annotations

from engine.records.course import Course

SPEEDS = (1, 2, 4)
STEP, TURN, ROUND, END = 0.8, 1.4, 2.0, 3.0
"""After a step, at the end of a turn, at the end of a round, at the end of the game."""


def seconds(course: Course, position: int, speed: float = 1) -> float:
    """Returns how long a position stays."""
    if position == course.last:
        return END / speed
    if course.is_round(position):
        return ROUND / speed
    return (TURN if course.is_turn(position) else STEP) / speed
