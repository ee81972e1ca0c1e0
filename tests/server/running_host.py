"""A host for tests: real listener on a free port, toy games, a screen of a few lines."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh
from msgspec.structs import replace

from engine.registry import GAMES as REGISTRY
from server.bots.worker_main import choose_move
from server.bots.workers import Workers
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.sessions.listener import SshListener
from server.settings.address import Address
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.settings.timeouts import BotTiming
from server.store.sqlite.memory import MemoryJournal
from server.store.stores import Stores, stores_on
from server.transport.hardened import HardenedConnection
from tests.server.toy import GAMES
from tui.host.port import LobbySnapshot, Port, TableSnapshot
from tui.host.session import ClientInfo, ClientLine, MakeScreen

LIMITS = Limits(
    new_per_second=1000,
    new_per_second_per_address=1000,
    new_at_once_per_address=1000,
    logging_in=500,
    logging_in_per_address=500,
    logging_in_kept=0,
)
HOST_KEY = asyncssh.generate_private_key("ssh-ed25519")


class FakeScreen:
    """Writes what it is told, a line each, and obeys one-letter keys.

    q leaves; x raises in `feed`; r makes `run` raise; o opens a toy table, j sits at the first
    one, s starts it, m rolls, b fills 300 KiB; anything else is echoed.
    """

    made: list[FakeScreen]

    def __init__(self, port: Port, client: ClientInfo, line: ClientLine) -> None:
        self.port, self.client, self.line = port, client, line
        self.done: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.news: TableSnapshot | None = None
        self.lobby: LobbySnapshot | None = None
        self.drains = 0
        self.hung_up = self.ended_input = False
        self.sizes: list[tuple[int, int]] = []
        self.fed = bytearray()
        self.tasks: set[asyncio.Task[None]] = set()

    def say(self, text: str) -> None:
        self.line.write(f"{text}\r\n".encode())

    def feed(self, data: bytes) -> None:
        self.fed += data
        for key in data.decode("utf-8", "replace"):
            match key:
                case "q":
                    self.end(0)
                case "x":
                    raise ZeroDivisionError
                case "r":
                    self.done.set_exception(ZeroDivisionError())
                case "b":
                    self.line.write(b"b" * 300 * 1024)
                case "o" | "j" | "s" | "m":
                    task = asyncio.ensure_future(self.act(key))
                    self.tasks.add(task)
                    task.add_done_callback(self.tasks.discard)
                case _:
                    self.say(f"key {key!r}")

    async def act(self, key: str) -> None:
        table = self.lobby.tables[0].id if self.lobby and self.lobby.tables else ""
        if key == "o":
            table = await self.port.open_table("toy", 2, {"goal": "1000"})
            self.follow(table)
        elif key == "j":
            await self.port.sit(table)
            self.follow(table)
        elif key == "s":
            await self.port.start(table)
        elif self.news and self.news.ask:
            await self.port.submit(table, self.news.ask.id, GAMES["toy"].parse("roll", None))

    def follow(self, table: str) -> None:
        self.port.follow_table(table, self.see)

    def see(self, news: TableSnapshot) -> None:
        self.news = news
        self.say(f"seq {news.seq} seat {news.seat} {news.info.stage} asked {bool(news.ask)}")

    def see_lobby(self, lobby: LobbySnapshot) -> None:
        self.lobby = lobby
        self.say(f"lobby of {lobby.you}: {' '.join(lobby.people)}; {len(lobby.tables)} tables")

    def end_of_input(self) -> None:
        self.ended_input = True

    def unread(self) -> int:
        return 0

    def input_dropped(self) -> None:
        self.say("input dropped")

    def resize(self, columns: int, rows: int) -> None:
        self.sizes.append((columns, rows))
        self.say(f"size {columns}x{rows}")

    def drained(self) -> None:
        self.drains += 1

    def say_goodbye(self, reason: str) -> None:
        self.say(f"goodbye {reason}")
        self.end(0)

    def hang_up(self) -> None:
        self.hung_up = True
        self.end(0)

    def end(self, status: int) -> None:
        if not self.done.done():
            self.done.set_result(status)

    async def run(self) -> int:
        client = self.client
        self.say(f"welcome {self.port.name} {client.term} {client.columns}x{client.rows} at {client.goto!r}")
        self.say(" ".join(f"{key}={value}" for key, value in client.environment.items()))
        home = self.port.home()
        if home:
            self.follow(home)
        self.port.follow_lobby(self.see_lobby)
        return await self.done


class RunningHost:
    """A running host and the screens it made."""

    def __init__(self, host: Host, ssh: SshListener, port: int, screens: list[FakeScreen]) -> None:
        self.host, self.ssh, self.port, self.screens = host, ssh, port, screens

    @property
    def connection(self) -> HardenedConnection:
        """The first connection that is open."""
        return next(iter(self.ssh._connections))

    async def until(self, condition: Callable[[], object], what: str = "a condition") -> None:
        """Waits for something to become true on this loop, a minute at least before it fails."""
        for _ in range(12_000):
            if condition():
                return
            await asyncio.sleep(0.005)
        raise AssertionError(f"never came: {what}")

    def connect(self, **options: Any) -> Any:
        """An asyncssh client; a guest named ada unless told otherwise."""
        chosen = {"username": "ada", "client_keys": None, "agent_path": None, "password": ""} | options
        return asyncssh.connect("127.0.0.1", self.port, known_hosts=None, config=None, **chosen)

    def ssh_command(self, folder: Path, *arguments: str, keys: tuple[str, ...] = ()) -> list[str]:
        """The stock client, which knows nothing but `keys`."""
        return ssh_command(self.port, folder, *arguments, keys=keys)


def ssh_command(port: int, folder: Path, *arguments: str, keys: tuple[str, ...] = ()) -> list[str]:
    options = [
        "StrictHostKeyChecking=no", f"UserKnownHostsFile={folder / 'known'}", "IdentitiesOnly=yes",
        "IdentityAgent=none", "LogLevel=ERROR", "GlobalKnownHostsFile=none",
    ]  # fmt: skip
    command = ["ssh", "-F", "none", "-p", str(port), *(f"-o{option}" for option in options)]
    identities = [f"-i{key}" for key in keys] or ["-oIdentityFile=none"]
    return [*command, *identities, *arguments]


def dependencies(journal: Any = None, stores: Stores | None = None) -> HostDependencies:
    journal, ids, numbers = journal or MemoryJournal(), itertools.count(1), itertools.count()
    workers = Workers(partial(ThreadPoolExecutor, 1), partial(choose_move, games=GAMES))
    return HostDependencies(
        games=GAMES,
        journal=journal,
        stores=stores or stores_on(journal.sql),
        workers=workers,
        clock=asyncio.get_running_loop().time,
        pause=asyncio.sleep,
        new_id=lambda: f"id{next(ids)}",
        pick=lambda n: next(numbers) % n,
        secret=os.urandom,
        bots=BotTiming(pace=0),
        login_names=True,
    )


@contextlib.asynccontextmanager
async def running_host(
    limits: Limits = LIMITS, *, proxied: bool = False, make_screen: MakeScreen | None = None, **changes: Any
) -> AsyncIterator[RunningHost]:
    """A host that listens on a free port of this machine."""
    screens: list[FakeScreen] = []

    def make(port: Port, client: ClientInfo, line: ClientLine) -> FakeScreen:
        screens.append(FakeScreen(port, client, line))
        return screens[-1]

    host = Host(replace(dependencies(), limits=CurrentLimits(limits), **changes))
    await host.open()
    ssh = SshListener(host, make_screen or make, HOST_KEY, proxied=proxied)
    ((_, port),) = ssh.listen(Address("127.0.0.1", 0))
    try:
        yield RunningHost(host, ssh, port, screens)
    finally:
        await ssh.close()
        await host.close()


def court_host(
    limits: Limits = LIMITS, **changes: Any
) -> contextlib.AbstractAsyncContextManager[RunningHost]:
    """The same with court, whose bots answer at once."""
    workers = Workers(partial(ThreadPoolExecutor, 1))
    return running_host(limits, games={"court": REGISTRY["court"]}, workers=workers, **changes)
