"""What a window on the web costs its host: how long the host's answers take while 1,000 views a minute are
served, a quarter of them positions of replays that nobody has seen yet; what 500 viewers of a table cost.

Each pair is measured without and with, one after the other, on the same host with a game that goes on.
"""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from tests.bench._window import Seen, answers, cpu, running, seen, view

PAIRS, SECONDS = 5, 12.0
VIEWS = 1000 / 60
"""Views a second."""
VIEWERS, CROWD_SECONDS = 500, 30.0
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


async def _visit(stage: Seen, address: str, pages: Counter[str]) -> None:
    """A page of the table that is open: with each tick it is fetched again."""
    reader, writer = await asyncio.open_connection("127.0.0.1", stage.port, local_addr=(address, 0))
    try:
        writer.write(f"GET /live/{stage.table} HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        while said := await reader.read(4096):
            if b"data:" in said:
                page = await view(stage.port, f"/t/{stage.name}", address)
                pages["shown" if b" 200 " in page[:20] else "lost"] += 1
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
        before = cpu(window.pid)
        async with running(_views(stage.port, kept, new)):
            with_views.append(await answers(stage.asks, SECONDS))
        busy.append((cpu(window.pid) - before) / SECONDS * 100)

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
    """What the host and its window do with one viewer of a table and with many, for each move of the game."""
    host, window = stage.at.process.pid, stage.window
    runs: dict[int, list[Sequence[float]]] = {1: [], VIEWERS: []}
    for number in range(2 * PAIRS):
        viewers = (1, VIEWERS)[number % 4 in {1, 2}]  # by turns: 1, 500, 500, 1
        async with AsyncExitStack() as crowd:
            pages = Counter[str]()
            for one in range(viewers):
                place, last = divmod(one // PER_ADDRESS, 200)
                await crowd.enter_async_context(
                    running(_visit(stage, f"127.0.{2 + place}.{1 + last}", pages))
                )
            await asyncio.sleep(2)
            pages.clear()
            begun, moves = perf_counter(), len(stage.player.moved)
            before = (cpu(host), cpu(window.pid), *stage.counted())
            await asyncio.sleep(CROWD_SECONDS)
            after = (cpu(host), cpu(window.pid), *stage.counted())
            seconds, moves = perf_counter() - begun, len(stage.player.moved) - moves
        busy, of_window, asked, lines, sent = (b - a for a, b in zip(before, after, strict=True))
        of_host = (busy * 1000 / moves, asked / seconds * 60, lines / moves, sent / moves)
        of_window = (of_window / seconds * 100, window.memory_info().rss / 2**20)
        lost = 100 * pages["lost"] / max(1, pages.total())
        runs[viewers].append((*of_host, *of_window, pages["shown"] / seconds / viewers, lost))
    one, many = ([round(median(values), 3) for values in zip(*runs[n], strict=True)] for n in (1, VIEWERS))
    what = (
        ("the host's CPU for a move of the table", "ms"),
        ("questions of the window to the host", "a minute"),
        ("lines to the window for a move", "lines"),
        ("bytes to the window for a move", "B"),
        ("the window's CPU", "% of a core"),
        ("the window's memory", "MB"),
        ("pages that a viewer is shown", "a second"),
        ("pages that did not come", "%"),
    )
    ratio = median(many[0] / one[0] for one, many in zip(runs[1], runs[VIEWERS], strict=True))
    return [
        *(
            {"figure": f"{name} with 1 viewer, with {VIEWERS}", "unit": unit, "value": list(both)}
            for (name, unit), *both in zip(what, one, many, strict=True)
        ),
        {"figure": f"the host's CPU for a move with {VIEWERS} viewers against 1", "unit": "x (of pairs)",
         "value": round(ratio, 3), "budget": 1.05},
    ]  # fmt: skip


def figures() -> Iterator[Mapping[str, Any]]:
    """In pairs, on one host."""
    yield from asyncio.run(_measured())
