"""An event loop without threads, sockets and waiting: time jumps to what is due next, and it can be killed.

Two runs with one seed take the same steps in the same order. What a killed loop had to do is never done.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextvars import Context
from itertools import count
from random import Random
from typing import Any

RESOLUTION = 1e-9
MOST_AT_ONCE = 20_000
"""So many callbacks in one moment are no progress."""
MOST = 600_000
"""So many callbacks in a life are no end: a whole one takes some ten thousand."""


class Stuck(Exception):  # noqa: N818
    """Nothing can go on: there is nothing to wait for, or time stands still."""


class _Timer(asyncio.TimerHandle):
    """Of several that are due at one moment, which is frequent in simulated time, the first one that was set
    comes first: not one that follows from whatever else is in the heap.
    """

    __slots__ = ("number",)

    def __init__(self, number: int, *given: Any) -> None:
        super().__init__(*given)
        self.number = number

    def __lt__(self, other: Any) -> bool:
        return (self.when(), self.number) < (other.when(), other.number)


class SimulatedLoop(asyncio.BaseEventLoop):
    """Begins at `now` (seconds). `Stuck` is raised where a real loop would wait or turn for ever."""

    def __init__(self, now: float) -> None:
        super().__init__()
        self._now = now
        self._clock_resolution = RESOLUTION
        self._countdown: int | None = None
        self.dead = False
        self.steps = self._begun = 0
        """How many callbacks were run."""
        self._timers = count()

    def time(self) -> float:
        return self._now

    def kill(self, after: int = 0) -> None:
        """Stop for good after so many more callbacks, whatever is under way."""
        self._countdown = after if self._countdown is None else min(after, self._countdown)

    def live(self, main: asyncio.Future[Any]) -> bool:
        """Run until `main` is done (True) or the loop is killed (False). Raises what `main` raised."""
        main.add_done_callback(lambda _: self.stop())
        self.run_forever()
        if self.dead:
            return False
        main.result()
        return True

    def abandon(self) -> None:
        """Forget all that is left to do, without a word about it."""
        self.dead = True
        for task in asyncio.all_tasks(self):
            task._log_destroy_pending = False  # type: ignore[attr-defined]
        self._ready.clear()
        self._scheduled.clear()

    def _run_once(self) -> None:
        if not self._ready:
            while self._scheduled and self._scheduled[0]._cancelled:
                heapq.heappop(self._scheduled)._scheduled = False
            if not self._scheduled:
                raise Stuck("there is nothing to wait for")
            if self._scheduled[0]._when > self._now + RESOLUTION:
                self._now, self._begun = self._scheduled[0]._when, self.steps
        if self.steps > self._begun + MOST_AT_ONCE:  # also if there is always something to do at once
            raise Stuck("time stands still")
        if self.steps > MOST:
            raise Stuck("there is no end in sight")
        while self._scheduled and self._scheduled[0]._when <= self._now + RESOLUTION:
            handle = heapq.heappop(self._scheduled)
            handle._scheduled = False
            self._ready.append(handle)
        for _ in range(len(self._ready)):
            if self._died():
                return
            handle = self._ready.popleft()
            if not handle._cancelled:
                self.steps += 1
                handle._run()
        self._died()

    def _died(self) -> bool:
        if self._countdown is not None:
            self._countdown -= 1
            if self._countdown < 0:
                self.abandon()
                self._stopping = True
        return self.dead

    # What BaseEventLoop leaves to loops with sockets and threads

    def _write_to_self(self) -> None:
        """Nobody sleeps."""

    def _process_events(self, _: Any) -> None:
        """There are no sockets."""

    def call_soon(self, callback: Any, *args: Any, context: Context | None = None) -> asyncio.Handle:
        if self.dead:
            return asyncio.Handle(callback, args, self, context)
        return super().call_soon(callback, *args, context=context)

    def call_soon_threadsafe(
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        return self.call_soon(callback, *args, context=context)

    def call_at(
        self, when: float, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        timer = _Timer(next(self._timers), when, callback, args, self, context)
        if not self.dead:
            heapq.heappush(self._scheduled, timer)
            timer._scheduled = True  # type: ignore[attr-defined]
        return timer


class LaterExecutor(Executor):
    """A pool whose work is done in the loop, after as long as `delay` says."""

    def __init__(self, loop: SimulatedLoop, delay: Callable[[], float]) -> None:
        self._loop, self._delay = loop, delay

    def submit(self, work: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        job: Future[Any] = Future()
        self._loop.call_later(self._delay(), _work, job, work, arguments, more)
        return job


def _work(job: Future[Any], work: Any, arguments: Any, more: Any) -> None:
    if not job.set_running_or_notify_cancel():
        return
    try:
        job.set_result(work(*arguments, **more))
    except Exception as error:  # noqa: BLE001  (it is the caller's)
        job.set_exception(error)


def between(rng: Random, least: float, most: float) -> float:
    """A time, short ones more likely than long ones."""
    return least + (most - least) * rng.random() ** 3
