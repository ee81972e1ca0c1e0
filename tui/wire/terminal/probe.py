"""Asks a terminal once whether it reads UTF-8: where does its cursor stand behind one letter?

For clients that send no locale. The letter has two bytes in UTF-8: a terminal that reads it
stands one column further, every other one two. One that shows it two columns wide (as some do
for East Asia) gets ASCII as well: it would do so with our lines. A terminal that does not
answer in time is shown ASCII until it does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

ROW = 2
"""Not the first: there the answer would be the same as Shift+F3."""
QUESTION = f"\x1b[{ROW}H\N{LATIN SMALL LETTER E WITH ACUTE}\x1b[6n"
PATIENCE = 0.5
"""Seconds for which the first picture waits for the answer."""

Later = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Calls a function after so many seconds, unless what it returns is called before."""


def loop_later(seconds: float, call: Callable[[], None]) -> Callable[[], None]:
    """On the running event loop's clock."""
    return asyncio.get_running_loop().call_later(seconds, call).cancel


class Probe:
    """One question. `answered` is called with the answer, once, though perhaps late or never."""

    def __init__(self, ask: Callable[[str], None], answered: Callable[[bool], None], later: Later) -> None:
        self._ask, self._answered, self._later = ask, answered, later
        self._asked = False
        self._waited = asyncio.Event()

    async def wait(self) -> None:
        """Asks, and waits until the answer came or patience ends."""
        self._asked = True
        self._ask(QUESTION)
        forget = self._later(PATIENCE, self._waited.set)
        try:
            await self._waited.wait()
        finally:
            forget()

    def hear(self, column: int, row: int) -> None:
        """A terminal said where its cursor is, counting from 0."""
        if self._asked and row == ROW - 1:
            self._asked = False
            self._waited.set()
            self._answered(column == 1)

    def give_up(self) -> None:
        """Nobody waits any more."""
        self._asked = False
        self._waited.set()
        self._ask = lambda _: None
        self._answered = lambda _: None
