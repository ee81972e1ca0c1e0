"""The nodes of a host as processes: started, killed, and renewed as operators do it."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from urllib.error import HTTPError
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
SETTINGS = {
    "CROWNHOUSE_BOTS_PACE": "0.1",
    "CROWNHOUSE_BOTS_WORKERS": "1",
    "CROWNHOUSE_LIMITS_API_PER_SECOND": "100000",
    "CROWNHOUSE_LIMITS_API_BURST": "100000",
    "CROWNHOUSE_LIMITS_OWN_TABLES": "1000",
    "CROWNHOUSE_LIMITS_TABLES_PER_ADDRESS": "2000",
    "CROWNHOUSE_LIMITS_NEW_PER_SECOND": "1000",
    "CROWNHOUSE_LIMITS_NEW_PER_SECOND_PER_ADDRESS": "1000",
    "CROWNHOUSE_LIMITS_NEW_AT_ONCE_PER_ADDRESS": "100",
    "CROWNHOUSE_LIMITS_LOGGING_IN_PER_ADDRESS": "60",
    "CROWNHOUSE_LIMITS_WAITING_PER_ADDRESS": "200",
}
AHEAD = 3600.0
"""How far the clock of the last node is ahead, in seconds."""
STARTED_WITHIN = 60.0
RENEWED_WITHIN = 60.0


class HostNode:
    """One node: its data folder and, while it runs, its process and where it listens. `program` is the folder
    with its modules, which may be those of another version from one start to the next.
    """

    def __init__(self, folder: Path, url: str, ahead: float, program: Path = ROOT) -> None:
        self._folder, self._url, self._ahead = folder, url, ahead
        self.program = program
        self._process: Process | None = None
        self.is_newer = False
        self.port = 0
        self._ready_port = 0

    async def start(self) -> None:
        """Start it, and wait until it listens: again and again while PostgreSQL is not there."""
        deadline = time.monotonic() + STARTED_WITHIN
        while not await self.try_to_start():
            assert time.monotonic() < deadline, f"no start: {self.log[-2000:]}"
            await asyncio.sleep(0.2)

    async def try_to_start(self) -> bool:
        """Start it, and wait until it listens; False: it has ended instead."""
        data = ("--data", str(self._folder / "data"))
        self._process = process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.chaos.odd_host", str(self._ahead), str(int(self.is_newer)),
            "serve", "--listen", "127.0.0.1:0", "--ready", "127.0.0.1:0", *data,
            cwd=self.program, env=os.environ | SETTINGS | {"CROWNHOUSE_STORE": self._url},
            stdout=PIPE, stderr=(self._folder / "log").open("ab"),
        )  # fmt: skip
        assert process.stdout is not None
        found = re.search(rb"port (\d+)", await process.stdout.readline())
        if found is None:
            await process.wait()
            return False
        self.port = int(found[1])
        self._ready_port = int(re.findall(r"readiness listening.*at=\S+:(\d+)", self.log)[-1])
        return True

    @property
    def log(self) -> str:
        """What it has logged so far, in all its lives."""
        return (self._folder / "log").read_text()

    async def is_ready(self) -> bool:
        """Whether a balancer would send players here."""
        return await asyncio.to_thread(self._says_ready)

    def _says_ready(self) -> bool:
        with suppress(OSError, HTTPError), urlopen(f"http://127.0.0.1:{self._ready_port}/ready", timeout=2):
            return True
        return False

    async def kill(self) -> None:
        """Kill it without a word."""
        assert self._process is not None
        with suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def leave(self) -> int:
        """Move its players to the other nodes, as an operator does, and return its exit status."""
        assert self._process is not None
        asked = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.chaos.odd_host", "0", "0",
            "admin", "drain", "--move", "--data", str(self._folder / "data"),
            cwd=self.program, stdout=DEVNULL,
        )  # fmt: skip
        async with asyncio.timeout(RENEWED_WITHIN):
            return await asked.wait() or await self._process.wait()


class HostNodes:
    """All nodes. Each reaches PostgreSQL through a relay of its own; the last one's clock is ahead."""

    def __init__(self, folder: Path, urls: Sequence[str], rng: Random, program: Path = ROOT) -> None:
        self._rng = rng
        self.failed_to_leave = 0
        """How often a node that moved its players did not end well."""
        self.renewed = 0
        self.all: list[HostNode] = []
        for number, url in enumerate(urls):
            place = folder / f"node{number}"
            place.mkdir()
            ahead = AHEAD if number == len(urls) - 1 else 0.0
            self.all.append(HostNode(place, url, ahead, program))

    async def start(self) -> None:
        """Start them one after another: the first one makes the schema."""
        for node in self.all:
            await node.start()

    async def kill(self, number: int) -> None:
        """Kill a node and start it again."""
        await self.all[number].kill()
        await self.all[number].start()

    async def renew(self) -> None:
        """Move the players of a node to the others, and start it again in the newer version."""
        node = self.all[self.renewed % len(self.all)]
        try:
            self.failed_to_leave += await node.leave() != 0
        except TimeoutError:
            self.failed_to_leave += 1
            await node.kill()
        node.is_newer = True
        self.renewed += 1
        await node.start()

    async def finish_renewing(self) -> None:
        """Renew the nodes that are left of an upgrade that has begun: older ones cannot play every table."""
        while 0 < self.renewed < len(self.all):
            await self.renew()

    async def choose(self) -> HostNode:
        """Return a node as a balancer does: one that is ready, if there is one."""
        nodes = self._rng.sample(self.all, len(self.all))
        for node in nodes:
            if await node.is_ready():
                return node
        return nodes[0]

    async def end(self) -> None:
        """Kill them all."""
        for node in self.all:
            with suppress(AssertionError):
                await node.kill()
