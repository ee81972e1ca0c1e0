"""The game on a line of 960 bytes a second, as a modem of 9600 baud has it, in both directions.

A proxy between a real SSH connection and the host passes on so many bytes and holds next to
nothing back. Two players sit at one table; the one who is to move is on the slow line for keys
and screens, the other one for what moves look like from there.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from time import perf_counter
from typing import Any

from tests.bench._host import SeatedPlayer, folder, game, host, seats
from tests.bench._player import SshPlayer, share, sit

RATE = 960
"""Bytes a second, in either direction."""
PIECE = 48
"""Bytes that are passed on at once."""
HELD = 1024
"""Bytes of the kernel's buffers on the slow side."""
KEYS = (b"\x1b[C", b" ", b"\x1b[C", b" ", b"\x1b[D", b" ", b"\x1b[D")
ROUNDS = 4
MOVES = (b" ", b"s", b"r", b" ", b"s", b"r", b" ", b"s", b"r")
SCREENS = 3
BURST = 12


def figures() -> Iterator[dict[str, Any]]:
    mover = game().seat
    people = seats(1, mover, mover % 4 + 1)
    with folder(1, people) as data:
        yield from asyncio.run(_slowly(data, *people))


@asynccontextmanager
async def slow_line(port: int) -> AsyncIterator[int]:
    """A port that leads to the host's, slowly."""
    lines: set[asyncio.Task[None]] = set()

    async def joined(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        beyond = socket.socket()
        beyond.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, HELD)
        beyond.setblocking(False)
        await asyncio.get_running_loop().sock_connect(beyond, ("127.0.0.1", port))
        far_reader, far_writer = await asyncio.open_connection(sock=beyond, limit=PIECE)
        for source, target in ((reader, far_writer), (far_reader, writer)):
            line = asyncio.create_task(_trickle(source, target))
            lines.add(line)
            line.add_done_callback(lines.discard)

    server = await asyncio.start_server(joined, "127.0.0.1", 0, limit=PIECE)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for line in tuple(lines):
            line.cancel()


async def _trickle(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    """One direction, until either end hangs up; what is still under way then is lost."""
    free = perf_counter()
    with suppress(ConnectionError):
        while not target.is_closing() and (data := await source.read(PIECE)):
            free = max(free, perf_counter()) + len(data) / RATE
            await asyncio.sleep(max(0.0, free - perf_counter()))
            target.write(data)
            await target.drain()
    target.close()


async def _slowly(data: Path, mover: SeatedPlayer, other: SeatedPlayer) -> list[dict[str, Any]]:
    async with host(data) as at, slow_line(at.port) as port:
        there = await sit(at.port, other)
        here = await sit(port, mover, quiet=1.0, reads=1.0)
        found = [await _keys(here), await _burst(here), await _screens(here)]
        here.leave()
        there.leave()
        fast = await sit(at.port, mover)
        slow = await sit(port, other, quiet=1.0, reads=1.0)
        found.append(await _moves(fast, slow))
        fast.leave()
        slow.leave()
    return found


async def _keys(player: SshPlayer) -> dict[str, Any]:
    times = [took for key in KEYS * ROUNDS if (took := await player.answered(key, 0.4)) is not None]
    return {"figure": f"answer to a selection key at {RATE} B/s, p95", "value": round(share(times, 0.95), 2),
            "unit": "s", "budget": 0.3}  # fmt: skip


async def _burst(player: SshPlayer) -> dict[str, Any]:
    """Keys that repeat while their key is held down."""
    player.reset()
    for _ in range(BURST):
        player.press(b" ")
        pressed = player.press(b"\x1b[C")
        await asyncio.sleep(0.033)
    await player.quiet(1.0)
    return {"figure": f"{2 * BURST} keys in {BURST * 0.033:.1f} s, from the last to its last byte",
            "value": round(player.last - pressed, 2), "unit": "s", "bytes": player.count}  # fmt: skip


async def _screens(player: SshPlayer) -> dict[str, Any]:
    """To the lobby by a command, which asks nothing, and back."""
    times = []
    for keys in (b"/lobby\r", b"g") * SCREENS:
        player.reset()
        pressed = player.press(keys)
        await player.quiet(1.5)
        times.append(player.last - pressed)
    return {"figure": f"a new screen at {RATE} B/s, the slowest", "value": round(max(times), 2), "unit": "s",
            "budget": 5}  # fmt: skip


async def _moves(fast: SshPlayer, slow: SshPlayer) -> dict[str, Any]:
    times = []
    for key in MOVES:
        slow.reset()
        pressed = fast.press(key)
        await slow.quiet(1.2)
        if slow.count:
            times.append(slow.last - pressed)
    return {"figure": f"another seat's move at {RATE} B/s, p95", "value": round(share(times, 0.95), 2),
            "unit": "s", "budget": 0.6}  # fmt: skip
