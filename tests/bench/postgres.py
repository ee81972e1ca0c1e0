"""Three nodes on one PostgreSQL: how long an append takes, and until the other nodes have been told.

Each node is a process; PostgreSQL runs on the same machine, its data on a disk. Tables are followed by all
nodes, as if their seats were on different ones. Then the doorbell is lost: how late the poll is.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from server.log.entries import Entry
from tests.server.journals import opening
from tests.server.running_postgres import RunningPostgres
from tests.server.store.postgres.journal_node import node_on

NODES = 3
TABLES = 300
SECONDS = 15.0
BEFORE = 4.0
"""Seconds that a node may take to start."""
RATES = (100, 1000)
LOST_BELLS = 5
BUDGETS = {"append p99": 15.0, "seen elsewhere p99": 40.0}
"""Milliseconds at 1,000 moves a second."""


def figures() -> Iterator[dict[str, Any]]:
    """Yield the figures of each rate, and of lost doorbells."""
    server = RunningPostgres(parent=Path(tempfile.gettempdir()))
    try:
        for rate in RATES:
            yield from _figures_at(rate, asyncio.run(_run(server, rate)))
        late = round(max(asyncio.run(_lost_bells(server))), 2)
        yield {"figure": "a lost doorbell is found after", "value": late, "unit": "s", "budget": 3}
    finally:
        server.remove()


def _figures_at(rate: int, nodes: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    appended = sorted(time * 1000 for node in nodes for time in node["appended"])
    seen = sorted(time * 1000 for node in nodes for time in node["seen"])
    yield {"figure": f"moves at {rate}/s", "value": round(len(appended) / SECONDS), "unit": "1/s"}
    for name, times in (("append", appended), ("seen elsewhere", seen)):
        for share in (50, 99):
            value = round(times[len(times) * share // 100], 1)
            figure = {"figure": f"{name} p{share} at {rate}/s", "value": value, "unit": "ms"}
            budget = BUDGETS.get(f"{name} p{share}") if rate == RATES[-1] else None
            yield figure | ({"budget": budget} if budget else {})
    lost = len(appended) * (NODES - 1) - len(seen)
    yield {"figure": f"never seen elsewhere at {rate}/s", "value": lost, "unit": "entries", "budget": 0}
    cpu = sum(node["cpu"] for node in nodes)
    yield {"figure": f"CPU of all nodes at {rate}/s", "value": round(cpu * 100), "unit": "% of a core"}


async def _run(server: RunningPostgres, rate: int) -> list[dict[str, Any]]:
    async with server.database() as url:
        async with node_on(url) as node:
            for table in range(TABLES):
                await node.journal.create(opening(f"t{table}"))
        await server.execute("CHECKPOINT")
        start = monotonic() + BEFORE
        return await asyncio.gather(*(_node(url, number, rate, start) for number in range(NODES)))


async def _node(url: str, number: int, rate: int, start: float) -> dict[str, Any]:
    arguments = map(str, (url, number, NODES, rate, SECONDS, TABLES, start))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.bench._postgres_node", *arguments, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate()
    found: dict[str, Any] = json.loads(told)
    return found


async def _lost_bells(server: RunningPostgres) -> list[float]:
    """Seconds until a node whose doorbell is not heard has been told of each of a few entries."""
    late: list[float] = []
    async with server.database() as url, node_on(url) as node, node_on(url, deaf=True) as deaf:
        await node.journal.create(opening())
        told = asyncio.Event()
        deaf.journal.subscribe("t1", lambda _: told.set())
        for number in range(1, LOST_BELLS + 1):
            began = monotonic()
            await node.journal.append("t1", number - 1, [Entry(seq=number, kind="move")])
            await told.wait()
            told.clear()
            late.append(monotonic() - began)
    return late
