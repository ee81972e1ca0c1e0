"""The ended games of a host that were looked at last, each with its record and course: worked out once for
all who ask, and kept as long as there is room.

Those who wait for a game take turns by address (`server.budget.fair_order`); a game that several
wait for begins with the first turn that one of them has.
"""

from __future__ import annotations

import asyncio
import logging
import zlib
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextvars import Context

import msgspec

from engine.game import AnyGame, Refused
from engine.records.course import Course, OpenStretches, opened
from server.analysis.courses.process import CourseFailed, CourseWorker
from server.analysis.courses.work import EndedGameTask, WorkedOutGame
from server.budget.fair_order import Asker, FairOrder
from server.log.entries import Entry, Opening, Outcome, outcome_of
from server.store.journal.journal import Journal
from server.store.journal.rows import DamagedLog, NoTable
from server.telemetry.metrics_sink import MetricsSink
from tui.host.refusals import refused

log = logging.getLogger(__name__)

ROOM = 32 * 1024 * 1024
"""Bytes of the games that are kept: a hundred long ones, or a thousand of an evening."""
OPEN = 64
"""Stretches of courses that are kept unpacked, some 2 MB."""
AT_ONCE = 2
"""Games that are worked out at once: while one is read from the disk, another keeps the process busy."""
ENTRIES = 500
"""Entries that are encoded before others have their turn: less than a millisecond."""


class EndedGame:
    """An ended game: how it ended, how long its log is, its course, and its record."""

    def __init__(self, outcome: Outcome, length: int, course: Course, packed: bytes) -> None:
        self.outcome, self.length, self.course = outcome, length, course
        self._packed = packed
        self.size = course.kept.size + len(packed)

    @property
    def record(self) -> str:
        """The record, without signatures."""
        return zlib.decompress(self._packed).decode()


class _Work:
    """A game that somebody waits for, and the claims of those who do until it begins."""

    def __init__(self, opening: Opening) -> None:
        self.opening = opening
        self.claims: list[_Claim] = []
        self.done: asyncio.Future[EndedGame | None] = asyncio.get_running_loop().create_future()
        self.done.add_done_callback(asyncio.Future.exception)  # perhaps nobody waits any more


class _Claim:
    """A place in the order, for a game."""

    def __init__(self, work: _Work) -> None:
        self.work = work


class EndedGames:
    """The ended games of a host. Those that are kept take at most ROOM bytes; one that a session looks at
    is there as long as it does.
    """

    def __init__(
        self, journal: Journal, worker: CourseWorker, games: Mapping[str, AnyGame], metrics: MetricsSink
    ) -> None:
        self._journal, self._worker, self._games, self._metrics = journal, worker, games, metrics
        self._room = ROOM
        self.size = 0
        """How many bytes the games take that are kept."""
        self._kept: OrderedDict[str, EndedGame] = OrderedDict()
        self._stretches = OpenStretches(OPEN)
        self._order: FairOrder[_Claim] = FairOrder(AT_ONCE)
        self._works: dict[str, _Work] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def find(self, opening: Opening, asker: Asker) -> EndedGame | None:
        """Return an ended game; None: the table's game never began, or is not over. Raises NoTable,
        DamagedLog, Refused ("course-failed", and what a record may be refused with).
        """
        kept = self._kept.get(opening.id)
        if kept:
            end = _end(await self._journal.read(opening.id, kept.length - 1))
            if end and outcome_of(end) == kept.outcome:  # no player has been forgotten since
                self._kept.move_to_end(opening.id)
                self._metrics.course("shown")
                return kept
            self._forget(opening.id)
        return await self._wait(opening, asker)

    def record(self, table: str) -> str | None:
        """Return the record of a game, without signatures, if it is kept."""
        game = self._kept.get(table)
        return game.record if game else None

    async def close(self) -> None:
        """Stop what is under way and begin no more."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._worker.close()

    async def _wait(self, opening: Opening, asker: Asker) -> EndedGame | None:
        work = self._works.get(opening.id)
        if work is None:
            work = self._works[opening.id] = _Work(opening)
        elif not work.claims:  # it has begun
            return await asyncio.shield(work.done)
        claim = _Claim(work)
        work.claims.append(claim)
        self._order.add(claim, asker)
        self._begin()
        try:
            return await asyncio.shield(work.done)
        finally:
            self._give_up(claim)

    def _give_up(self, claim: _Claim) -> None:
        """Wait for a game no more. One that nobody waits for does not begin."""
        work = claim.work
        if claim in work.claims:
            work.claims.remove(claim)
            self._order.remove(claim)
            if not work.claims:
                del self._works[work.opening.id]

    def _begin(self) -> None:
        """Begin what there is room for, without the context of the player who asks."""
        while not self._closed and (claim := self._order.begin()):
            for other in claim.work.claims:
                if other is not claim:
                    self._order.remove(other)
            claim.work.claims.clear()
            task = asyncio.get_running_loop().create_task(self._make(claim), context=Context())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _make(self, claim: _Claim) -> None:
        work = claim.work
        table = work.opening.id
        result: EndedGame | Exception | None = refused("busy")
        try:
            result = await self._worked_out(work.opening)
        except (NoTable, DamagedLog, Refused) as why:
            result = why
        except CourseFailed:
            log.exception("an ended game could not be worked out", extra={"table": table})
            result = refused("course-failed")
        except Exception:
            log.exception("an ended game could not be read", extra={"table": table})
        finally:
            del self._works[table]
            self._order.remove(claim)
            self._tell(work, result)
            self._begin()

    def _tell(self, work: _Work, result: EndedGame | Exception | None) -> None:
        if isinstance(result, Exception):
            self._metrics.course("failed")
            work.done.set_exception(result)
        else:
            if result:
                self._metrics.course("made")
                self._keep(work.opening.id, result)
            work.done.set_result(result)

    async def _worked_out(self, opening: Opening) -> EndedGame | None:
        log_ = await self._journal.read(opening.id)
        end = _end(log_)
        if end is None:
            return None
        outcome = outcome_of(end)
        task = EndedGameTask(opening, outcome, await encoded(log_))
        async with self._worker.work(task) as parts:
            data = b"".join([part async for part in parts])
        found = msgspec.msgpack.decode(data, type=WorkedOutGame)
        course = opened(found.course, self._games, self._stretches)
        return EndedGame(outcome, end.seq, course, found.record)

    def _keep(self, table: str, game: EndedGame) -> None:
        self._kept[table] = game
        self.size += game.size
        while self.size > self._room:
            self._forget(next(iter(self._kept)))

    def _forget(self, table: str) -> None:
        if game := self._kept.pop(table, None):
            self.size -= game.size


def _end(entries: Sequence[Entry]) -> Entry | None:
    """Return the entry that says how a game ended; None: there is none, or it never began."""
    return next((one for one in entries if one.kind == "end" and one.note), None)


async def encoded(entries: Sequence[Entry]) -> tuple[bytes, ...]:
    """Return a log as EndedGameTask has it."""
    pieces = list[bytes]()
    for first in range(0, len(entries), ENTRIES):
        pieces.append(msgspec.msgpack.encode(entries[first : first + ENTRIES]))
        await asyncio.sleep(0)  # others have their turn
    return tuple(pieces)
