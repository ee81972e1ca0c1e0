"""Where somebody is in a game that they look at again, through whose eyes they see it, and how long a
position stays when it plays by itself.
"""

from __future__ import annotations

from engine.records.course import Course, Unit
from tui.host.pictures import ReplayedGame

SPEEDS = (1, 2, 4)
STEP, TURN, ROUND, END = 0.8, 1.4, 2.0, 3.0
"""After a step, at the end of a turn, at the end of a round, at the end of the game."""


def seconds_at(course: Course, position: int, speed: float = 1) -> float:
    """Returns how long a position stays."""
    if position == course.last:
        return END / speed
    if course.is_round(position):
        return ROUND / speed
    return (TURN if course.is_turn(position) else STEP) / speed


OPEN = 0
"""The seat of whoever is to move with nothing hidden: the game is over, so nothing is secret any more."""
SPECTATOR = -1
"""The eyes of somebody who had no seat."""
Eyes = int
"""A seat, OPEN or SPECTATOR."""


class ReplayCursor:
    """A position of a game, seen through somebody's eyes. It begins with the deal, with everything open."""

    def __init__(self, game: ReplayedGame, position: int = 0, eyes: Eyes = OPEN) -> None:
        self.game = game
        self.position = max(0, min(position, game.course.last))
        self.eyes = eyes

    @property
    def course(self) -> Course:
        return self.game.course

    @property
    def seats(self) -> int:
        return len(self.course.header.seats)

    @property
    def is_at_end(self) -> bool:
        """True at the last position."""
        return self.position == self.course.last

    def go(self, unit: Unit, by: int = 1) -> bool:
        """Goes on (`by` 1) or back (-1) to where the next unit begins. Returns False at the edge."""
        return self.go_to(self.course.next(self.position, unit, by))

    def go_to(self, position: int) -> bool:
        """Goes to a position, or as near as there is one. Returns False if that is here."""
        before, self.position = self.position, max(0, min(position, self.course.last))
        return before != self.position

    def turn_eyes(self) -> None:
        """Looks through the next eyes: open, each seat, a spectator."""
        self.eyes = SPECTATOR if self.eyes == self.seats else self.eyes + 1

    @property
    def seat(self) -> int | None:
        """The seat whose view is shown; None: a spectator's."""
        if self.eyes == OPEN:
            return self.to_move
        return None if self.eyes == SPECTATOR else self.eyes

    @property
    def to_move(self) -> int:
        """The seat that makes the next step; at the end the best one, or who would have been asked."""
        course = self.course
        if not self.is_at_end:
            return course.steps[self.position + 1].seat or 1
        end = course.end
        return end.asks[0].seat if end.asks else end.standings()[0].seat
