"""Has the log of a table read in the background: once more if that fails, and again after a while. Followers
who wait for it see nothing until then.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from weakref import WeakMethod

log = logging.getLogger(__name__)

TRIES = 2
"""Tries to read the log, one behind the other."""
FIRST_PAUSE, LONGEST_PAUSE = 5.0, 300.0
"""Seconds until a log that could not be read is read again: the first pause, then each twice as long, up to
the longest.
"""


class BackgroundReading:
    """`read` reads the log of the table called `table`; `waits` is called when it has to be read again.
    Both are methods of the table that has this, and are held weakly: a table that nobody needs is freed at
    once, without the garbage collector.
    """

    def __init__(
        self,
        table: str,
        read: Callable[[], Awaitable[None]],
        clock: Callable[[], float],
        waits: Callable[[], object],
    ) -> None:
        self._table, self._clock = table, clock
        self._read, self._waits = WeakMethod(read), WeakMethod(waits)
        self.again_at: float | None = None
        """When the log, which could not be read, is to be read again; None: that is not needed."""
        self._pause = FIRST_PAUSE
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> asyncio.Task[None]:
        """Start to read, unless that has begun."""
        if self._task is None:
            self._task = asyncio.ensure_future(self._try())
        return self._task

    async def finished(self) -> None:
        """Return once nothing is being read in the background."""
        if self._task:
            await self._task

    def later(self) -> None:
        """Have it read again after a pause."""
        self.again_at = self._clock() + self._pause
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        if waits := self._waits():
            waits()

    def is_done(self) -> None:
        """Note that the log was read, by whomever."""
        self.again_at, self._pause = None, FIRST_PAUSE

    async def _try(self) -> None:
        try:
            for _ in range(TRIES):
                if await self._is_read():
                    return
        finally:
            self._task = None
        self.later()

    async def _is_read(self) -> bool:
        try:
            if read := self._read():
                await read()
        except Exception:
            log.exception("a table could not be read", extra={"table": self._table})
            return False
        return True
