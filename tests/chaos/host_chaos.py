"""Chaos at whole hosts: players' programs play all games at three nodes while faults come.

A program whose session ends comes to another node, as players do behind a balancer. The clock of one node is
an hour ahead; nodes are renewed under play, each in a version with newer rules of one game, so that two
versions run side by side.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from random import Random

import asyncssh

from tests.chaos.clocked_tables import ClockedTables, program_at
from tests.chaos.faults import FaultMaker, Timed
from tests.chaos.host_nodes import HostNode, HostNodes
from tests.chaos.host_verdict import ChaosTold, judge_hosts, read_truths
from tests.chaos.journal_chaos import CUT_SHARE, NODES
from tests.chaos.journal_verdict import ChaosVerdict
from tests.chaos.odd_host import DONE_BEFORE
from tests.chaos.relay import Relay
from tests.chaos.servers import PostgresPair
from tests.simulation.kills import PlayingProgram

PLAYERS = 6
LOOK = 0.3
"""Seconds between two looks of a program at the tables."""
FINISHED_WITHIN = 120.0
"""Seconds after the last fault in which every game has to end."""
QUIET = 5.0
"""Seconds of play after the last fault, and then without players until every node shows the same."""
STALL_LOOK = 0.05
CLOCKED = 8
"""Tables at which only time passes."""
APART = 1.5
"""Seconds from one of them to the next, so that not all of their clocks run out during one fault."""
IN_VAIN = ("a bot's move was refused", DONE_BEFORE)
"""What a node logs when another one was faster."""


class TimedTold(ChaosTold):
    """Notes also when moves were confirmed, by the monotonic clock."""

    def confirmed(self, move: tuple[str, int, int, object]) -> None:
        super().confirmed(move)
        self.confirmed_at.append(time.monotonic())


class Stalls:
    """Measures for how long this process did not run although it could."""

    def __init__(self) -> None:
        self.longest = 0.0

    async def watch(self) -> None:
        """Measure until cancelled."""
        while True:
            due = time.monotonic() + STALL_LOOK
            await asyncio.sleep(STALL_LOOK)
            self.longest = max(self.longest, time.monotonic() - due)


@asynccontextmanager
async def watched_stalls() -> AsyncIterator[Stalls]:
    """Measure until it is left."""
    stalls = Stalls()
    watching = asyncio.create_task(stalls.watch())
    yield stalls
    watching.cancel()


async def run(seconds: float, seed: int, *, is_long: bool) -> tuple[ChaosVerdict, list[Timed]]:
    """Run for so long, and return the verdict and the faults there were."""
    rng = Random(seed)
    told = TimedTold()
    async with AsyncExitStack() as until_end:
        pair = PostgresPair()
        until_end.callback(pair.remove)
        folder = Path(until_end.enter_context(tempfile.TemporaryDirectory(prefix="chaos-")))
        relays = [Relay(pair.socket, rng) for _ in range(NODES)]
        for relay in relays:
            await relay.open()
            until_end.push_async_callback(relay.close)
        nodes = HostNodes(folder, [relay.url("postgres") for relay in relays], rng)
        until_end.push_async_callback(nodes.end)
        await nodes.start()
        await pair.add_standby()
        keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(PLAYERS)]
        playing = asyncio.create_task(_play_all(keys, nodes, told, rng))
        until_end.callback(playing.cancel)
        async with asyncio.timeout(60):
            await told.playing.wait()
        clocked = ClockedTables()
        await clocked.open(nodes.all[0], CLOCKED, apart=APART)
        stalls = await until_end.enter_async_context(watched_stalls())
        for relay in relays:
            relay.cut_share = CUT_SHARE
        faults = FaultMaker(pair, relays, nodes.kill, rng, is_long=is_long)
        faults.add("a node renewed", nodes.renew)
        await faults.run(time.monotonic() + seconds)
        for relay in relays:
            relay.cut_share = 0.0
        await nodes.finish_renewing()
        verdict = await settle(
            pair, nodes, keys, told, rng, playing.cancel, faults.made, stalls=stalls, clocked=clocked
        )
        for relay in relays:
            verdict.counts.update(relay.counts)
        return verdict, faults.made


async def settle(
    pair: PostgresPair,
    nodes: HostNodes,
    keys: Sequence[asyncssh.SSHKey],
    told: ChaosTold,
    rng: Random,
    stop_playing: Callable[[], object],
    faults: Sequence[Timed],
    *,
    stalls: Stalls,
    clocked: ClockedTables | None = None,
) -> ChaosVerdict:
    """Let play go on for a while after the last fault, stop it, and let it begin again until every game has
    ended; return the verdict. Clocked tables, if there are any, are ended.
    """
    await asyncio.sleep(QUIET)
    stop_playing()
    await asyncio.sleep(QUIET)
    truths = await read_truths(pair, ChaosVerdict())
    steps = {table: truth.now.steps for table, truth in truths.items()}
    shown = [await _shown(node, keys[0]) for node in nodes.all]
    told.is_closing = True
    ending = asyncio.create_task(_play_all(keys, nodes, told, rng))
    if clocked:
        await clocked.end(nodes.all[0])
    await _finished(pair)
    ending.cancel()  # whatever is told while the logs are read would look like a lie
    await asyncio.wait([ending])
    at_zero, vain = time.time() - time.monotonic(), in_vain(nodes)
    verdict = await judge_hosts(pair, told, faults, at_zero, stalled=stalls.longest, in_vain=vain)
    verdict.counts["tables at the end"] = sum(map(len, shown))
    behind = [one[table] != steps[table] for one in shown for table in one]
    verdict.faults["nodes behind at the end"] = sum(behind)
    verdict.faults["nodes that did not leave well"] = nodes.failed_to_leave
    return verdict


async def _play_all(keys: Sequence[asyncssh.SSHKey], nodes: HostNodes, told: ChaosTold, rng: Random) -> None:
    async with asyncio.TaskGroup() as players:
        for number, key in enumerate(keys):
            players.create_task(_play(number, key, nodes, told, rng))


async def _play(number: int, key: asyncssh.SSHKey, nodes: HostNodes, told: ChaosTold, rng: Random) -> None:
    """Play at one node after another."""
    while True:
        node = await nodes.choose()
        program = PlayingProgram(number, {}, told, rng, look=LOOK, bots=1)
        await program.play(node.port, key)
        await asyncio.sleep(LOOK)


async def _finished(pair: PostgresPair) -> None:
    """Wait until every game that runs has ended, or the time is up."""
    deadline = time.monotonic() + FINISHED_WITHIN
    running = "SELECT count(*) FROM entries JOIN tables ON id = table_id WHERE kind = 'start' AND NOT ended"
    while time.monotonic() < deadline:
        ((count,),) = await pair.primary.execute(running)
        if not count:
            return
        await asyncio.sleep(0.5)


async def _shown(node: HostNode, key: asyncssh.SSHKey) -> dict[str, int]:
    """Return the step of every table that is open or runs, as a node shows it."""
    steps = {}
    with suppress(OSError, asyncssh.Error):
        async with program_at(node, key, "Eye") as program:
            for table in (await program.ask("list", count=200))["tables"]:
                if table["stage"] in {"open", "running"}:
                    await program.ask("watch", table=table["id"])
                    news = await program.until(lambda line, table=table: line.get("table") == table["id"])
                    steps[table["id"]] = news["news"]["seq"]
                    await program.ask("unwatch", table=table["id"])
    return steps


def in_vain(nodes: HostNodes) -> int:
    """Return how often nodes tried for a bot or a clock what another one had done."""
    return sum(node.log.count(what) for node in nodes.all for what in IN_VAIN)
