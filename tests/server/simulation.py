"""A whole host in a simulation: its clock and timers in the test's hand, numbered ids, no surprises."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

from server.accounts import MemoryAccounts, Player
from server.bots import Manner
from server.host import Host, Means
from server.lobby import Lobby
from server.memory_journal import MemoryJournal
from server.port import HostPort
from server.thinking import think
from server.workers import Workers
from tests.server.toy import GAMES

ADA, BERT, CY = Player("ada", "Ada"), Player("bert", "Bert"), Player("cy", "Cyril")
GUEST = Player("guest-1", "Heron-7")


class Time:
    """A clock that only `pass_by` moves, and the timers that go off meanwhile, in order."""

    def __init__(self, now: float = 100.0) -> None:
        self.now = now
        self._timers: dict[int, tuple[float, Callable[[], None]]] = {}
        self._numbers = itertools.count()

    def clock(self) -> float:
        return self.now

    def timer(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        number = next(self._numbers)
        self._timers[number] = (self.now + seconds, call)
        return lambda: self._timers.pop(number, None) and None

    async def pass_by(self, seconds: float) -> None:
        """Lets time pass; everything that this sets off has come to rest afterwards."""
        end = self.now + seconds
        await settled()
        while due := min(
            ((when, number) for number, (when, _) in self._timers.items() if when <= end), default=None
        ):
            when, number = due
            self.now = max(self.now, when)
            _, call = self._timers.pop(number)
            call()
            await settled()
        self.now = end
        await settled()


class Seen(list[Any]):
    """The pictures somebody got."""

    @property
    def see(self) -> Callable[[Any], None]:
        return self.append

    @property
    def last(self) -> Any:
        return self[-1]


async def settled() -> None:
    """Everything that can go on without time or threads has gone on."""
    for _ in range(50):
        await asyncio.sleep(0)


class AtOnce(Executor):
    """Works in this very call."""

    def submit(self, work: Any, /, *arguments: Any, **more: Any) -> Future[Any]:
        job: Future[Any] = Future()
        try:
            job.set_result(work(*arguments, **more))
        except Exception as error:  # noqa: BLE001  (it is the caller's)
            job.set_exception(error)
        return job


class Stage:
    """A host and who is on it. With the journal of an earlier one it is that host, restarted."""

    def __init__(
        self, journal: Any = None, accounts: Any = None, time: Time | None = None, **means: Any
    ) -> None:
        self.journal = journal or MemoryJournal()
        self.accounts = accounts or MemoryAccounts()
        self.time = time or Time()
        ids, numbers = itertools.count(1), itertools.count()
        self.secrets = itertools.count(1)
        given = {
            "games": GAMES, "journal": self.journal, "accounts": self.accounts,
            "workers": Workers(AtOnce, partial(think, games=means.get("games", GAMES))),
            "clock": self.time.clock, "pause": self.pause, "timer": self.time.timer,
            "new_id": lambda: f"id{int(self.time.now)}x{next(ids)}",
            "pick": lambda n: next(numbers) % n, "secret": lambda n: next(self.secrets).to_bytes(n, "big"),
            "bots": Manner(pace=0),
        }  # fmt: skip
        self.host = Host(Means(**given | means))
        self.pace = asyncio.Event()
        self.pace.set()

    async def pause(self, _: float) -> None:
        """Bots take their time while `pace` is cleared."""
        await self.pace.wait()

    @property
    def lobby(self) -> Lobby:
        return self.host.lobby

    def port(self, player: Player) -> HostPort:
        return self.host.port(player)

    def enter(self, player: Player) -> tuple[HostPort, Callable[[], None]]:
        """A session of a player, and what ends it."""
        return self.host.port(player), self.host.enter(player)

    async def come(self, key: str | None, name: str) -> tuple[HostPort, Callable[[], None]]:
        """Somebody connects with a key, or as a guest."""
        return self.enter(await self.host.admit(key, name))

    async def restarted(self, after: float = 0.0, **means: Any) -> Stage:
        """The same house after a kill -9 and some time without a host."""
        again = Stage(self.journal, self.accounts, Time(self.time.now + after), **means)
        await again.host.open()
        return again
