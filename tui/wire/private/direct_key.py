"""Has a key worked on at once, in place of the task that would take it from its queue.

A key that is posted to an app waits for another turn of the event loop, in which the app's task wakes up,
takes the key, and goes to sleep again. If that task waits for nothing but a message, its work on a key can as
well be begun where the key comes in. Should the work have to wait for something, the task goes on with it.
"""

# ruff: noqa: SLF001  (a module for private places)
from __future__ import annotations

import asyncio
from asyncio.tasks import _enter_task, _leave_task
from collections.abc import Callable, Coroutine, Generator
from contextvars import Context
from functools import partial
from typing import Any

from textual._queue import Queue

_PLACES: tuple[tuple[type, str, str], ...] = (
    (Queue, "values ready_event", "whether a task waits for a message"),
    (asyncio.Event, "_waiters", "whether a task waits for a message"),
)
PLACES = tuple((owner, name, reason) for owner, names, reason in _PLACES for name in names.split())
"""(class, name, reason)."""


def waits_for_message(queue: Queue[Any]) -> bool:
    """Returns whether a task sleeps until there is a message in its queue, and none is there."""
    ready: Any = queue.ready_event
    return bool(ready._waiters) and not (queue.values or ready.is_set())


class BegunWork:
    """Work that was begun and has to wait for something; whoever awaits this goes on with it."""

    def __init__(self, work: Coroutine[Any, Any, None], context: Context, waits_for: object) -> None:
        self._work, self._context, self._waits_for = work, context, waits_for

    async def finish(self) -> None:
        """Does the rest."""
        await self

    def __await__(self) -> Generator[Any, None, None]:
        go_on: Callable[[], object]
        while True:
            try:
                yield self._waits_for
            except BaseException as error:  # noqa: BLE001  (the work gets it, a cancellation too)
                go_on = partial(self._work.throw, error)
            else:
                go_on = partial(self._work.send, None)
            try:
                self._waits_for = self._context.run(go_on)
            except StopIteration:
                return


def begin(work: Coroutine[Any, Any, None], task: asyncio.Task[Any], context: Context) -> BegunWork | None:
    """Does work as if a task did it, in a context like the task's, as far as it goes without waiting. Returns
    what is left to do; None: nothing. Raises what the work raises. No other task may be running.
    """
    loop = asyncio.get_running_loop()
    _enter_task(loop, task)
    try:
        waits_for = context.run(work.send, None)
    except StopIteration:
        return None
    finally:
        _leave_task(loop, task)
    return BegunWork(work, context, waits_for)
