"""What a window on the web costs its host: how long the host's answers take while 1,000 views a minute are
served, a quarter of them positions of replays that nobody has seen yet; what 500 viewers of a table cost.

Each pair is measured without and with, one after the other, on the same host with a game that goes on.
"""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from tests.bench._window import Seen, answers, cpu, running, seen, view

PAIRS, SECONDS = 5, 12.0
VIEWS = 1000 / 60
"""Views a second."""
VIEWERS = 500
PER_ADDRESS = 8
ENDED, MOVES = 6, 80


async def _views(port: int, kept: list[str], new: Iterator[str]) -> None:
    """Views for as long as it runs: three in four of what is kept, or changes by itself."""
    begun, tasks = perf_counter(), set[asyncio.Task[bytes]]()
    for number in itertools.count():
        path = next(new) if number % 4 == 0 else kept[number % len(kept)]
        task = asyncio.create_task(view(port, path))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
        await asyncio.sleep(max(0.0, begun + number / VIEWS - perf_counter()))


async def _listen(port: int, table: str, address: str) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        writer.write(f"GET /live/{table} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        while await reader.read(4096):
            pass
    finally:
        writer.close()


async def _measured() -> list[Mapping[str, Any]]:
    async with seen(ENDED, MOVES) as stage:
        kept = [f"/t/{stage.name}", "/", f"/t/{stage.name}?l=de"]
        new = itertools.cycle(
            f"/r/{one}/{step}{language}"
            for language in ("", "?l=de", "?l=it", "?l=nl")
            for step in range(MOVES - 20)
            for one in stage.ended
        )
        return [*await _pairs(stage, kept, new), *await _crowd(stage)]


async def _pairs(stage: Seen, kept: list[str], new: Iterator[str]) -> list[Mapping[str, Any]]:
    """The host's answers without views and with them."""
    window = stage.window
    without, with_views, busy = list[list[float]](), list[list[float]](), list[float]()
    for _ in range(PAIRS):
        without.append(await answers(stage.asks, SECONDS))
        before = cpu(window)
        async with running(_views(stage.port, kept, new)):
            with_views.append(await answers(stage.asks, SECONDS))
        busy.append((cpu(window) - before) / SECONDS * 100)

    def p99(runs: list[list[float]]) -> float:
        return round(median(quantiles(run, n=100)[98] for run in runs), 1)

    def middle(runs: list[list[float]]) -> float:
        return round(median(median(run) for run in runs), 2)

    grown = [
        quantiles(b, n=100)[98] - quantiles(a, n=100)[98] for a, b in zip(without, with_views, strict=True)
    ]
    return [
        {"figure": "the host's who, median: without views, with 1,000 a minute", "unit": "ms",
         "value": [middle(without), middle(with_views)]},
        {"figure": "its p99: without, with", "unit": "ms", "value": [p99(without), p99(with_views)]},
        {"figure": "its p99 grows by (median of the pairs)", "unit": "ms", "value": round(median(grown), 1),
         "budget": 10},
        {"figure": "the window's CPU, a quarter of the views made anew", "unit": "% of a core",
         "value": round(median(busy), 2), "budget": 5},
    ]  # fmt: skip


async def _crowd(stage: Seen) -> list[Mapping[str, Any]]:
    """What the host and its window do with one viewer of a table and with many, who are sent ticks."""
    window = stage.window
    runs: dict[int, list[tuple[float, float, float]]] = {1: [], VIEWERS: []}
    for viewers in (1, VIEWERS) * PAIRS:
        async with AsyncExitStack() as crowd:
            for number in range(viewers):
                place, last = divmod(number // PER_ADDRESS, 200)
                await crowd.enter_async_context(
                    running(_listen(stage.port, stage.table, f"127.0.{2 + place}.{1 + last}"))
                )
            await asyncio.sleep(2)
            before = stage.at.cpu, cpu(window)
            await asyncio.sleep(SECONDS)
            busy = (stage.at.cpu - before[0]) / SECONDS * 100, (cpu(window) - before[1]) / SECONDS * 100
            runs[viewers].append((*busy, window.memory_info().rss / 2**20))
    one, many = ([round(median(values), 2) for values in zip(*runs[n], strict=True)] for n in (1, VIEWERS))
    what = ("the host's CPU", "the window's CPU", "the window's memory")
    units = ("% of a core", "% of a core", "MB")
    return [
        {"figure": f"{name} with 1 viewer of a table, with {VIEWERS}", "unit": unit, "value": list(both)}
        for name, unit, *both in zip(what, units, one, many, strict=True)
    ]


def figures() -> Iterator[Mapping[str, Any]]:
    """In pairs, on one host."""
    yield from asyncio.run(_measured())
