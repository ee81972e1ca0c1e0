"""Work for which nobody need wait: requests of several steps, carried out once begun even if who waits for
them leaves, and entries that are written in the background; and what is read once for all who wait for it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import wraps
from typing import Any, Generic, ParamSpec, TypeVar

from engine.game import Refused
from server.log.requests import Draft
from server.table.table import Table

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
LATELY = 5.0
"""Seconds for which what was read serves everybody who comes."""


class LatelyRead(Generic[T]):
    """What was read lately, by a few keys: who asks while it is read waits for the same reading. A failed
    one is nobody's but of those who waited for it.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._read: dict[str, tuple[float, asyncio.Future[T]]] = {}

    async def read(self, key: str, reading: Callable[[], Coroutine[Any, Any, T]], *, now: bool = False) -> T:
        """Return what was read at most LATELY seconds ago; if there is none, read it, which is nobody's share
        as all wait for it. What is `now` is read as the work of whoever wants it. Raises what the reading
        raises.
        """
        until, task = self._read.get(key, (0.0, None))
        if now:
            began, own = self._clock(), asyncio.get_running_loop().create_future()
            own.set_result(await reading())
            self._keep(key, began, own)
            task = own
        elif task is None or self._clock() >= until or (task.done() and _has_failed(task)):
            task = asyncio.get_running_loop().create_task(reading(), context=Context())
            task.add_done_callback(_note)
            self._keep(key, self._clock(), task)
        return task.result() if task.done() else await asyncio.shield(task)

    def _keep(self, key: str, began: float, reading: asyncio.Future[T]) -> None:
        kept = {name: one for name, one in self._read.items() if self._clock() < one[0]}
        self._read = {**kept, key: (began + LATELY, reading)}


def _has_failed(task: asyncio.Future[Any]) -> bool:
    return task.cancelled() or task.exception() is not None


async def carry_out(work: Coroutine[Any, Any, T]) -> T:
    """Return the result of `work`, or raise what it raises. If the caller is cancelled meanwhile, because its
    connection is lost, the work goes on: what is stored and what is in memory never differ.
    """
    task = asyncio.ensure_future(work)
    task.add_done_callback(_note)
    return await asyncio.shield(task)


def carried_out(request: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Return the request as one that is carried out once begun."""

    @wraps(request)
    async def carried(*args: P.args, **kwargs: P.kwargs) -> T:
        return await carry_out(request(*args, **kwargs))

    return carried


def _note(task: asyncio.Task[Any]) -> None:
    """Take what was raised: if nobody waits for it any more, it is nobody's business."""
    if not task.cancelled():
        task.exception()


class BackgroundTasks:
    """Work in the background, until `close` waits for it: from then on none begins, as the store is closed
    next. What fails is logged as `what` and left.
    """

    def __init__(self, what: str) -> None:
        self._what = what
        self._under_way: set[asyncio.Task[None]] = set()
        self._closed = False

    def start(self, work: Coroutine[Any, Any, object]) -> None:
        """Start work and return at once."""
        if self._closed:
            work.close()
            return
        task = asyncio.ensure_future(self._logged(work))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def close(self) -> None:
        """Wait for what is under way, and begin no more."""
        self._closed = True
        await asyncio.gather(*self._under_way)

    async def _logged(self, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except Exception:
            log.exception(self._what)


class BackgroundWrites:
    """Writes entries that nobody has asked for. What is refused or fails is logged and left."""

    def __init__(self) -> None:
        self._tasks = BackgroundTasks("a background entry failed")

    def write_soon(self, table: Table, draft: Draft) -> None:
        """Write in the background; skipped if the draft is empty or refused."""
        if draft(table.state):
            self._tasks.start(self.write(table, draft))

    async def write(self, table: Table, draft: Draft) -> None:
        """Write, and return when that is done or has failed."""
        try:
            await table.write(draft)
        except Refused as refused:
            log.warning(
                "a background entry was refused", extra={"table": table.opening.name, "code": refused.code}
            )
        except Exception:
            log.exception("a background entry was not written", extra={"table": table.opening.name})

    async def close(self) -> None:
        """Wait for what is under way."""
        await self._tasks.close()
