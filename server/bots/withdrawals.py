"""Questions that nobody waits for any more, as the processes that work on them see it.

A process cannot be told to stop what it does. It looks at shared memory instead, in which each question that
may be withdrawn has a place.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from contextvars import ContextVar
from functools import cached_property
from itertools import cycle
from multiprocessing import get_context

PLACES = 1024
"""More than questions of that kind that are ever under way; the first place is nobody's."""

Flags = MutableSequence[int]
"""By the place of a question: 1 if it was withdrawn."""

WITHDRAWN: ContextVar[Flags | None] = ContextVar("withdrawn questions", default=None)
"""The flags in a process that works on questions."""


class Withdrawals:
    """Gives questions their places, and withdraws them."""

    def __init__(self) -> None:
        self._places = cycle(range(1, PLACES))

    @cached_property
    def flags(self) -> Flags:
        """Shared memory, made on first use; processes get it when they begin."""
        flags: Flags = get_context("spawn").RawArray("B", PLACES)
        return flags

    def place(self) -> int:
        """Return a place for a new question."""
        place = next(self._places)
        self.flags[place] = 0
        return place

    def withdraw(self, place: int) -> None:
        """Note that nobody waits for the question any more."""
        self.flags[place] = 1
