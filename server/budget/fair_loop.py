"""The event loop of a process that serves players: what runs on behalf of a session waits for its turn.

A step of a task, a callback or a timer belongs to the session whose context it has
(`server.budget.share.SHARE`), and is drawn from the work queue. All else, the house's own work, is done at
once.
"""

from __future__ import annotations

import asyncio
import heapq
import math
import selectors
from collections.abc import Callable, Coroutine
from contextvars import Context
from functools import partial
from heapq import nsmallest
from time import monotonic
from typing import Any, TypeVar, TypeVarTuple

from server.budget.share import SHARE, WorkShare

MOST = 12
"""How many sockets a turn of the event loop hears."""

Ready = list[tuple[selectors.SelectorKey, int]]


class FairSelector(selectors.DefaultSelector):
    """Tells of at most MOST ready sockets at once: addresses take turns, and of an address whoever was heard
    longest ago comes first. Those that it does not tell of are ready the next time. Two hundred clients who
    send at the same moment would be one long turn otherwise, and somebody who only types would wait for all.
    """

    def __init__(self) -> None:
        super().__init__()
        self.turn = 0
        """The number of the event loop's turn."""
        self.is_awaited = False
        """Whether there is work to be done, whatever the sockets say."""
        self._heard: dict[int, int] = {}
        """In which turn a descriptor was told of."""
        self._networks: dict[int, str] = {}
        """The addresses of clients, by the descriptors of their sockets."""

    def belongs(self, descriptor: int, network: str) -> None:
        """Note from which address the client of a socket is, until `forget`."""
        self._heard.pop(descriptor, None)
        self._networks[descriptor] = network

    def forget(self, descriptor: int) -> None:
        """Forget a client's socket."""
        self._heard.pop(descriptor, None)
        self._networks.pop(descriptor, None)

    def select(self, timeout: float | None = None) -> Ready:
        """Wait until something is ready, and return a part of it."""
        ready: Ready = super().select(0 if self.is_awaited else timeout)
        self.turn += 1
        heard, turn = self._heard, self.turn
        if len(ready) > MOST:
            ready = self._next(ready)
        for key, _ in ready:
            heard[key.fd] = turn
        return ready

    def _next(self, ready: Ready) -> Ready:
        """Return the first of each address, then the second ones, as many as a turn hears."""
        heard, networks, counts = self._heard, self._networks, dict[str | int, int]()
        ready.sort(key=lambda one: heard.get(one[0].fd, 0))
        ranked = []
        for number, one in enumerate(ready):
            network = networks.get(one[0].fd, one[0].fd)
            counts[network] = rank = counts.get(network, 0) + 1
            ranked.append((rank, number, one))
        return [one for _, _, one in nsmallest(MOST, ranked)]

    def unregister(self, fileobj: Any) -> selectors.SelectorKey:
        """Hear a socket no more. A client's that rests does not come first for that."""
        key = super().unregister(fileobj)
        if key.fd not in self._networks:
            self._heard.pop(key.fd, None)
        return key


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
        self, when: float, callback: Callable[[*Given], object], *args: *Given, context: Context | None = None
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
    return partial(getattr, hearing, "turn") if isinstance(hearing, FairSelector) else lambda: 0


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
