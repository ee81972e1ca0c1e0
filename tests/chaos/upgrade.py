"""A released version and this one side by side on one PostgreSQL: `python -m tests.chaos.upgrade [COMMIT]`.

Two nodes of the program of COMMIT (version 0.2.0, if none is named) are played at. A node of this version
joins and changes the schema under them, and every other program comes to it, so that games go on over both.
Then one old node moves its players and is renewed, and the other one is killed; as the old program it must
not start again. Every game ends, and the verdict is that of chaos: every figure in the first
line has to be 0. Needs the history: in a shallow clone or a package it says so and exits 1.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from random import Random

import asyncssh

from engine.registry import GAMES
from server.store.database.schema import SCHEMA_VERSION
from tests.bench._day import NoHistory, program_of
from tests.chaos.__main__ import report, say
from tests.chaos.faults import Timed
from tests.chaos.host_chaos import LOOK, TimedTold, settle, watched_stalls
from tests.chaos.host_nodes import ROOT, HostNode, HostNodes
from tests.chaos.journal_verdict import ChaosVerdict
from tests.chaos.servers import PostgresPair
from tests.simulation.kills import PlayingProgram

RELEASED = "731ddf2d6c3c43334517007f232d47fcd9babc1e"
"""Version 0.2.0."""
PLAYERS = 6
"""Programs that begin at the old nodes. Every other one comes to the new node when it joins."""
MOVES = 60
"""Confirmed moves in each part, at least."""
WITHIN = 120.0
"""Seconds for a part."""
TRACEBACK = re.compile(r"^.*\n.*Traceback(?:.*\n)*?(?=\d{4}-|\Z)", re.MULTILINE)
"""In a log: with the line before it, up to the next line with a time."""
NO_TIME = re.compile(r"server/bots/workers\.py.*TimeoutError\s*\Z", re.DOTALL)
"""A busy machine gave a bot's process no time; another move is made for it."""
UNKNOWN_BOT = re.compile(r"engine\.game\.Refused: \('bot-unknown', .*\)\s*\Z")
"""A node of the old program was to think for a bot that it does not have; a quick move is made there."""
REFUSED = "was made by a newer version of crownhouse"


class VersionTold(TimedTold):
    """What programs at nodes of one version were told; `everything` is told all of it."""

    def __init__(self, everything: TimedTold) -> None:
        super().__init__()
        self._everything = everything
        self.pictures, self.refused = everything.pictures, everything.refused

    def confirmed(self, move: tuple[str, int, int, object]) -> None:
        super().confirmed(move)
        self._everything.confirmed(move)

    @property
    def tables(self) -> set[str]:
        """The tables at which moves were confirmed."""
        return {move[0] for move in self.moves}


class Upgrade:
    """Nodes of two versions, and the programs that play at them."""

    def __init__(self, nodes: HostNodes, old: Path, rng: Random) -> None:
        self.nodes, self._old, self._rng = nodes, old, rng
        self.told = TimedTold()
        self.by_old, self.by_new = VersionTold(self.told), VersionTold(self.told)
        self.keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(PLAYERS)]
        self.made: list[Timed] = []
        self._programs: dict[int, asyncio.Task[None]] = {}

    def begin(self, number: int, first: HostNode | None = None) -> None:
        """Let a program play at one node after another, at first at this one; it leaves where it is."""
        if number in self._programs:
            self._programs[number].cancel()
        self._programs[number] = asyncio.create_task(self._play(number, first))

    def stop(self) -> None:
        """Let all programs leave."""
        for program in self._programs.values():
            program.cancel()

    async def _play(self, number: int, first: HostNode | None) -> None:
        while True:
            node, first = first or await self.nodes.choose(), None
            told = self.by_old if node.program == self._old else self.by_new
            program = PlayingProgram(number, {}, told, self._rng, look=LOOK, bots=1)
            await program.play(node.port, self.keys[number])
            await asyncio.sleep(LOOK)

    async def more(self, *told: TimedTold, until: Callable[[], bool] = lambda: True) -> None:
        """Wait until so many more moves are confirmed to each of these, and until something is so."""
        wanted = [len(one.moves) + MOVES for one in told]
        async with asyncio.timeout(WITHIN):  # what is waited for happens in other processes
            while not until() or any(len(one.moves) < more for one, more in zip(told, wanted, strict=True)):  # noqa: ASYNC110
                await asyncio.sleep(LOOK)

    @contextmanager
    def fault(self, what: str) -> Iterator[None]:
        """Note when it began and was over."""
        began = time.monotonic()
        yield
        self.made.append(Timed(what, began, time.monotonic()))


