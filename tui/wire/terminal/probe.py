"""Asks a terminal what its client does not say: whether it reads UTF-8, and whether it shows 24 bit colours.

The first, for clients that send no locale: it prints a letter and asks where the cursor is. The letter has
two bytes in UTF-8: a terminal that reads UTF-8 moves its cursor by one column, any other by two. A terminal
that shows the letter two columns wide (as some do for East Asia) gets ASCII as well, because it would do the
same with our lines. A terminal is shown ASCII until it answers.

The second: it sets a colour and asks which one is set (DECRQSS). Nothing waits for that answer: a terminal
without one is shown 256 colours.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

ROW = 2
"""Not the first row: there the answer would be the same as Shift+F3."""
QUESTION = f"\x1b[{ROW}H\N{LATIN SMALL LETTER E WITH ACUTE}\x1b[6n"
COLOUR_QUESTION = "\x1b[48;2;1;2;3m\x1bP$qm\x1b\\\x1b[m"
ANSWERED = re.compile(r"1\$r(?:.*[;:])?48[;:]2[;:]+1[;:]2[;:]3m")
"""The answer of a terminal that has kept the colour: some write a colour space between."""
PATIENCE = 0.5
"""Seconds for which the first frame waits for the answer."""

Later = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Calls a function after a number of seconds, unless the returned function is called before."""


def loop_later(seconds: float, call: Callable[[], None]) -> Callable[[], None]:
    """Sets a timer on the running event loop."""
    return asyncio.get_running_loop().call_later(seconds, call).cancel


def shows_true_colours(said: str) -> bool:
    """Returns whether a terminal's answer says that it has kept the colour."""
    return ANSWERED.fullmatch(said) is not None


class Probe:
    """One question. `answered` is called with the answer, once, though perhaps late or never."""

    def __init__(self, ask: Callable[[str], None], answered: Callable[[bool], None], later: Later) -> None:
        self._ask, self._answered, self._later = ask, answered, later
        self._asked = False
        self._waited = asyncio.Event()

    async def wait(self) -> None:
        """Asks, and waits until the answer comes or the time is up."""
        self._asked = True
        self._ask(QUESTION)
        forget = self._later(PATIENCE, self._waited.set)
        try:
            await self._waited.wait()
        finally:
            forget()

    def hear(self, column: int, row: int) -> None:
        """Takes the cursor's position that a terminal reported, counting from 0."""
        if self._asked and row == ROW - 1:
            self._asked = False
            self._waited.set()
            self._answered(column == 1)

    def give_up(self) -> None:
        """Stops waiting."""
        self._asked = False
        self._waited.set()
        self._ask = lambda _: None
        self._answered = lambda _: None
