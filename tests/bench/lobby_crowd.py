"""What the lobby costs with 10,000 players and 2,000 tables on one node.

The host runs in this process, its journal in memory, on a clock that is moved by hand. 9,900 players are
ports that follow the lobby without a screen: 9,000 of them look at the first page of tables, the others at
later pages, one in ten of these at a search. 100 are whole terminal sessions at 80x24 and 120x40 whose bytes
are recorded; SSH's encryption is not in the figures. CPU is that of the process, less what the same time
costs without a change.
"""

from __future__ import annotations

import asyncio
import gc
import heapq
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from engine.registry import GAMES
from server.bots.workers import Workers
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.host.port import HostPort
from server.identity.accounts import Player
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.store.sqlite.memory import MemoryJournal
from server.store.stores import stores_on
from tests.tui.lines import RecordingLine, client
from tui.app.terminal_session import TerminalSession
from tui.host.pictures import LobbySnapshot
from tui.host.table_search import FIRST_PAGE, PAGE_SIZE, TableSearch

PLAYERS, SCREENS, TABLES = 10_000, 100, 2_000
FIRST_PAGES = 9_000
RUNNING = 1_000
"""Tables whose game has begun; the others are open, most of them with a free seat."""
SEATED = 2
"""Who sits at an open table."""
ROUNDS = 15
BUSY = 30
"""Seconds of a busy lobby, with some changes in each."""
CHANGES = 20
LONG = 30.0
"""Seconds after which everything that waits has been sent."""
SIZES = ((80, 24), (120, 40))


