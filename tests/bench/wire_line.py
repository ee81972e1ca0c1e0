"""What a session costs its line and its core: the lobby on a recorded line, no SSH.

Bytes of the first screen and of a key for each terminal type, time and CPU of a start and of a
key, memory of a session. The table's figures are `wire_table`'s business.
"""

# ruff: noqa: ASYNC110  (what a pass of the loop does is what is measured)
from __future__ import annotations

import asyncio
import gc
import os
import time
from collections.abc import Iterator
from typing import Any

import psutil

from tests.tui.lines import RecordedSession, client
from tests.tui.scripted_port import Hosted, Seat, bot, player, table

TERMS = ("xterm-256color", "xterm", "linux", "vt100", "xterm-kitty")
KEYS = (b"\x1b[B", b"\x1b[B", b"\x1b[A", b"\x1b[A")
ROUNDS = 50
CROWD = 100


def lobby_host() -> Hosted:
    tables = [
        table(n, f"KIWI-{n}", player("Amber"), player(f"Guest-{n}"), bot("Elm"), Seat()) for n in range(8)
    ]
    return Hosted(*tables)


def figures() -> Iterator[dict[str, Any]]:
    yield from asyncio.run(_figures())


async def _figures() -> list[dict[str, Any]]:
    found = []
    for term in TERMS:
        found += await _bytes(term)
    return [*found, *await _times(), await _memory()]


async def _settled(mode_switch: RecordedSession) -> None:
    """Waits until the session has sent what it has to say."""
    quiet = 0
    while quiet < 10:
        sent = len(mode_switch.line.sent)
        await asyncio.sleep(0)
        quiet = quiet + 1 if len(mode_switch.line.sent) == sent else 0


async def _begun(host: Hosted, term: str = "xterm-256color", name: str = "Wren") -> RecordedSession:
    mode_switch = RecordedSession(host, client(term), name)
    while not any(b"KIWI-7" in data for data in mode_switch.line.sent):
        await asyncio.sleep(0)
    return mode_switch


async def _bytes(term: str) -> list[dict[str, Any]]:
    mode_switch = await _begun(lobby_host(), term)
    await _settled(mode_switch)
    first = sum(map(len, mode_switch.line.sent))
    mode_switch.line.sent.clear()
    for key in KEYS:
        mode_switch.session.feed(key)
        before = len(mode_switch.line.sent)
        while len(mode_switch.line.sent) == before:
            await asyncio.sleep(0)
        await _settled(mode_switch)
    keys = sum(map(len, mode_switch.line.sent)) / len(KEYS)
    await mode_switch.leave()
    return [
        {"figure": f"first lobby screen, {term}", "value": first, "unit": "B"},
        {"figure": f"choosing another table, {term}", "value": keys, "unit": "B"},
    ]


async def _times() -> list[dict[str, Any]]:
    host = lobby_host()
    await (await _begun(host)).leave()
    began, cpu = time.perf_counter(), time.process_time()
    for _ in range(10):
        await (await _begun(host)).leave()
    start = (time.perf_counter() - began) / 10
    mode_switch = await _begun(host)
    await _settled(mode_switch)
    waited, cpu = [], time.process_time()
    for _ in range(ROUNDS):
        for key in KEYS:
            pressed, before = time.perf_counter(), len(mode_switch.line.sent)
            mode_switch.session.feed(key)
            while len(mode_switch.line.sent) == before:
                await asyncio.sleep(0)
            waited.append(time.perf_counter() - pressed)
    spent = (time.process_time() - cpu) / len(waited)
    await mode_switch.leave()
    waited.sort()
    return [
        {"figure": "start, first screen and end of a session", "value": round(start * 1e3, 2), "unit": "ms"},
        {
            "figure": "key to its last byte, p50",
            "value": round(waited[len(waited) // 2] * 1e3, 2),
            "unit": "ms",
        },
        {
            "figure": "key to its last byte, p99",
            "value": round(waited[len(waited) * 99 // 100] * 1e3, 2),
            "unit": "ms",
        },
        {"figure": "CPU per key", "value": round(spent * 1e3, 2), "unit": "ms"},
    ]


async def _memory() -> dict[str, Any]:
    host, process = lobby_host(), psutil.Process(os.getpid())
    visits = [await _begun(host, name=f"Guest{n}") for n in range(10)]
    gc.collect()
    before = process.memory_info().rss
    visits += [await _begun(host, name=f"Crowd{n}") for n in range(CROWD)]
    gc.collect()
    grown = process.memory_info().rss - before
    for mode_switch in visits:
        await mode_switch.leave()
    return {
        "figure": "memory of a session in the lobby",
        "value": round(grown / CROWD / 2**20, 3),
        "unit": "MB",
    }
