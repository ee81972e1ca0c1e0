"""Chaos at the journal: several processes append to the same tables of one PostgreSQL while faults come."""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

from server.log.entries import Opening
from server.store.postgres.connection import open_postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.journal import PostgresJournal
from tests.chaos.faults import FaultMaker, Timed
from tests.chaos.journal_node import QUIET, TABLES
from tests.chaos.journal_verdict import ChaosVerdict, judge
from tests.chaos.relay import Relay
from tests.chaos.servers import PostgresPair

ROOT = Path(__file__).parents[2]
NODES = 3
CUT_SHARE = 0.003
LONGEST_END = 60.0


class JournalProcesses:
    """The processes of the nodes; one that is killed is started again."""

    def __init__(self, urls: list[str], until: float, folder: Path) -> None:
        self._urls, self._until, self._folder = urls, until, folder
        self._lives = Counter[int]()
        self._processes: list[Process] = []

    async def start(self) -> None:
        self._processes = [await self._start(number) for number in range(len(self._urls))]

    async def kill(self, number: int) -> None:
        """Kill a node without a word, and start it again."""
        self._processes[number].kill()
        await self._processes[number].wait()
        self._processes[number] = await self._start(number)

    async def wait(self) -> int:
        """Wait for all nodes to end by themselves; return how many did not, or ended with an error."""
        async with asyncio.timeout(LONGEST_END):
            return sum([await process.wait() != 0 for process in self._processes])

    def end(self) -> None:
        for process in self._processes:
            if process.returncode is None:
                process.kill()

    async def _start(self, number: int) -> Process:
        self._lives[number] += 1
        name = f"n{number}-{self._lives[number]}"
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.chaos.journal_node",
            self._urls[number], name, str(self._until), str(self._folder / name), cwd=ROOT,
        )  # fmt: skip


async def run(seconds: float, seed: int, *, is_long: bool) -> tuple[ChaosVerdict, list[Timed]]:
    """Run for so long, and return the verdict and the faults there were."""
    rng = Random(seed)
    async with AsyncExitStack() as until_end:
        pair = PostgresPair()
        until_end.callback(pair.remove)
        folder = Path(until_end.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        relays = [Relay(pair.socket, rng) for _ in range(NODES)]
        for relay in relays:
            await relay.open()
            until_end.push_async_callback(relay.close)
        await _make_tables(pair.primary.url())
        await pair.add_standby()
        until = time.monotonic() + seconds
        nodes = JournalProcesses([relay.url("postgres") for relay in relays], until, folder)
        until_end.callback(nodes.end)
        await nodes.start()
        for relay in relays:
            relay.cut_share = CUT_SHARE
        faults = FaultMaker(pair, relays, nodes.kill, rng, is_long=is_long)
        await faults.run(until - QUIET)
        for relay in relays:
            relay.cut_share, relay.is_deaf = 0.0, False
        failed = await nodes.wait()
        facts = sorted(folder.iterdir())  # noqa: ASYNC240  (nothing else runs now)
        verdict = judge(await _stored(pair), facts)
        verdict.faults["nodes that failed"] = failed
        for relay in relays:
            verdict.counts.update(relay.counts)
        return verdict, faults.made


async def _make_tables(url: str) -> None:
    database = await open_postgres(url)
    doorbell = PostgresDoorbell(database)
    journal = PostgresJournal(database, doorbell)
    journal.open()
    for table in range(TABLES):
        await journal.create(
            Opening(
                id=f"t{table}", name=f"T-{table}", game="court", rules_version=1, seats=2, options={},
                owner="", seed=b"", commitment="", opened=0.0,
            )
        )  # fmt: skip
    await journal.close()
    await database.close()


async def _stored(pair: PostgresPair) -> dict[tuple[str, int], str]:
    rows = await pair.primary.execute("SELECT table_id, seq, note FROM entries")
    return {(table, seq): note for table, seq, note in rows}