async def run(old: Path, seed: int = 1) -> tuple[ChaosVerdict, list[Timed]]:
    """Upgrade the nodes of an old program, and return the verdict and what was done to them."""
    rng = Random(seed)
    async with AsyncExitStack() as until_end:
        pair = PostgresPair()
        until_end.callback(pair.remove)
        folder = Path(until_end.enter_context(tempfile.TemporaryDirectory(prefix="upgrade-")))
        nodes = HostNodes(folder, [pair.primary.url()] * 3, rng, old)
        until_end.push_async_callback(nodes.end)
        stalls = await until_end.enter_async_context(watched_stalls())
        upgrade = Upgrade(nodes, old, rng)
        until_end.callback(upgrade.stop)
        await _upgrade(upgrade, pair)
        verdict = await settle(
            pair, nodes, upgrade.keys, upgrade.told, rng, upgrade.stop, upgrade.made, stalls=stalls
        )
        found = [one for node in nodes.all for one in TRACEBACK.findall(node.log)]
        unknown = [one for one in found if UNKNOWN_BOT.search(one)]
        late = [one for one in found if NO_TIME.search(one)]
        unexpected = [one for one in found if one not in (*unknown, *late)]
        verdict.counts["bots without time"] = len(late)
        verdict.counts["bots unknown to the old program"] = len(unknown)
        verdict.faults["tracebacks"] = len(unexpected)
        verdict.notes += unexpected
        verdict.counts["tables played at by both"] = len(upgrade.by_old.tables & upgrade.by_new.tables)
        return verdict, upgrade.made


async def _upgrade(upgrade: Upgrade, pair: PostgresPair) -> None:
    """Everything that is done to the nodes, while programs play."""
    first, second, third = upgrade.nodes.all
    for node in (first, second):
        await node.start()
    for number in range(PLAYERS):
        upgrade.begin(number)
    await upgrade.more(upgrade.by_old)
    before = await _schema(pair)
    third.program = ROOT
    with upgrade.fault("a node of the newer version joined"):
        await third.start()
    after = await _schema(pair)
    say(f"schema {before} became {after} under play")
    assert before < after == SCHEMA_VERSION, "the old program has the schema of this one: nothing is shown"
    for number in range(0, PLAYERS, 2):
        upgrade.begin(number, third)
    await upgrade.more(
        upgrade.by_old, upgrade.by_new,
        until=lambda: len(upgrade.by_old.tables & upgrade.by_new.tables) >= len(GAMES),
    )  # fmt: skip
    with upgrade.fault("a node renewed"):
        upgrade.nodes.failed_to_leave += await first.leave() != 0
        first.program = ROOT
        await first.start()
    await upgrade.more(upgrade.by_new)
    with upgrade.fault("a node killed"):
        await second.kill()
        assert not await second.try_to_start(), "the old program has started on the newer schema"
        say(second.log.strip().splitlines()[-1])
        assert REFUSED in second.log
        second.program = ROOT
        await second.start()
    await upgrade.more(upgrade.by_new)


async def _schema(pair: PostgresPair) -> int:
    ((version,),) = await pair.primary.execute("SELECT version FROM schema_version")
    return int(version)


def main(commit: str = RELEASED) -> int:
    """Show it with the program of a commit; 1 if a promise was broken, or if it cannot be shown."""
    try:
        with program_of(commit) as program:
            verdict, made = asyncio.run(run(program.root))
    except NoHistory as why:
        sys.stderr.write(f"The versions cannot be shown side by side: {why}. Fetch the whole history.\n")
        return 1
    for line in report(verdict, made):
        say(line)
    return 0 if verdict.is_clean else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
