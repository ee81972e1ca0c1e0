"""One seed: a host with all games, killed five times and started again, people at its tables, then every end.

Everything is drawn from the seed: what people do, how long anything takes, what the disk refuses, where the
host is killed, how long it is away.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from engine.game import AnyGame, Refused
from engine.opponents import NOBODY
from engine.registry import GAMES
from server.bots.worker_main import choose_move
from server.bots.workers import Workers
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.settings.timeouts import BotTiming, Timeouts
from server.store.database.schema import UnusableDatabase
from server.store.outages import StoredOutages
from server.store.sqlite.database import SqliteSql
from server.store.sqlite.journal import SqliteJournal
from server.store.stores import stores_on
from tests.server.courses_at_once import CoursesAtOnce
from tests.simulation.disk import PHASES, Disk, KillPoint, make_file, scratch
from tests.simulation.loop import LaterExecutor, SimulatedLoop, Stuck, between
from tests.simulation.people import PersonSession, SimulatedPerson, WantedTable
from tests.simulation.told import Witness
from tests.simulation.truth import Truth, Violation

EPOCH = 1_700_000_000.0
KILLS = 5
TWO_TERMINALS = 0.2
"""How often somebody with a key comes with two terminals."""
ENDED = 6 * 3600.0
"""Seconds in which every game has ended once the last kill is over."""
TIMEOUTS = Timeouts(game=3000.0, practice=2000.0)
"""Nobody comes back to a game that only guests without their codes are left at: it ends within an hour."""
LIMITS = Limits(code_guesses=10_000, code_guesses_per_address=10_000, renames=10_000, chat_lines=10_000)


class SeedResult(NamedTuple):
    """What became of a seed."""

    seed: int
    violations: tuple[str, ...]
    trace: tuple[str, ...]
    kills: int
    counts: dict[str, int]


class World:
    """Everything of one seed that outlives a host. `short`: a small game that is played to its end by people
    with whims, in a life that is killed once, and in the next one.
    """

    def __init__(self, seed: int, folder: Path, short: KillPoint | None = None) -> None:
        self.seed, self.folder, self.short = seed, folder, short is not None
        self.rng = Random(seed)
        self.lines: list[tuple[Any, ...]] = []
        self.now = 0.0
        self.loop: SimulatedLoop | None = None
        self.truth = Truth()
        self.witness = Witness(self.truth, self.clock, self.trace, self._stop)
        self.kills = [short] if short else list(self._kill_points())
        self.survived = 0
        self.people = [self._person(number) for number in range(2 if short else self.rng.randint(3, 5))]
        self.plans = [short_plan()] if short else list(self._plans())
        self.file = folder / "0.db"

    def clock(self) -> float:
        return EPOCH + (self.loop.time() if self.loop else self.now)

    def _stop(self) -> None:
        """A promise was broken: nothing that comes after it matters."""
        if self.loop:
            self.loop.kill()

    def trace(self, *what: Any) -> None:
        self.lines.append((round(self.clock() - EPOCH, 4), *what))

    def _kill_points(self) -> Iterator[KillPoint]:
        for _ in range(KILLS):
            commit = 1 + int(60 * self.rng.random() ** 1.2)
            yield KillPoint(commit, self.rng.choice(PHASES), self.rng.randint(0, 30))

    def _person(self, number: int) -> SimulatedPerson:
        guest = number > 0 and self.rng.random() < 0.25
        name = ("Ada", "Bert", "Cleo", "Dora", "Emil")[number]
        rng = Random(self.rng.getrandbits(64))
        return SimulatedPerson(number, name, None if guest else f"SHA256:{name}", rng)

    def _plans(self) -> Iterator[WantedTable]:
        rng = self.rng
        games = list(GAMES)
        rng.shuffle(games)
        for game in games:
            seats = GAMES[game].seats[0]
            opener = rng.randrange(len(self.people))
            others = [number for number in range(len(self.people)) if number != opener]
            guests = tuple(rng.sample(others, min(len(others), rng.randint(1, seats - 1))))
            options = {"court": {"rounds": "2"}, "laurin": {"rounds": "1"}}.get(game, {})
            late = rng.choice(("move", "move", "bot", "lost", "nothing"))
            clock = rng.choice(("none", "none", "1m", "5m", "1d", "30s", "2m+10s", "1h+1m", "3d"))
            options = {**options, "late": late}
            yield WantedTable(game, seats, options, clock, rng.random() < 0.2, opener, guests)

    # Lives

    def run(self) -> None:
        """All lives, one after another, until a promise is broken or everything has ended."""
        make_file(self.folder).rename(self.file)
        ended = False
        while not ended and not self.witness.violations:
            ended = self._live(self.kills.pop(0) if self.kills else None)
        if ended:
            self.witness.check_requests()

    def _live(self, kill: KillPoint | None) -> bool:
        """One life of a host; True if it came to its end, which only the last one does (or a short one)."""
        loop = self.loop = SimulatedLoop(self.now)
        try:
            disk = Disk(self.file, loop, self.rng, kill, calm=kill is None)
        except UnusableDatabase as error:
            self.witness.broken(f"the database {error}")
            return False
        if kill is None:
            disk.have_trouble(self.rng.choice((2.0, 20.0)) * self.rng.random())
        disk.committed, disk.attempted = self._committed, self.witness.attempted
        self.trace("host", kill)
        try:
            self.truth.open(self.file)
            asyncio.events.set_event_loop(None)
            life = Life(self, loop, disk, busy=kill is not None, ends=kill is None or self.short)
            ended = loop.live(loop.create_task(life.run()))
        except Violation as violation:
            self.witness.broken(str(violation))
            return False
        except Stuck as stuck:
            self.witness.broken(f"nothing goes on: {stuck}")
            return False
        finally:
            self.truth.close()
            self.now = loop.time()
            image = disk.image or disk.read()
            disk.database.real.close()
            loop.abandon()
            self.loop = None
        if not ended:
            self.survived += 1
            self._next_file(image)
        return ended

    def _next_file(self, image: Any) -> None:
        """The host is away for a while; the next one gets what the kill left."""
        self.file = self.folder / f"{self.survived}.db"
        image.write(self.file)
        began = self.clock()
        self.now += between(self.rng, 0.2, 7200.0)
        self.witness.outages.append((began, self.clock()))
        for person in self.people:
            person.called.lost()
            person.bell.lost()
        running = [table for table in self.truth.tables.values() if table.now.stage == "running"]
        self.witness.counts["kills in games"] += bool(running)
        self.trace("killed")

    def _committed(self) -> None:
        try:
            for table, before in self.truth.refresh():
                self.witness.grew(table, before)
        except Violation as violation:
            self.witness.broken(str(violation))


class Life:
    """One host, from its start to its kill or its end. `busy`: people do more than play on; `ends`: it is
    over with the last game.
    """

    def __init__(self, world: World, loop: SimulatedLoop, disk: Disk, *, busy: bool, ends: bool) -> None:
        self.world, self.loop, self.disk, self.busy, self.ends = world, loop, disk, busy, ends
        self.rng, self.witness = world.rng, world.witness
        database = disk.database
        life = world.survived
        ids = iter(range(1, 1_000_000))
        games = quick_games()
        self.host = Host(
            HostDependencies(
                games=games,
                courses=CoursesAtOnce(games),
                journal=SqliteJournal(database),
                stores=stores_on(SqliteSql(database)),
                workers=Workers(self._pool, partial(choose_move, games=games)),
                clock=world.clock,
                pause=asyncio.sleep,
                new_id=lambda: f"{life}x{next(ids)}",
                pick=self.rng.randrange,
                secret=self.rng.randbytes,
                bots=BotTiming(pace=0.3, retry_interval=1.0),
                login_names=True,
                limits=CurrentLimits(LIMITS),
                timeouts=TIMEOUTS,
                outages=StoredOutages(SqliteSql(database)),
            )
        )

    def _pool(self) -> LaterExecutor:
        return LaterExecutor(self.loop, lambda: between(self.rng, 0.0, 0.4))

    async def run(self) -> None:
        """People come and go, until every game is over where that ends the life."""
        await self._open()
        tasks = [asyncio.ensure_future(self._person(person)) for person in self.world.people]
        if self.busy:
            tasks.append(asyncio.ensure_future(self._trouble()))
        for _ in range(int(ENDED)):
            await asyncio.sleep(1.0)
            if self.witness.violations or (self.ends and self._all_over()):
                break
            if failed := [task for task in tasks if task.done()]:
                failed[0].result()
        else:
            self._still_open()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.host.close()
        self.witness.guard(self.world.truth.check_counts)

    async def _open(self) -> None:
        """A host that cannot read its disk does not start; to the next one that is as good as a kill."""
        try:
            await self.host.open()
        except sqlite3.Error:
            self.loop.kill()
            await asyncio.sleep(1.0)

    def _all_over(self) -> bool:
        """Whether every game is over; of the short scenario its own game, as a rematch may wait for long."""
        planned = [plan.table for plan in self.world.plans]
        tables = self.world.truth.tables.values()
        waited = [table for table in tables if table.id in planned or not self.world.short]
        return all(planned) and all(table.now.stage == "over" for table in waited)

    def _still_open(self) -> None:
        for table in self.world.truth.tables.values():
            if table.now.stage != "over":
                asks = [(ask.seat, ask.kind) for ask in table.now.asks]
                self.witness.broken(
                    f"{table.id}: {table.opening['game']} cannot be finished: {table.now.stage} after entry"
                    f" {table.length}, asked {asks} of {table.now.holders}"
                )
        for plan in self.world.plans:
            if not plan.table:
                self.witness.broken(f"{plan.game} was never opened")

    async def _trouble(self) -> None:
        """Now and then the disk fails for a while."""
        while True:
            await asyncio.sleep(between(self.rng, 1.0, 60.0))
            if self.rng.random() < 0.5:
                self.world.trace("trouble", self.disk.have_trouble(0.0))

    async def _person(self, person: SimulatedPerson) -> None:
        """One session after another, sometimes two at once."""
        while True:
            count = 2 if person.key and self.rng.random() < TWO_TERMINALS else 1
            sessions = [
                PersonSession(person, self.host, self.witness, self.world.plans, busy=self.busy)
                for _ in range(count)
            ]
            tasks = [asyncio.ensure_future(session.live()) for session in sessions]
            stay = between(self.rng, 2.0, 400.0) if self.busy else 2 * ENDED
            try:
                await asyncio.wait(tasks, timeout=stay, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:  # also at the end of a life: nobody is let in by a host that stops
                    task.cancel()
            for task in tasks:
                if task.done():
                    task.result()
            for session in sessions:
                await asyncio.sleep(between(self.rng, 0.0, 3.0))
                session.lose()
            self.world.trace(person.number, "goes")
            await asyncio.sleep(between(self.rng, 0.1, 200.0) if self.busy else 0.5)


def quick_games() -> dict[str, AnyGame]:
    """All games, with the bot that answers at once as the strongest."""
    return {
        key: replace(game, bots={"page": game.bots["page"]}, opponents=NOBODY) for key, game in GAMES.items()
    }


def short_plan() -> WantedTable:
    """The game of the short scenario."""
    return WantedTable("court", 2, {"rounds": "1"}, "5m", private=False, opener=0, guests=(1,))


def run_seed(seed: int, short: KillPoint | None = None) -> SeedResult:
    """Run a seed, or the short scenario with a kill."""
    folder = Path(tempfile.mkdtemp(prefix="simulation-", dir=scratch()))
    try:
        world = World(seed, folder, short)
        with noticed(world.witness.broken):
            world.run()
    finally:
        shutil.rmtree(folder)
    trace = tuple(" ".join(map(str, line)) for line in world.lines)
    return SeedResult(
        seed, tuple(world.witness.violations), trace, world.survived, dict(world.witness.counts)
    )


@contextmanager
def noticed(broken: Callable[[str], None], *excused: type[Exception]) -> Iterator[None]:
    """What hosts log with a traceback is a broken promise, unless the disk is to blame or it is excused."""
    handler = _Errors(broken, (sqlite3.Error, Refused, *excused))
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.ERROR)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(before)


class _Errors(logging.Handler):
    def __init__(self, broken: Callable[[str], None], excused: tuple[type[Exception], ...]) -> None:
        super().__init__(logging.ERROR)
        self._broken, self._excused = broken, excused

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        while error is not None:
            if isinstance(error, self._excused):
                return
            error = error.__cause__ or error.__context__
        self._broken(f"logged: {self.format(record)}")
