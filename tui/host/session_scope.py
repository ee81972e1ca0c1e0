"""Releases what a session, or a part of it, has taken, when it ends."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import ExitStack
from functools import partial
from typing import Any, TypeVar

from engine.game import Refused
from tui.host.port import Release

T = TypeVar("T")


class SessionScope:
    """Subscriptions and tasks that end with a session. A part of a session, such as a screen, has its own
    scope, which the session's scope keeps: it ends with whichever ends first. `rests` is called whenever no
    task runs any more.
    """

    def __init__(self, rests: Callable[[], object] = lambda: None) -> None:
        self._rests = rests
        self._releases: dict[object, Release] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_at_work = False
        """True while one of its tasks runs."""

    def keep(self, release: Release) -> Release:
        """Calls `release` when the scope is closed. The returned release calls it earlier, and may be called
        twice.
        """
        number = object()
        self._releases[number] = release

        def released() -> None:
            kept = self._releases.pop(number, None)
            if kept:
                kept()

        return released

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Runs `work` as a task that is cancelled when the scope is closed."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        self.is_at_work = True
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self.is_at_work = bool(self._tasks)
        if not self._tasks:
            self._rests()

    def close(self) -> None:
        """Cancels all tasks and calls all releases, the newest first, even if one of them raises. May be
        called twice.
        """
        for task in tuple(self._tasks):
            task.cancel()
        with ExitStack() as stack:
            for release in self._releases.values():
                stack.callback(release)
            self._releases.clear()


async def answered(
    work: Coroutine[Any, Any, T],
    done: Callable[[T], object] | None = None,
    refused: Callable[[Refused], object] | None = None,
) -> Callable[[], object] | None:
    """Waits for the host, and returns what is to be called then; None: nothing."""
    try:
        found = await work
    except Refused as refusal:
        return partial(refused, refusal) if refused else None
    return partial(done, found) if done else None
