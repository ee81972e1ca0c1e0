"""One seed of a host with three nodes over one store: bells are late or lost,
nodes are killed and started, cut off from the others and joined again; people come by any node, play whole
games across them, and every game ends.

What is checked of one host is checked of all its nodes (`tests.simulation.told`); besides, no two nodes fold
one log differently, and nobody waits long for a bot, whichever node is lost.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import tempfile
from contextlib import suppress
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from server.bots.worker_main import choose_move
from server.bots.workers import Workers
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.log.table_state import TableState
from server.settings.current_limits import CurrentLimits
from server.settings.timeouts import BotTiming
from server.store.database.schema import UnusableDatabase
from server.store.sqlite.journal import SqliteJournal
from server.table.dependencies import loop_timer
from tests.server.cluster.joined import LAPSE, POLL, JoinedHost, UnreachableError
from tests.server.courses_at_once import CoursesAtOnce
from tests.simulation.disk import Disk, make_file, scratch
from tests.simulation.loop import LaterExecutor, SimulatedLoop, Stuck, between
from tests.simulation.people import PersonSession, SimulatedPerson
from tests.simulation.stages import JoinedStore
from tests.simulation.truth import TableTruth, Violation
from tests.simulation.world import (
    ENDED,
    LIMITS,
    TIMEOUTS,
    TWO_TERMINALS,
    SeedResult,
    World,
    noticed,
    quick_games,
)
from tui.host.pictures import TableInfo

NODES = 3
TROUBLED = 400.0
"""Seconds until nothing happens to the nodes any more, and people only play on."""
STALL = LAPSE + POLL + 1.0 + 5.0
"""Seconds in which a bot has answered: another node has taken over, its bell was lost, the bot thought, the
disk was slow.
"""


class NodesWorld(World):
    """Everything of one seed."""

    def run(self) -> None:
        """All nodes, until a promise is broken or everything has ended."""
        make_file(self.folder).rename(self.file)
        loop = self.loop = SimulatedLoop(self.now)
        try:
            disk = Disk(self.file, loop, self.rng, None)
        except UnusableDatabase as error:
            self.witness.broken(f"the database {error}")
            return
        disk.committed, disk.attempted = self._committed, self.witness.attempted
        ended = False
        try:
            self.truth.open(self.file)
            asyncio.events.set_event_loop(None)
            ended = loop.live(loop.create_task(NodesLife(self, loop, disk).run()))
        except Violation as violation:
            self.witness.broken(str(violation))
        except Stuck as stuck:
            self.witness.broken(f"nothing goes on: {stuck}")
        finally:
            self.truth.close()
            self.now = loop.time()
            disk.database.real.close()
            loop.abandon()
            self.loop = None
        if ended:
            self.witness.check_requests()


class NodesLife:
    """The nodes of one host, those that are started later among them."""

    def __init__(self, world: World, loop: SimulatedLoop, disk: Disk) -> None:
        self.world, self.loop, self.disk = world, loop, disk
        self.rng, self.witness = world.rng, world.witness
        joined = JoinedHost(world.clock, loop_timer, self._delay, SqliteJournal(disk.database))
        self.store = JoinedStore(joined, disk.database)
        self.games = quick_games()
        self.hosts: dict[str, Host] = {}
        self.started = 0
        self.busy = True
        self.lost: list[asyncio.Task[None]] = []
        self.asked: dict[tuple[str, int], float] = {}
        self.listed: dict[tuple[Any, ...], float] = {}
        """Since when two nodes have listed the same table differently."""
        self.excused_until = 0.0

    def _delay(self) -> float | None:
        return None if self.rng.random() < 0.15 else between(self.rng, 0.001, 0.4)

    async def run(self) -> None:
        """People come and go until every game is over."""
        for _ in range(NODES):
            await self._start()
        people = [asyncio.ensure_future(self._person(person)) for person in self.world.people]
        tasks = [*people, asyncio.ensure_future(self._trouble())]
        for second in range(int(ENDED)):
            await asyncio.sleep(1.0)
            self.busy = second < TROUBLED
            self._look_at_bots()
            self._compare()
            self._compare_lists()
            if self.witness.violations or (not self.busy and self._all_over()):
                break
            if failed := [task for task in tasks if task.done()]:
                failed[0].result()
        else:
            self._still_open()
        await self._compare_presence()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, *self.lost, return_exceptions=True)
        for host in self.hosts.values():
            await host.close()
        attempts = self.store.attempts
        duties = ("bot", "timeout")
        self.witness.counts["duties"] += sum(attempts[by] for by in duties)
        self.witness.counts["duties in vain"] += sum(attempts[f"{by} in vain"] for by in duties)
        self.world.survived = self.started - NODES

    # Nodes

    async def _start(self) -> None:
        self.started += 1
        name, life, ids = f"node-{self.started}", self.started, iter(range(1, 1_000_000))
        node, games = await self.store.start(name), self.games
        host = Host(
            HostDependencies(
                games=games,
                courses=CoursesAtOnce(games),
                journal=node.journal,
                stores=node.stores,
                workers=Workers(self._pool, partial(choose_move, games=games)),
                clock=self.world.clock,
                pause=asyncio.sleep,
                new_id=lambda: f"{life}x{next(ids)}",
                pick=self.rng.randrange,
                secret=self.rng.randbytes,
                bots=BotTiming(pace=0.3, retry_interval=1.0),
                login_names=True,
                limits=CurrentLimits(LIMITS),
                timeouts=TIMEOUTS,
                nodes=node.nodes,
                jitter=self.rng.random,
            )
        )
        try:
            await host.open()
        except (sqlite3.Error, UnreachableError):
            self._kill(name, host)
        else:
            self.world.trace(name, "started")
            self.hosts[name] = host

    def _pool(self) -> LaterExecutor:
        return LaterExecutor(self.loop, lambda: between(self.rng, 0.0, 0.4))

    def _kill(self, name: str, host: Host) -> None:
        """Kill a node: what it still does reaches neither the store nor anybody."""
        self.world.trace(name, "killed")
        self.store.kill(name)
        self.hosts.pop(name, None)
        self.lost.append(asyncio.ensure_future(_closed(host)))

    async def _trouble(self) -> None:
        """Now and then a node is killed, or cut off for a while, or the disk fails."""
        while True:
            await asyncio.sleep(between(self.rng, 1.0, 120.0))
            if not self.busy:
                continue
            match self.rng.randrange(4):
                case 0:
                    began, ends, _ = self.disk.have_trouble(0.0)
                    self._excuse(ends - began)
                case 1 | 2:
                    name = self.rng.choice(sorted(self.hosts))
                    self._kill(name, self.hosts[name])
                    await asyncio.sleep(between(self.rng, 0.1, 30.0))
                    while len(self.hosts) < NODES:
                        await self._start()
                case _:
                    await self._cut(self.rng.choice(sorted(self.hosts)))

    async def _cut(self, name: str) -> None:
        seconds = between(self.rng, 0.1, 20.0)
        self.world.trace(name, "cut off", seconds)
        self.store.cut(name)
        self._excuse(min(seconds, LAPSE))
        await asyncio.sleep(seconds)
        self.store.mend(name)

    def _excuse(self, seconds: float) -> None:
        self.excused_until = max(self.excused_until, self.world.clock() + seconds + STALL)

    # People

    async def _person(self, person: SimulatedPerson) -> None:
        """One session after another on any node, sometimes two at once."""
        while True:
            if not self.hosts:
                await asyncio.sleep(1.0)
                continue
            sessions = [self._session(person) for _ in range(self._terminals(person))]
            tasks = [asyncio.ensure_future(self._live(session)) for session in sessions]
            stay = between(self.rng, 2.0, 400.0) if self.busy else 2 * ENDED
            await asyncio.wait(tasks, timeout=stay, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
                task.cancel()
            for session in sessions:
                await asyncio.sleep(between(self.rng, 0.0, 3.0))
                if session.host in self.hosts.values():
                    session.lose()
            self.world.trace(person.number, "goes")
            await asyncio.sleep(between(self.rng, 0.1, 60.0) if self.busy else 0.5)

    def _terminals(self, person: SimulatedPerson) -> int:
        return 2 if person.key and self.rng.random() < TWO_TERMINALS else 1

    def _session(self, person: SimulatedPerson) -> PersonSession:
        host = self.hosts[self.rng.choice(sorted(self.hosts))]
        return PersonSession(person, host, self.witness, self.world.plans, busy=self.busy)

    async def _live(self, session: PersonSession) -> None:
        """Act until the node is lost: the connection ends with it."""
        living = asyncio.ensure_future(session.live())
        try:
            while not living.done() and session.host in self.hosts.values():
                await asyncio.wait([living], timeout=1.0)
            if living.done():
                living.result()
        finally:
            living.cancel()

    # What all nodes together promise

    def _all_over(self) -> bool:
        tables = self.world.truth.tables.values()
        return all(plan.table for plan in self.world.plans) and all(t.now.stage == "over" for t in tables)

    def _still_open(self) -> None:
        for table in self.world.truth.tables.values():
            if table.now.stage != "over":
                asks = [(ask.seat, ask.kind) for ask in table.now.asks]
                self.witness.broken(f"{table.id} cannot be finished: {table.now.stage}, asked {asks}")
        for plan in self.world.plans:
            if not plan.table:
                self.witness.broken(f"{plan.game} was never opened")

    def _is_waited_for(self, table: TableTruth) -> bool:
        """Whether somebody plays there, or time runs: else a node that begins to act for it may wait."""
        people = [holder.who for holder in table.now.holders if not holder.played_by_bot and holder.who]
        nodes = [host.lobby.presence for host in self.hosts.values()]
        here = any(node.is_on_this_node(player) for node in nodes for player in people)
        return here or not people or bool(table.opening["clock"] != "none")

    def _look_at_bots(self) -> None:
        """No bot is asked for long, unless the store or its node cannot help it, or nobody waits for it."""
        now, asked = self.world.clock(), {}
        for table in filter(self._is_waited_for, self.world.truth.tables.values()):
            for ask in table.now.asks:
                if table.now.holders[ask.seat - 1].played_by_bot:
                    asked[table.id, ask.id] = self.asked.get((table.id, ask.id), now)
        self.asked = asked
        if now < self.excused_until:
            self.asked = dict.fromkeys(asked, now)
        for place, since in self.asked.items():
            if now - since > STALL:
                self.witness.broken(f"{place}: a bot was asked {now - since:.0f} s ago")

    def _compare(self) -> None:
        """Nodes that have read a log as far as each other have the same state."""
        states: dict[tuple[str, int], TableState] = {}
        for name, host in self.hosts.items():
            for table in host.lobby.tables:
                if table.asleep or table.state.stage in {"frozen", "damaged"}:
                    continue
                known = states.setdefault((table.opening.id, table.state.seq), table.state)
                if known is not table.state and known != table.state:
                    self.witness.broken(
                        f"{table.opening.id}: {name} has folded entry {known.seq} differently"
                    )

    def _compare_lists(self) -> None:
        """Nodes that reach the store come to list every table alike."""
        now, differing = self.world.clock(), {}
        reached = {name: one for name, one in self.hosts.items() if self.store.is_reached(name)}
        for one, other in pairwise(sorted(reached)):
            for table in reached[one].lobby.tables:
                there = reached[other].lobby.find(table.opening.id)
                if there and table.public != there.public:
                    place = one, other, _listed(table.public), _listed(there.public)
                    differing[place] = self.listed.get(place, now)
        self.listed = differing
        if now < self.excused_until:
            self.listed = dict.fromkeys(differing, now)
        for (one, other, *how), since in self.listed.items():
            if how[0] != how[1] and now - since > STALL:
                self.witness.broken(f"{one} and {other} list a table differently: {how}")

    async def _compare_presence(self) -> None:
        """All nodes come to say the same of who is here."""
        for _ in range(int(10 * POLL)):
            await asyncio.sleep(1.0)
            here = {name: sorted(set(host.lobby.presence.names)) for name, host in self.hosts.items()}
            if len({tuple(names) for names in here.values()}) == 1:
                return
        self.witness.broken(f"the nodes say differently who is here: {here}")


def _listed(info: TableInfo) -> tuple[Any, ...]:
    """What is the same on all nodes. Since when somebody is away, one that has just started does not know."""
    seats = tuple(replace(seat, away_since=None) for seat in info.seats)
    return info.id, info.stage, seats, info.watching, info.round


async def _closed(host: Host) -> None:
    with suppress(Exception):
        await host.close()


def run_nodes_seed(seed: int) -> SeedResult:
    """Run a seed; its kills are those of nodes."""
    folder = Path(tempfile.mkdtemp(prefix="simulation-", dir=scratch()))
    try:
        world = NodesWorld(seed, folder)
        with noticed(world.witness.broken, UnreachableError):
            world.run()
    finally:
        shutil.rmtree(folder)
    trace = tuple(" ".join(map(str, line)) for line in world.lines)
    counts: dict[str, Any] = dict(world.witness.counts)
    return SeedResult(seed, tuple(world.witness.violations), trace, world.survived, counts)
