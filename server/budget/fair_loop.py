"""The event loop of a process that serves players: what runs on behalf of a session waits for its turn.

A step of a task, a callback or a timer belongs to the session whose context it has
(`server.budget.share.SHARE`), and is drawn from the work queue. All else, the house's own work, is done at
once.
"""

from __future__ import annotations

import asyncio
import heapq
import math
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import partial
from time import monotonic
from typing import Any, TypeVar, TypeVarTuple

from server.budget.fair_selector import FairSelector, Ready
from server.budget.share import SHARE, WorkShare

LONG_TIMER, TICK = 0.9, 0.25
"""Seconds of a timer that goes off together with others, and between two moments at which they do."""

T = TypeVar("T")
Given = TypeVarTuple("Given")


class FairTimer(asyncio.TimerHandle):
    """A timer of a session: once its time has come, it waits for its session's turn."""

    __slots__ = ("_is_due", "_share")

    def __init__(
        self,
        share: WorkShare,
        when: float,
        callback: Callable[..., object],
        args: tuple[object, ...],
        loop: asyncio.AbstractEventLoop,
        context: Context | None,
    ) -> None:
        super().__init__(when, callback, args, loop, context)
        self._share, self._is_due = share, False

    def _run(self) -> None:
        if self._is_due:
            super()._run()
        else:
            self._is_due = True
            self._share.run(self)


class FairLoop(asyncio.SelectorEventLoop):
    """An event loop on which every session has its share, and a turn hears a few sockets."""

    time = staticmethod(monotonic)

    def __init__(self, selector: FairSelector | None = None) -> None:
        self.hearing = selector or FairSelector()
        self._after: list[asyncio.Handle] = []
        super().__init__(self.hearing)

    def after_hearing(
        self, callback: Callable[[*Given], object], *args: *Given, context: Context | None = None
    ) -> None:
        """Have a callback called in the next turn, once that has heard its sockets: a key that has come
        meanwhile is part of the turn's work.
        """
        self._after.append(asyncio.Handle(callback, args, self, context))
        self.hearing.is_awaited = True

    def _process_events(self, ready: Ready) -> None:
        own: Any = self
        base: Any = super()
        base._process_events(ready)  # noqa: SLF001  (as the event loop does)
        if self._after:
            own._ready += self._after  # noqa: SLF001
            self._after, self.hearing.is_awaited = [], False

    def call_soon(
        self, callback: Callable[[*Given], object], *args: *Given, context: Context | None = None
    ) -> asyncio.Handle:
        share = SHARE.get() if context is None else context.get(SHARE)
        if share is None:
            return super().call_soon(callback, *args, context=context)
        piece = asyncio.Handle(callback, args, self, context)
        share.works.put(share, piece)
        return piece

    def call_at(
        self,
        when: float,
        callback: Callable[[*Given], object],
        *args: *Given,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        """Have a callback called in its turn, once its time has come. Who waits long may wait TICK more:
        a turn of the loop for one timer takes as much as ten timers of a turn.
        """
        if when - self.time() >= LONG_TIMER:
            when = math.ceil(when / TICK) * TICK
        share = SHARE.get() if context is None else context.get(SHARE)
        if share is None:
            return super().call_at(when, callback, *args, context=context)
        timer = FairTimer(share, when, callback, args, self, context)
        own: Any = self
        marked: Any = timer
        heapq.heappush(own._scheduled, timer)  # noqa: SLF001  (as the event loop does)
        marked._scheduled = True  # noqa: SLF001
        return timer


def turn_of_loop() -> Callable[[], int]:
    """Return what tells the number of the turn of the event loop that runs."""
    hearing = getattr(asyncio.get_running_loop(), "hearing", None)
    return (lambda: hearing.turn) if isinstance(hearing, FairSelector) else lambda: 0


def hear_fairly(descriptor: int, network: str) -> Callable[[], None]:
    """Have a client's socket heard in the turn of its address; return what ends that."""
    hearing = getattr(asyncio.get_running_loop(), "hearing", None)
    if not isinstance(hearing, FairSelector):
        return _nothing
    hearing.belongs(descriptor, network)
    return partial(hearing.forget, descriptor)


def _nothing() -> None:
    """Do nothing."""


def run_fairly(main: Coroutine[Any, Any, T]) -> T:
    """Run a process's main coroutine, as `asyncio.run` does, on an event loop on which every session has its
    share.
    """
    with asyncio.Runner(loop_factory=FairLoop) as runner:
        return runner.run(main)
