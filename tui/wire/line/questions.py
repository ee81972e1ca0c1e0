"""Which questions have reached a client, and which of its keys were pressed before that.

A question is whatever keys act on: the move to make, a confirmation, a form, the page of a result. Screens
name theirs by a value that changes whenever a key would do something else. The client acknowledges the frame
that shows a new one, and each key is stamped with the last question acknowledged when it comes. SSH keeps the
order both ways: a key that comes before the acknowledgement was pressed before the frame was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from textual.events import Key, Paste

REMEMBERED = 64
"""Questions that are known again when they come back, as after a way back."""


class Questions:
    """The questions of one session."""

    def __init__(self) -> None:
        self.reached = 0
        """The number of the last question that is known to have reached the client."""
        self.pressed_at: int | None = None
        """The stamp of the key that is worked on; None: what is done comes from no client."""
        self.shown: Hashable = None
        """What the last frame asks."""
        self._numbers: dict[Hashable, int] = {}
        self._last = self._sent = 0
        """The highest number, and the highest of which the acknowledgement is on its way."""

    def show(self, question: Hashable) -> Callable[[], None] | None:
        """Notes what the frame that is sent now asks. Returns what is to be called once it has reached the
        client; None: nothing is, it is known or on its way already.
        """
        if question == self.shown:
            return None
        self.shown = question
        number = self._numbers.get(question)
        if number is None:
            number = self._last = self._last + 1
            self._numbers[question] = number
            if len(self._numbers) > REMEMBERED:
                del self._numbers[next(iter(self._numbers))]
        if number <= self._sent:
            return None
        self._sent = number
        return partial(self._reach, number)

    def _reach(self, number: int) -> None:
        self.reached = max(self.reached, number)

    def comes_early(self, question: Hashable) -> bool:
        """Whether the key that is worked on was pressed before this question had reached its player."""
        if self.pressed_at is None:
            return False
        number = self._numbers.get(question)
        return number is None or number > self.pressed_at


def stamp(event: Key | Paste, number: int) -> None:
    """Notes on a key which question had reached the client when it came."""
    vars(event)["stamp"] = number


def stamp_of(event: Key | Paste) -> int | None:
    """Returns that number; None: the key has come from no client."""
    number: int | None = vars(event).get("stamp")
    return number