class HandMovedClock:
    """A clock that only `pass_by` moves, and its timers."""

    def __init__(self) -> None:
        self.now = 1000.0
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._ended: set[int] = set()
        self._numbers = itertools.count()

    def clock(self) -> float:
        return self.now

    def timer(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        number = next(self._numbers)
        heapq.heappush(self._timers, (self.now + seconds, number, call))
        return lambda: self._ended.add(number)

    async def pass_by(self, seconds: float) -> None:
        end = self.now + seconds
        await settled()
        while self._timers and self._timers[0][0] <= end:
            when, number, call = heapq.heappop(self._timers)
            self.now = max(self.now, when)
            if number not in self._ended:
                call()
                await settled()
        self.now = end


async def settled() -> None:
    """Everything that can go on without time has gone on."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(2000):
        await asyncio.sleep(0)
        if not loop._ready:
            return


class ScreenlessViewer:
    """Somebody who looks at the lobby without a screen."""

    def __init__(self, port: HostPort, search: TableSearch) -> None:
        self.told: list[float] = []
        self._now = port.now
        self.release = port.follow_lobby(self._hear, search)

    def _hear(self, _: LobbySnapshot) -> None:
        self.told.append(self._now())


class Crowd:
    """The host and everybody on it."""

    def __init__(self) -> None:
        self.time = HandMovedClock()
        ids, names, journal = itertools.count(), itertools.count(), MemoryJournal()
        limits = Limits(tables=10 * TABLES, own_tables=TABLES, tables_per_address=TABLES)
        self.host = Host(
            HostDependencies(
                games=GAMES,
                journal=journal,
                stores=stores_on(journal.sql),
                workers=Workers(partial(ThreadPoolExecutor, 1)),
                clock=self.time.clock,
                pause=asyncio.sleep,
                new_id=lambda: f"id{next(ids)}",
                pick=lambda most: next(names) % most,
                secret=bytes,
                timer=self.time.timer,
                limits=CurrentLimits(limits),
            )
        )
        self.tables: list[str] = []
        self.followers: list[ScreenlessViewer] = []
        self.ports = [self._come(number) for number in range(PLAYERS)]
        self.lines: list[RecordingLine] = []
        self._screens: list[tuple[TerminalSession, asyncio.Task[int]]] = []

    def _come(self, number: int) -> HostPort:
        player = Player(f"p{number}", f"Player-{number}")
        self.host.enter(player)
        return self.host.port(player)

    async def open(self) -> None:
        """Open all tables, each of another player: the last ones are listed first."""
        for number in range(TABLES):
            owner, other = self.ports[number], self.ports[number + TABLES]
            self.time.now += 0.1
            table = await owner.open_table("court", 2 if number < RUNNING else 4, {})
            await other.join(table)
            if number < RUNNING:
                await owner.start(table)
            self.tables.append(table)
        await self.time.pass_by(LONG)

    def follow(self) -> None:
        """Everybody looks at the lobby."""
        for number, port in enumerate(self.ports[: PLAYERS - SCREENS]):
            self.followers.append(ScreenlessViewer(port, _search(number)))

    async def look(self) -> None:
        """The last players have terminals."""
        for number, port in enumerate(self.ports[PLAYERS - SCREENS :]):
            line = RecordingLine()
            columns, rows = SIZES[number % len(SIZES)]
            session = TerminalSession(port, client(columns=columns, rows=rows), line)
            self._screens.append((session, asyncio.ensure_future(session.run())))
            self.lines.append(line)
        await asyncio.sleep(1)
        await self.time.pass_by(LONG)
        await asyncio.sleep(1)

    async def close(self) -> None:
        for session, task in self._screens:
            session.hang_up()
            await task
        await self.host.close()

    async def cost(self, change: Callable[[], Any], seconds: float = 2.1) -> float:
        """The CPU of a change and of what it sets off, in ms."""
        spent = []
        for work in (_nothing, change):
            await self.time.pass_by(LONG)
            began = process_time()
            await work()
            await self.time.pass_by(seconds)
            spent.append(1000 * (process_time() - began))
        return spent[1] - spent[0]

    @property
    def told(self) -> int:
        return sum(len(one.told) for one in self.followers)

    @property
    def bytes(self) -> int:
        return sum(len(frame) for line in self.lines for frame in line.sent)


async def _nothing() -> None:
    """Time passes."""


def _search(number: int) -> TableSearch:
    """What a follower looks at: most at the first page, nobody at the last ones."""
    if number < FIRST_PAGES:
        return FIRST_PAGE
    if number % 10 == 0:
        return TableSearch((f"player-{number % 100}7",))
    return TableSearch(skip=PAGE_SIZE * (1 + number % 20))


def figures() -> Iterator[dict[str, Any]]:
    yield from asyncio.run(_figures())


async def _figures() -> list[dict[str, Any]]:
    crowd = Crowd()
    await crowd.host.open()
    await crowd.open()
    crowd.follow()
    gc.collect()
    gc.freeze()
    found: list[dict[str, Any]] = []
    for measure in (_unseen, _seen, _counted, _turned, _busy):
        found += await measure(crowd)
    await crowd.look()
    found += await _drawn(crowd)
    await crowd.close()
    return found


def _sits(crowd: Crowd, visitor: int, table: int) -> Callable[[], Any]:
    """Somebody sits down who does not follow the lobby."""
    port = crowd.ports[PLAYERS - SCREENS + visitor]
    return lambda: port.sit(crowd.tables[table])


async def _unseen(crowd: Crowd) -> Sequence[dict[str, Any]]:
    """At a table that is on nobody's page. Those who sit there are told, because it is their own."""
    before = crowd.told
    spent = [await crowd.cost(_sits(crowd, number, RUNNING + number)) for number in range(ROUNDS)]
    told = (crowd.told - before) / ROUNDS
    return (
        {"figure": "CPU of a change on nobody's page, in all", "value": round(median(spent), 2), "unit": "ms",
         "budget": 5, "viewers": len(crowd.followers), "tables": TABLES},
        {"figure": "viewers told of it, but for those who sit there", "value": told - SEATED,
         "unit": "viewers", "budget": 0},
    )  # fmt: skip


async def _seen(crowd: Crowd) -> Sequence[dict[str, Any]]:
    """At a table on the first page."""
    spent, told = [], []
    for number in range(ROUNDS):
        before = crowd.told
        spent.append(await crowd.cost(_sits(crowd, ROUNDS + number, -1 - number)))
        told.append(crowd.told - before)
    return (_each("CPU of a change on the first page, for each viewer of it, without a screen", spent, told),)


async def _counted(crowd: Crowd) -> Sequence[dict[str, Any]]:
    """Somebody comes: everybody is sent new counts."""
    spent, told = [], []
    for number in range(ROUNDS):
        before = crowd.told

        async def come(player: str = f"new{number}") -> None:
            crowd.host.enter(Player(player, player))

        spent.append(await crowd.cost(come))
        told.append(crowd.told - before)
    return (_each("CPU of new counts, for each viewer, without a screen", spent, told),)


def _each(figure: str, spent: Sequence[float], told: Sequence[int]) -> dict[str, Any]:
    value = round(median(spent) / median(told), 4)
    return {"figure": figure, "value": value, "unit": "ms", "viewers": median(told)}


async def _turned(crowd: Crowd) -> Sequence[dict[str, Any]]:
    """Somebody turns to a page that nobody looks at, and searches all tables."""
    port = crowd.ports[-1]

    def took(search: TableSearch) -> float:
        began = process_time()
        port.follow_lobby(lambda _: None, search)()
        return 1000 * (process_time() - began)

    turns = [took(TableSearch(skip=TABLES - PAGE_SIZE - number)) for number in range(ROUNDS)]
    searches = [took(TableSearch((f"player-{number}9",))) for number in range(ROUNDS)]
    return (
        {"figure": "CPU of turning a page", "value": round(median(turns), 3), "unit": "ms"},
        {"figure": "CPU of a search in all tables", "value": round(median(searches), 3), "unit": "ms"},
    )


async def _busy(crowd: Crowd) -> Sequence[dict[str, Any]]:
    """On the first page people sit down and stand up all the time, and others come to the host."""
    await crowd.time.pass_by(LONG)
    visitors, before = crowd.ports[PLAYERS - SCREENS :], [len(one.told) for one in crowd.followers]
    start, spent, seated = crowd.time.now, 0.0, set[int]()
    for change in range(BUSY * CHANGES):
        number = change % (PAGE_SIZE - 7)
        port, table = visitors[number], crowd.tables[-1 - number]
        await (port.leave(table) if number in seated else port.sit(table))
        seated ^= {number}
        if not change % CHANGES:
            crowd.host.enter(Player(f"busy{change}", f"Busy-{change}"))
        began = process_time()
        await crowd.time.pass_by(1 / CHANGES)
        spent += process_time() - began
    sent = [len(one.told) - skip for one, skip in zip(crowd.followers, before, strict=True)]
    name = f"busy lobby, {CHANGES} changes a second for {crowd.time.now - start:.0f} s"
    return (
        {"figure": f"{name}: snapshots of a viewer of the first page", "value": median(sent[:FIRST_PAGES]),
         "unit": "snapshots", "budget": BUSY // 2 + BUSY // 10 + 2},
        {"figure": f"{name}: the host's CPU", "value": round(100 * spent / BUSY, 1), "unit": "% of a core",
         "viewers": len(crowd.followers)},
    )  # fmt: skip


async def _drawn(crowd: Crowd) -> Sequence[dict[str, Any]]:
    """What each terminal costs and is sent; nobody else follows the lobby."""
    for one in crowd.followers:
        one.release()
    crowd.followers.clear()
    owners, visitors = crowd.ports[2 * TABLES :], crowd.ports[FIRST_PAGES:]
    top = [table.id for table in crowd.ports[-1].find_tables(FIRST_PAGE).tables]

    async def come(number: int) -> None:
        crowd.host.enter(Player(f"late{number}", f"Late-{number}"))

    changes: Mapping[str, Callable[[int], Callable[[], Any]]] = {
        "a seat taken in sight": lambda number: partial(visitors[number].sit, top[number]),
        "a table opened": lambda number: partial(owners[number].open_table, "court", 4, {}),
        "new counts": lambda number: partial(come, number),
    }
    found: list[dict[str, Any]] = []
    for what, change in changes.items():
        spent, sent = [], []
        for number in range(ROUNDS):
            before = crowd.bytes
            spent.append(await crowd.cost(change(number)) / SCREENS)
            sent.append((crowd.bytes - before) / SCREENS)
        found += [
            {"figure": f"{what}: CPU of each terminal", "value": round(median(spent), 2), "unit": "ms",
             "budget": 2, "terminals": SCREENS},
            {"figure": f"{what}: bytes to each terminal", "value": round(median(sent)), "unit": "B",
             "budget": 300, "most": round(max(sent))},
        ]  # fmt: skip
    return found
