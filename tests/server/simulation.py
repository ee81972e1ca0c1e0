"""A whole host in a simulation: its clock and timers in the test's hand, numbered ids, no surprises."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import Refused
from server.bots.worker_main import choose_move
from server.bots.workers import Workers
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.host.port import HostPort
from server.identity.accounts import Player
from server.lobby.lobby import Lobby
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.settings.timeouts import BotTiming, Timeouts
from server.store.outages import Outage
from server.store.sqlite.memory import MemoryJournal
from server.store.stores import Stores, stores_on
from tests.server.courses_at_once import CoursesAtOnce
from tests.server.toy import GAMES, Roll

ADA, BERT, CY = Player("ada", "Ada"), Player("bert", "Bert"), Player("cy", "Cyril")
GUEST = Player("guest-1", "Heron-7")
FOR_WEEKS = Timeouts(heartbeat=3600.0)
"""Of a host that runs for weeks, which are mostly heartbeats otherwise."""


class SimulatedTime:
    """A clock that only `pass_by` moves, and the timers that go off meanwhile, in order."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now
        self._timers: dict[int, Callable[[], None]] = {}
        self._due: list[tuple[float, int]] = []
        self._numbers = itertools.count()

    def clock(self) -> float:
        return self.now

    def timer(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        number = next(self._numbers)
        self._timers[number] = call
        heapq.heappush(self._due, (self.now + seconds, number))
        return lambda: self._timers.pop(number, None) and None

    async def pass_by(self, seconds: float) -> None:
        """Lets time pass; everything that this sets off has come to rest afterwards."""
        end = self.now + seconds
        await settled()
        while self._due and self._due[0][0] <= end:
            when, number = heapq.heappop(self._due)
            if call := self._timers.pop(number, None):
                self.now = max(self.now, when)
                call()
                await settled()
        self.now = end
        await settled()


class ReceivedSnapshots(list[Any]):
    """The pictures somebody got."""

    @property
    def see(self) -> Callable[[Any], None]:
        return self.append

    @property
    def last(self) -> Any:
        return self[-1]


async def settled() -> None:
    """Everything that can go on without time or threads has gone on."""
    loop: Any = asyncio.get_running_loop()
    for _ in range(50):
        await asyncio.sleep(0)
        if not loop._ready:
            return


class AtOnce(Executor):
    """Works in this very call."""

    def submit(self, work: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        job: Future[Any] = Future()
        try:
            job.set_result(work(*arguments, **more))
        except Exception as error:  # noqa: BLE001  (it is the caller's)
            job.set_exception(error)
        return job


class MemoryOutages:
    """Outages in memory, which outlives hosts."""

    def __init__(self) -> None:
        self.last: float | None = None
        self.outages: list[Outage] = []

    async def begin(self, now: float) -> list[Outage]:
        if self.last is not None:
            self.outages.append(Outage(self.last, now))
        self.last = now
        return list(self.outages)

    async def record_heartbeat(self, now: float) -> None:
        self.last = now

    def follow(self, found: Callable[[list[Outage]], None]) -> Callable[[], None]:
        self.found = found
        return lambda: None


class Simulation:
    """A host and who is on it. With the journal and the stores of an earlier one it is that host, restarted.
    Among the `dependencies` may be single stores.
    """

    def __init__(
        self,
        journal: Any = None,
        stores: Stores | None = None,
        time: SimulatedTime | None = None,
        life: int = 1,
        signs: MemoryOutages | None = None,
        **dependencies: Any,
    ) -> None:
        self.journal = journal or MemoryJournal()
        named = {name: dependencies.pop(name) for name in Stores.__struct_fields__ if name in dependencies}
        self.stores = replace(stores or stores_on(self.journal.sql), **named)
        self.accounts = self.stores.accounts
        self.time = time or SimulatedTime()
        self.signs = signs or MemoryOutages()
        ids, numbers = itertools.count(1), itertools.count()
        secrets = itertools.count(1)
        self.life = life
        given = {
            "games": GAMES, "journal": self.journal, "stores": self.stores,
            "workers": Workers(AtOnce, partial(choose_move, games=dependencies.get("games", GAMES))),
            "clock": self.time.clock, "pause": self.pause, "timer": self.time.timer,
            "new_id": lambda: f"id{life}x{next(ids)}", "pick": lambda n: next(numbers) % n,
            "secret": lambda n: sha256(b"%d" % next(secrets)).digest()[:n],
            "bots": BotTiming(pace=0), "outages": self.signs,
            "courses": CoursesAtOnce(dependencies.get("games", GAMES)),
            "login_names": True,
        }  # fmt: skip
        if isinstance(limits := dependencies.get("limits"), Limits):
            dependencies["limits"] = CurrentLimits(limits)
        self.host = Host(HostDependencies(**given | dependencies))
        self.pace = asyncio.Event()
        self.pace.set()

    async def pause(self, _: float) -> None:
        """Bots take their time while `pace` is cleared."""
        await self.pace.wait()

    @property
    def lobby(self) -> Lobby:
        return self.host.lobby

    def port(self, player: Player) -> HostPort:
        self._met(player)
        return self.host.port(player)

    def _met(self, player: Player) -> None:
        """Whoever is let in has been read of the store."""
        if player.id not in self.lobby.hidden.accounts:
            self.lobby.hidden.note(player.id, hidden=False)

    def enter(self, player: Player) -> tuple[HostPort, Callable[[], None]]:
        """A session of a player, and what ends it."""
        return self.port(player), self.host.enter(player)

    async def come(
        self, key: str | None, name: str, address: str = ""
    ) -> tuple[HostPort, Callable[[], None]]:
        """Somebody connects with a key, or as a guest."""
        player = await self.host.admit(key, name, address)
        leave = await self.host.begin(player, address)
        return self.port(player), leave

    async def restarted(self, after: float = 0.0, **dependencies: Any) -> Simulation:
        """The same host after a kill -9 and some time without a host."""
        await self.host.bots.close()
        self.journal._listeners.clear()
        time = SimulatedTime(self.time.now + after)
        again = Simulation(self.journal, self.stores, time, self.life + 1, self.signs, **dependencies)
        await again.host.open()
        return again


@contextmanager
def killed(after: int, *writes: tuple[Any, str]) -> Iterator[Callable[[], bool]]:
    """So many calls of these methods are carried out, and later ones fail as if the host had been killed;
    whether one has.
    """
    calls = itertools.count(1)
    has_failed = False

    def counted(write: Any) -> Any:
        async def once(*args: Any, **named: Any) -> Any:
            nonlocal has_failed
            has_failed = next(calls) > after
            if has_failed:
                raise RuntimeError("killed")
            return await write(*args, **named)

        return once

    with pytest.MonkeyPatch.context() as patch:
        for part, name in writes:
            patch.setattr(part, name, counted(getattr(part, name)))
        yield lambda: has_failed


async def refusal(wish: Awaitable[object]) -> Refused:
    """What a request was refused with."""
    with pytest.raises(Refused) as refused:
        await wish
    return refused.value


async def started(stage: Simulation, *ports: HostPort, goal: int = 99, **wish: Any) -> str:
    """A toy game of these players, the first of whom opened it; its table's id."""
    first, *others = ports
    table = await first.open_table("toy", max(2, len(ports)), {"goal": str(goal)}, **wish)
    for port in others:
        await port.join(stage.lobby.table(table).opening.code or table)
    while stage.lobby.table(table).state.free_seat:
        await first.add_bot(table, "first")
    await first.start(table)
    return table


async def play(stage: Simulation, table: str, *ports: HostPort, move: Any = Roll()) -> None:  # noqa: B008  (immutable)
    """Whoever is asked makes a move."""
    (ask,) = stage.lobby.table(table).state.asks
    await ports[ask.seat - 1].submit(table, ask.id, move)


async def play_on(stage: Simulation, table: str, *ports: HostPort) -> None:
    """Whoever is asked makes a move, until the game is over."""
    running = stage.lobby.table(table)  # it is closed once nobody follows it
    while running.state.asks:
        (ask,) = running.state.asks
        await ports[ask.seat - 1].submit(table, ask.id, Roll())


async def finished(stage: Simulation, *ports: HostPort, **wish: Any) -> str:
    """A toy game that ends with its first move; its table's id."""
    table = await started(stage, *ports, goal=1, **wish)
    await play(stage, table, *ports)
    return table


def turn(stage: Simulation, table: str) -> int:
    """The seat that is asked."""
    (ask,) = stage.lobby.table(table).state.asks
    return ask.seat
