"""Three whole nodes on one PostgreSQL under faults: how soon play goes on after PostgreSQL is back, how soon
others act for the bots and clocks of a node that is killed, and how much nodes do in vain.

Programs play all games with bots through `ssh HOST api`; at more tables only time passes. Six minutes.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from time import monotonic
from typing import Any

from tests.bench._nodes_play import PlayedNodes, played_nodes
from tests.chaos.clocked_tables import CLOCK, CLOCK_SECONDS, ClockedTables
from tests.chaos.faults import Timed
from tests.chaos.host_chaos import in_vain
from tests.chaos.host_verdict import (
    BOTS_TAKEN_OVER,
    CLOCKS_TAKEN_OVER,
    read_truths,
    waits_for_nodes,
)  # fmt: skip
from tests.chaos.journal_verdict import ChaosVerdict
from training.yardstick import measured, play_chess

TIMES = 3
"""How often each fault comes, but for the one that takes a minute."""
AWAY = {"is killed and gone for 5 s": 5.0, "is killed and gone for a minute": 60.0}
RESTARTS = {"is restarted": "fast", "is stopped at once": "immediate"}
FAILOVER = "fails over to its standby"
SETTLED = 4.0
"""Seconds of play after each fault."""
LONGEST = 30.0
"""Seconds for which a table is waited for."""
CLOCKED, KILLS = 12, 2
BEFORE_DUE, AFTER_KILL = 0.5, 12.0
"""Seconds from a kill until the first clock runs out, and until the node is started again."""
FIRST_DUE = "SELECT min(last) FROM (SELECT max(time) AS last FROM entries JOIN tables ON id = table_id \
WHERE clock = $1 AND NOT ended GROUP BY id) AS lasts"
DUTIES = "SELECT count(*) FROM entries WHERE by IN ('bot', 'timeout') AND time > $1"


def figures() -> Iterator[dict[str, Any]]:
    """Yield the figures of one run."""
    yield {"figure": "python-chess", "value": round(measured(play_chess, 0).plies), "unit": "plies/s of CPU"}
    with asyncio.Runner() as runner:
        found = _measured()
        while (figure := runner.run(anext(found, None))) is not None:  # type: ignore[arg-type]
            yield figure


async def _measured() -> AsyncIterator[dict[str, Any]]:
    async with played_nodes() as played:
        async for figure in _resumed(played):
            yield figure
        async for figure in _taken_over(played):
            yield figure


# Resuming


async def _resumed(played: PlayedNodes) -> AsyncIterator[dict[str, Any]]:
    """Yield how long after PostgreSQL takes writes again moves are shown."""
    for what in (*RESTARTS, *AWAY, FAILOVER):
        waits = [await _resume(played, what) for _ in range(1 if AWAY.get(what, 0) > SETTLED * 2 else TIMES)]
        for which, value in (("first", max(map(min, waits))), ("last", max(map(max, waits)))):
            yield {
                "figure": f"PostgreSQL {what}: the {which} of {min(map(len, waits))} tables plays on",
                "value": round(value, 2), "unit": "s", "budget": 1.0,
            }  # fmt: skip


async def _resume(played: PlayedNodes, what: str) -> list[float]:
    """Make a fault, and return for each table on which a game goes on how long it took."""
    at, tables = await _back(played, what), played.seen.running()
    deadline = monotonic() + LONGEST
    while monotonic() < deadline and not all(  # noqa: ASYNC110  (this is about other processes)
        played.seen.step_after(table, at) for table in tables
    ):
        await asyncio.sleep(0.05)
    waits = [(played.seen.step_after(table, at) or deadline) - at for table in tables]
    if what == FAILOVER:
        await played.pair.add_standby()
    await asyncio.sleep(SETTLED)
    return waits


async def _back(played: PlayedNodes, what: str) -> float:
    """Make a fault, and return when PostgreSQL has confirmed a write of a new connection afterwards."""
    pair = played.pair
    if what in RESTARTS:
        await pair.restart(RESTARTS[what])
    elif what in AWAY:
        await pair.crash(AWAY[what])
    else:
        failing = asyncio.create_task(pair.fail_over())
        while pair.standby is not None:  # noqa: ASYNC110  (likewise)
            await asyncio.sleep(0.005)
        at = await played.takes_writes()
        assert await failing, "there was no standby to fail over to"
        return at
    return await played.takes_writes()


# Taking over


async def _taken_over(played: PlayedNodes) -> AsyncIterator[dict[str, Any]]:
    """Renew a node and then kill it as clocks are about to run out. A renewed one knows newer rules: the
    first has the duties of all tables when it is killed, the second those of half of them.
    """
    at_zero, kills, renewals = time.time() - monotonic(), list[Timed](), list[Timed]()
    began, before = time.time(), in_vain(played.nodes)
    await ClockedTables().open(played.nodes.all[0], CLOCKED)
    for number in range(KILLS):
        at = monotonic()
        await played.nodes.renew()
        renewals.append(Timed("a node renewed", at, monotonic()))
        ((first,),) = await played.pair.primary.execute(FIRST_DUE, CLOCK)
        await asyncio.sleep(first + CLOCK_SECONDS - BEFORE_DUE - time.time())
        killed, at = played.nodes.all[number], monotonic()
        await killed.kill()
        await asyncio.sleep(AFTER_KILL)
        kills.append(Timed("a node killed", at, monotonic()))
        await killed.start()
    await asyncio.sleep(SETTLED)
    truths = await read_truths(played.pair, ChaosVerdict())
    for faults, kinds in (
        (kills, ((BOTS_TAKEN_OVER, "a killed node's bots"), (CLOCKS_TAKEN_OVER, "a killed node's clocks"))),
        (renewals, ((BOTS_TAKEN_OVER, "a renewed node's bots"),)),
    ):
        waits = waits_for_nodes(truths, faults, at_zero)
        for kind, whose in kinds:
            value = round(max(waits[kind], default=0.0), 2)
            name = f"{whose}: the latest of {len(waits[kind])} moves"
            yield {"figure": name, "value": value, "unit": "s", "budget": 5.0}
    ((done,),) = await played.pair.primary.execute(DUTIES, began)
    vain = in_vain(played.nodes) - before
    share = round(100 * vain / (done + vain), 2)
    yield {
        "figure": f"in vain of {done + vain} tries for bots and clocks",
        "value": share,
        "unit": "%",
        "budget": 1.0,
    }
