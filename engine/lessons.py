"""Lessons: games whose deal, draws and moves are fixed, so that somebody can learn a game by playing it.

A lesson is a script, one item a line. An item is a step of the game (the seat, its move in notation, after a
colon what chance gives), or only something to be read. Its code names what is said there; the texts are left
to the boards. Seat 1 is the learner's. What a table makes of a lesson is left to `server.log.lessons`.
"""

from __future__ import annotations

from msgspec import Struct

LEARNER = 1
"""The seat of the learner."""
BY_ITSELF = "*"
"""Stands behind the seat of a move that is made for the learner."""
DEAL = "deal"


class LessonItem(Struct, frozen=True):
    """One item of a script. `seat` 0: nothing is played, the learner reads and goes on."""

    code: str = ""
    """What is said; empty: what was said before still holds."""
    seat: int = 0
    notation: str = ""
    draws: tuple[str, ...] = ()
    by_itself: bool = False
    """A move of the learner's seat that is made for them."""

    @property
    def is_read(self) -> bool:
        """Whether the learner reads here and goes on."""
        return not self.seat

    @property
    def is_asked(self) -> bool:
        """Whether the learner has something to do here: to read, or to move."""
        return self.is_read or (self.seat == LEARNER and not self.by_itself)


class Lesson(Struct, frozen=True):
    """A lesson of one game, played with its default options. `version` grows with every change: a table that
    began with another version goes on as a free game.
    """

    version: int
    seats: int
    deal: tuple[str, ...]
    """The draws of the deal."""
    items: tuple[LessonItem, ...]

    @property
    def steps(self) -> int:
        """How many items the learner has something to do at."""
        return sum(item.is_asked for item in self.items)

    def step(self, at: int) -> int:
        """The number of the learner's step at an item, counted from 1: the last one that has begun."""
        return max(1, sum(item.is_asked for item in self.items[: at + 1]))

    def code(self, at: int) -> str:
        """What is said at an item: its own code, or that of the last one before it that has one. An order to
        the learner ends with their move.
        """
        for item in reversed(self.items[: at + 1]):
            if item.code:
                return item.code
            if item.is_asked:
                break
        return ""


def read_lesson(version: int, seats: int, script: str) -> Lesson:
    """The lesson of a script. Raises ValueError if a line of it cannot be read.

    A line is `CODE` (to be read), `CODE | SEAT MOVE : DRAWS`, `| SEAT MOVE : DRAWS`, or first `deal : DRAWS`.
    """
    first, *lines = filter(None, map(str.strip, script.splitlines()))
    deal, draws = _played(first)
    if deal != DEAL:
        raise ValueError(first)
    return Lesson(version, seats, draws, tuple(map(_item, lines)))


def _item(line: str) -> LessonItem:
    code, bar, played = (part.strip() for part in line.partition("|"))
    if not bar:
        return LessonItem(code)
    move, draws = _played(played)
    seat, _, notation = move.partition(" ")
    by_itself = seat.endswith(BY_ITSELF)
    return LessonItem(code, int(seat.removesuffix(BY_ITSELF)), notation.strip(), draws, by_itself)


def _played(text: str) -> tuple[str, tuple[str, ...]]:
    """A step as its words and what chance gives."""
    words, _, draws = text.partition(" :")
    return words.strip(), tuple(draws.split())
