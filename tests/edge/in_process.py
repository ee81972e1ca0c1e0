"""A host in this very process with guests who have no network: every turn of its event loop is measured.

Guests are sessions as the listener makes them, on channels that only count what is sent.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import Any, TypeVar
from unittest.mock import Mock

import msgspec

from engine.registry import GAMES
from server.analysis.courses.process import CourseProcess
from server.analysis.courses.work import EndedGameTask, Task, worked_out
from server.analysis.processes import AnalysisProcesses
from server.analysis.work import AnalysisProgress, AnalysisTask
from server.bots.workers import Workers
from server.budget.fair_loop import FairLoop, FairSelector, turn_of_loop
from server.budget.long_pieces import LongPieces
from server.budget.work_queue import WorkQueue
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.identity.accounts import Player
from server.sessions.session import PlayerSession
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.settings.timeouts import BotTiming
from server.store.sqlite.database import Committed, Job, do_nothing
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.memory import MemoryDatabase, empty_database
from server.store.stores import stores_on
from server.transport.hardened import HardenedConnection
from server.transport.packet_turns import PacketTurns
from server.transport.ssh_options import connection_options
from tests.bench._ended import EndedGame, furnish_ended
from tests.server.running_host import HOST_KEY
from tui.app.mode_switch import make_screen
from tui.host.token_bucket import Rate, TokenBucket

MANY = 1_000_000
UNLIMITED = (
    *("chat_lines", "chat_lines_per_address", "renames", "renames_per_address", "api_burst"),
    *("input_per_second", "input_burst", "tables_per_player", "tables_per_address", "tables"),
)
LIMITS = Limits(**{name: MANY for name in UNLIMITED if name in Limits.__struct_fields__})
"""What clients may do is not what is measured: each may do as much as it likes."""
Parts = TypeVar("Parts")
ATTACKER, OTHER = "192.0.2.1", "192.0.2.2"
ACCOUNT, KEY = Player("player-1", "Ada"), "SHA256:ada"
"""Somebody who has played the ended games and moderates, and their key."""
MOST_TURNS = 200_000
"""Turns after which a host that is still busy counts as idle."""


class TurnClock(FairSelector):
    """What is between two looks for events is a turn: the processor time of the longest one, in seconds."""

    def __init__(self) -> None:
        super().__init__()
        self.longest = self.worst = 0.0
        """The longest turn since `begin`, and of all that were noted."""
        self._began = time.thread_time()

    def begin(self) -> None:
        """What was before is no part of any turn."""
        self.longest, self._began = 0.0, time.thread_time()

    def select(self, timeout: float | None = None) -> Any:
        self.longest = max(self.longest, time.thread_time() - self._began)
        ready = super().select(timeout)
        self._began = time.thread_time()
        return ready


class SilentChannel:
    """Takes everything, and says nothing."""

    def __init__(self) -> None:
        self.sent = 0
        self.tail = b""
        self.status: int | None = None
        self.is_paused = False

    def write(self, data: bytes, _: int | None = None) -> None:
        self.sent += len(data)
        self.tail = (self.tail + data)[-4000:]

    def get_write_buffer_size(self) -> int:
        return 0

    def get_environment(self) -> dict[str, str]:
        return {"LANG": "en_US.UTF-8"}

    def is_closing(self) -> bool:
        return self.status is not None

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def exit(self, status: int) -> None:
        self.status = status


class SilentConnection(HardenedConnection):
    """A connection without a network."""

    def __init__(self, limits: CurrentLimits, address: str) -> None:
        loop, options = asyncio.get_running_loop(), connection_options([HOST_KEY], limits, Mock)
        bucket = TokenBucket(lambda: Rate(MANY, MANY), loop.time())
        turns = PacketTurns()
        super().__init__(
            loop, options, limits, address, lambda _: None, bucket, turns, lambda _: None, lambda *_: None
        )
        self._cancel_login_timer()  # its client is in

    def ask(self, _: object, answer: Any) -> None:
        """The client answers at once."""
        asyncio.get_running_loop().call_soon(answer.set_result, None)

    def disconnect(self, *_: object) -> None:
        """Nothing is there to be closed."""

    def abort(self) -> None:
        """Nothing is there to be closed."""


class InProcessGuest:
    """A guest's session: a screen; with a command, what that is. With a key it is an account's."""

    def __init__(
        self,
        house: InProcessHost,
        command: str | None = None,
        address: str = ATTACKER,
        key: str | None = None,
    ) -> None:
        self.command = command
        self.channel: Any = SilentChannel()
        connection = SilentConnection(house.host.dependencies.limits, address)
        self.session = PlayerSession(
            house.host, make_screen, connection, self.channel,
            player=partial(house.host.admit, key, f"g{next(house.numbers)}", address),
            ended=lambda _: None, number=next(house.numbers),
        )  # fmt: skip
        if command is None:
            self.session.pty_requested("xterm-256color", (80, 24, 0, 0), None)
            self.session.shell_requested()
        else:
            self.session.exec_requested(command)
        self.session.session_started()
        if command not in {None, "api"}:
            self.session.eof_received()

    def press(self, keys: bytes) -> None:
        if not self.is_over:
            self.session.data_received(keys, None)

    @property
    def is_over(self) -> bool:
        return self.channel.status is not None

    @property
    def place(self) -> str:
        """The screen that is shown."""
        shown: Any = getattr(self.session._screen, "_shown", None)
        app: Any = getattr(shown, "_app", None)
        return type(app.screen).__name__ if app and app.screen_stack else type(shown).__name__

    def stay_in_the_lobby(self) -> None:
        """Answers the question whether to go back to a table, if it is asked."""
        question: Any = getattr(getattr(self.session._screen, "_shown", None), "_way_back", None)
        if question:
            question.leave_to_lobby()

    def leave(self) -> None:
        self.session.connection_lost(None)


@asynccontextmanager
async def _in_thread(task: EndedGameTask) -> AsyncIterator[AsyncIterator[bytes]]:
    async def parts() -> AsyncIterator[bytes]:
        found = await asyncio.to_thread(worked_out, task, GAMES)
        yield msgspec.msgpack.encode(found, enc_hook=dict)

    yield parts()


class OtherProcesses:
    """What others do for the host: `under_way` is what the host may be waited for. Courses are made by a
    thread, whose time is no part of a turn: the process of a host has the least priority.
    """

    def __init__(self) -> None:
        self.under_way = set[object]()
        self._courses, self._analyses = CourseProcess(), AnalysisProcesses()

    def work(self, task: Task) -> AbstractAsyncContextManager[AsyncIterator[bytes]]:
        """See `server.analysis.courses.process.CourseWorker`."""
        if isinstance(task, EndedGameTask):
            return self._counted(_in_thread(task))
        return self._courses.work(task)

    def analyse(self, task: AnalysisTask) -> AbstractAsyncContextManager[AsyncIterator[AnalysisProgress]]:
        """See `server.analysis.work.Analysts`."""
        short = len(task.record) < LONG_RECORD
        return self._counted(self._analyses.analyse(task), waited_for=short)

    async def close(self) -> None:
        await self._courses.close()

    @asynccontextmanager
    async def _counted(
        self, work: AbstractAsyncContextManager[Parts], *, waited_for: bool = True
    ) -> AsyncIterator[Parts]:
        if waited_for:
            self.under_way.add(work)
        try:
            async with work as parts:
                yield parts
        finally:
            self.under_way.discard(work)


class InProcessHost:
    """A host, and how long its turns are."""

    def __init__(
        self, host: Host, others: OtherProcesses, clock: TurnClock, pieces: dict[str, float]
    ) -> None:
        self.host, self._others, self.clock, self.pieces = host, others, clock, pieces
        self.numbers = itertools.count()
        self.guests: list[InProcessGuest] = []
        self.patience = PATIENCE

    def begin(self) -> None:
        """Measures from now on."""
        self.clock.begin()
        self.pieces.clear()

    async def idle(self) -> None:
        """Waits until nothing is left to be done here, and for PATIENCE seconds for other processes; threads
        may have something.
        """
        loop: Any = asyncio.get_running_loop()
        queue, others = self.host.dependencies.work._queue, self._others.under_way
        quiet, until = 0, loop.time() + self.patience
        for _ in range(MOST_TURNS):
            await asyncio.sleep(LOOK if others and quiet else 0)
            quiet = 0 if queue.count or len(loop._ready) > 1 else quiet + 1
            if quiet > QUIET and loop.time() > until:
                others.clear()
            if quiet > QUIET and not others:
                return

    async def guest(
        self, command: str | None = None, address: str = ATTACKER, key: str | None = None
    ) -> InProcessGuest:
        """Somebody who comes, and looks at the lobby or at what they asked for."""
        guest = InProcessGuest(self, command, address, key)
        self.guests.append(guest)
        await self.idle()
        return guest

    async def all_leave(self) -> None:
        """Everybody goes. What crowds leave is collected, as a host does between turns: else it takes
        gigabytes, and what follows is slow.
        """
        for guest in self.guests:
            guest.leave()
        self.guests.clear()
        await self.idle()
        if gc.get_count()[0] > MUCH:
            gc.collect()


PATIENCE, LOOK = 120.0, 0.01
"""Seconds that are waited for other processes, and between two looks."""
LONG_RECORD = 64 * 1024
"""Characters of a record whose analysis is not waited for: it takes minutes."""
MUCH = 500_000
"""Objects that were made and not freed, after which garbage is collected."""
QUIET = 8
"""Turns in a row without anything to do after which the host is idle."""


class DatabaseInAThread(MemoryDatabase):
    """A database that works in a thread of its own, as that of a host does: what it does is no part of a
    turn of the loop. That waits for it here, and so is idle only when all is done.
    """

    def __init__(self) -> None:
        super().__init__()
        self._thread = ThreadPoolExecutor(1)
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        self._connection.deserialize(empty_database())

    async def run(self, job: Job[Parts], committed: Committed = do_nothing) -> Parts:
        return await super().run(lambda given: self._thread.submit(job, given).result(), committed)


@asynccontextmanager
async def in_process(clock: TurnClock, games: tuple[EndedGame, ...]) -> AsyncIterator[InProcessHost]:
    """A host with ended games."""
    journal = SqliteJournal(DatabaseInAThread())
    await furnish_ended(journal, games)
    ids, pieces = itertools.count(1), dict[str, float]()
    counted: Callable[[str, float], None] = lambda name, took: pieces.update(  # noqa: E731
        {name: max(took, pieces.get(name, 0.0))}
    )
    others = OtherProcesses()
    host = Host(
        HostDependencies(
            games=GAMES, journal=journal, stores=stores_on(journal.sql), clock=time.time,
            workers=Workers(partial(ThreadPoolExecutor, 1)), pause=asyncio.sleep,
            new_id=lambda: f"id{next(ids)}", pick=lambda n: next(ids) % n, secret=os.urandom,
            bots=BotTiming(pace=0), limits=CurrentLimits(LIMITS), courses=others, analysts=others,
            work=WorkQueue(LongPieces(counted), turn=turn_of_loop()),
        )
    )  # fmt: skip
    await host.open()
    await host.dependencies.stores.accounts.add(ACCOUNT, KEY, time.time())
    await host.moderation.set_moderator(ACCOUNT, on=True)
    house = InProcessHost(host, others, clock, pieces)
    try:
        yield house
    finally:
        await house.all_leave()
        await host.close()


def run_measured(main: Callable[[TurnClock], Any]) -> float:
    """Runs a coroutine on an event loop whose turns are measured. Seconds of the longest that was noted."""
    clock = TurnClock()
    with asyncio.Runner(loop_factory=lambda: FairLoop(clock)) as runner:
        runner.run(main(clock))
    return clock.worst
