"""What operators do while the store is away, and is stored once it is back."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

log = logging.getLogger(__name__)

Write = Callable[[], Awaitable[object]]
POLL_INTERVAL = 1.0
"""Seconds between two checks whether the last game has ended, or the store is back."""


class StoredLater:
    """Writes one after another, in the order in which they came: at once, or as soon as the store is back."""

    def __init__(self, is_reached: Callable[[], bool], pause: Callable[[float], Awaitable[None]]) -> None:
        self._is_reached, self._pause = is_reached, pause
        self._waiting: list[Write] = []
        self._writing = asyncio.Lock()
        self._task: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """Give up what still waits."""
        if self._task:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def is_open(self) -> bool:
        """Return whether the store is reached and nothing waits for it."""
        return self._is_reached() and not self._waiting

    async def write(self, what: Write) -> None:
        """Write something now, or once the store is back."""
        self._waiting.append(what)
        if self._is_reached():
            with suppress(Exception):
                await self._write_all()
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.ensure_future(self._write_later())

    async def _write_all(self) -> None:
        async with self._writing:
            while self._waiting:
                await self._waiting[0]()
                del self._waiting[0]

    async def _write_later(self) -> None:
        log.warning("an operator's command is noted later", extra={"entries": len(self._waiting)})
        while self._waiting:
            await self._pause(POLL_INTERVAL)
            if self._is_reached():
                with suppress(Exception):
                    await self._write_all()
