"""A pool of processes in which bots think and odds are computed, made when the first question comes.

Questions take turns by the address of who asks. Each has a deadline; thoughts and better odds that nobody
waits for any more end soon. A pool that broke, or in which a bot does not stop, is replaced; other questions
in it are asked once more. What happens inside a process is left to `server.bots.worker_main`, the use of an
answer to `server.bots.bot_runner`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from msgspec.structs import replace

from server.bots.withdrawals import Withdrawals
from server.bots.worker_main import BotTask, OddsTask, prepare_host_worker, prepare_worker, run_task
from server.budget.fair_order import Asker, FairTurns
from server.telemetry.logs import reason

log = logging.getLogger(__name__)

HOUSE = Asker("", "")
"""Who asks what no player has asked for."""
STARTING = 60.0
"""Seconds in which a new pool has to give its first answer. A busy machine takes long to start a process; to
replace one that has not come up yet would only begin that again.
"""


def process_pool(processes: int) -> ProcessPoolExecutor:
    """Return a pool of new processes that know the rules and nothing of the host."""
    return ProcessPoolExecutor(processes, get_context("spawn"), prepare_worker)


def host_pool(processes: int, withdrawals: Withdrawals, *, idle: bool = False) -> ProcessPoolExecutor:
    """Return a pool for a host, prepared for people's questions. `idle`: its processes work while nothing
    else wants the processor.
    """
    given = (withdrawals.flags, idle)
    return ProcessPoolExecutor(processes, get_context("spawn"), prepare_host_worker, given)


FIRST_PAUSE, LONGEST_PAUSE = 1.0, 30.0
"""Seconds without a try to start processes after one that failed, and after many."""


class NoProcess(Exception):  # noqa: N818  (what there is not, no fault of a question)
    """No process can be started at the moment: memory, processes or descriptors are short."""


class Workers:
    """Asks questions in other processes. `make_pool` is called when a pool is needed, and again after one
    broke; its processes see `withdrawals`, and so many of them answer at once. A new pool has `starting`
    seconds until its first answer.
    """

    def __init__(
        self,
        make_pool: Callable[[], Executor],
        work: Callable[[Any], bytes] = run_task,
        withdrawals: Withdrawals | None = None,
        starting: float = STARTING,
        processes: int = 1,
    ) -> None:
        self._make_pool = make_pool
        self._work = work
        self._withdrawals = withdrawals or Withdrawals()
        self._pool: Executor | None = None
        self._starting = starting
        self._starts_until = 0.0
        """When the pool should have answered something, by the loop's time; 0 once it has."""
        self._turns = FairTurns(processes)
        self._is_closed = False
        self._pause = FIRST_PAUSE
        self._paused_until = 0.0
        """When a process may be started again, by the loop's time."""

    def start(self) -> None:
        """Start a process before anything is asked."""
        self._ready_pool().submit(int)

    async def ask(
        self, question: object, deadline: float, asker: Asker = HOUSE, *, patience: float | None = None
    ) -> bytes:
        """Return the encoded answer. Raises TimeoutError after `patience` seconds without a turn, or
        `deadline` seconds of it, NoProcess, BrokenProcessPool, or what answering raised. If the caller is
        cancelled, a bot that thinks, or work on better odds, ends soon.
        """
        async with self._turns.turn(asker, patience):
            return await self._asked(question, deadline)

    async def _asked(self, question: object, deadline: float) -> bytes:
        if not (isinstance(question, BotTask) or (isinstance(question, OddsTask) and question.effort)):
            return await self._answer(question, deadline)
        place = self._withdrawals.place()
        try:
            return await self._answer(replace(question, place=place), deadline)
        except asyncio.CancelledError:
            self._withdrawals.withdraw(place)
            raise

    async def _answer(self, question: object, deadline: float) -> bytes:
        for last_try in (False, True):
            with self._process_started():
                pool = self._ready_pool()
            job: Future[bytes] | None = None
            try:
                with self._process_started():
                    job = pool.submit(self._work, question)
                answer = await asyncio.wait_for(asyncio.wrap_future(job), deadline)
            except TimeoutError:
                if job and not job.cancelled() and not self._is_starting():  # it has begun and does not stop
                    self._replace(pool)
                raise
            except asyncio.CancelledError as error:
                if not (job and job.cancelled()) or _is_cancelled() or self._is_closed:
                    raise
                # it waited in a pool that was replaced, and nobody has cancelled whoever asks
                if last_try:
                    raise BrokenProcessPool from error
            except BrokenProcessPool:
                self._replace(pool)
                if last_try:
                    raise
            except Exception:
                self._starts_until = 0.0
                raise
            else:
                self._starts_until = 0.0
                return answer
        raise AssertionError("the last try returns or raises")

    @contextmanager
    def _process_started(self) -> Iterator[None]:
        """Raise NoProcess if a process cannot be started here. Nobody tries again for a while then, so that
        what many ask does not make it worse.
        """
        now = asyncio.get_running_loop().time()
        if now < self._paused_until:
            raise NoProcess
        try:
            yield
        except (OSError, RuntimeError) as error:
            if isinstance(error, RuntimeError) and "new thread" not in str(error):
                raise
            log.warning("no process can be started", extra={"why": reason(error), "seconds": self._pause})
            self._paused_until = now + self._pause
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
            broken, self._pool = self._pool, None
            if broken:
                _end(broken)
            raise NoProcess from error
        self._pause = FIRST_PAUSE

    def _ready_pool(self) -> Executor:
        if self._pool is None:
            self._pool = self._make_pool()
            self._starts_until = asyncio.get_running_loop().time() + self._starting
        return self._pool

    def _is_starting(self) -> bool:
        return asyncio.get_running_loop().time() < self._starts_until

    def close(self) -> None:
        """End the processes, whatever they are doing."""
        self._is_closed = True
        if self._pool:
            _end(self._pool)
            self._pool = None

    def _replace(self, pool: Executor) -> None:
        if self._pool is pool:
            log.warning("the workers are replaced")
            self._pool = None
            _end(pool)


def _is_cancelled() -> bool:
    """Return whether the task that runs was itself cancelled."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


def _end(pool: Executor) -> None:
    """Kill the processes: executors have no way yet to end one in which a bot does not stop."""
    processes = dict(getattr(pool, "_processes", None) or {})
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes.values():
        process.kill()
