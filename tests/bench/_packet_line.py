"""Slow, long, stalling or cut lines between two network namespaces, packet by packet, so that
acknowledgements are real: `PacketLines`. Needs Linux and root.

`python -m tests.bench._packet_line NAME COUNT` is the process that passes the packets on. Each line that it
reads is JSON, the number of a line and what is to change of it; the answer is what has passed so far.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import json
import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

NEW_NET, TUN_SET, TUN_NO_INFO = 0x40000000, 0x400454CA, 0x1001
TUN = Path("/dev/net/tun")
LONGEST = 2000
QUEUE = 65536
"""Bytes that wait in front of a line; any more are dropped."""


class LineShape(Struct, frozen=True):
    """How a line is: bits a second (0: no limit), seconds of one way, and when nothing passes."""

    rate: float = 0.0
    delay: float = 0.0
    jitter: float = 0.0
    stall_every: float = 0.0
    stall_for: float = 0.0
    """In the last `stall_for` of each `stall_every` seconds nothing passes: it waits or, if `drops`, is lost.
    """
    drops: bool = False
    cut: bool = False
    """Everything is lost."""


class LineCounts(Struct, frozen=True):
    """Bytes and packets that the client and the host have sent so far, with their IP headers."""

    up: int = 0
    down: int = 0
    up_packets: int = 0
    down_packets: int = 0
    up_empty: int = 0
    down_empty: int = 0
    """Bytes of packets that only acknowledge, or are TCP's own otherwise."""

    @property
    def total(self) -> int:
        """The bytes of both."""
        return self.up + self.down


def missing() -> str:
    """What this machine does not have for such lines; nothing where all is there."""
    if os.name != "posix" or os.geteuid() != 0:
        return "needs root"
    if not TUN.exists() or shutil.which("ip") is None:
        return f"needs {TUN} and ip"
    return ""


class PacketLines:
    """Lines between a namespace of clients and one of a host. Line `n` joins 10.9.n.1 to 10.9.n.2."""

    def __init__(self, name: str, process: subprocess.Popen[str]) -> None:
        self._name, self._process = name, process

    @staticmethod
    def address(line: int) -> str:
        """Where clients find the host over that line."""
        return f"10.9.{line}.2"

    def of_client(self, *command: str) -> list[str]:
        """The command among the clients."""
        return ["ip", "netns", "exec", f"{self._name}-a", *command]

    def of_host(self, *command: str) -> list[str]:
        """The command at the host's end."""
        return ["ip", "netns", "exec", f"{self._name}-b", *command]

    def shape(self, line: int, shape: LineShape) -> None:
        """Changes a line from now on."""
        self._ask(line, {field: getattr(shape, field) for field in shape.__struct_fields__})

    def cut(self, line: int, *, cut: bool = True) -> None:
        """Cuts a line, or mends it."""
        self._ask(line, {"cut": cut})

    def counts(self, line: int) -> LineCounts:
        """What has passed so far."""
        return self._ask(line, {})

    def _ask(self, line: int, changes: dict[str, Any]) -> LineCounts:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps([line, changes]) + "\n")
        self._process.stdin.flush()
        return LineCounts(*json.loads(self._process.stdout.readline()))


@contextmanager
def packet_lines(count: int) -> Iterator[PacketLines]:
    """So many lines, until they are left."""
    name = f"line{os.getpid()}"
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.bench._packet_line", name, str(count)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield PacketLines(name, process)
    finally:
        assert process.stdin is not None
        process.stdin.close()
        process.wait()
        for end in ("a", "b"):
            subprocess.run(["ip", "netns", "del", f"{name}-{end}"], check=False)


# The process that passes the packets on


class Direction:
    """Packets of one direction: they pass at the line's rate, then are delayed, in order."""

    def __init__(self, out: int, loop: asyncio.AbstractEventLoop) -> None:
        self.bytes = self.packets = self.empty = 0
        self._out, self._loop = out, loop
        self._free = self._last = 0.0
        self._queued = 0
        self._chance = Random(31)

    def send(self, packet: bytes, shape: LineShape) -> None:
        now = self._loop.time()
        stalled = _stalled(shape, now)
        if shape.cut or self._queued > QUEUE or (shape.drops and stalled):
            return
        self.bytes, self.packets, self._queued = (
            self.bytes + len(packet), self.packets + 1, self._queued + len(packet),
        )  # fmt: skip
        self.empty += len(packet) * (len(packet) == _headers(packet))
        self._free = max(self._free, now + stalled) + (len(packet) * 8 / shape.rate if shape.rate else 0)
        self._last = max(self._last, self._free + shape.delay + self._chance.random() * shape.jitter)
        self._loop.call_at(self._free, self._sent, len(packet))
        self._loop.call_at(self._last, os.write, self._out, packet)

    def _sent(self, size: int) -> None:
        self._queued -= size


def _headers(packet: bytes) -> int:
    """The bytes of IP's and TCP's headers."""
    ip = 4 * (packet[0] & 15)
    return ip + 4 * (packet[ip + 12] >> 4)


def _stalled(shape: LineShape, now: float) -> float:
    """The seconds until a stall is over, 0 while there is none."""
    if not shape.stall_every:
        return 0.0
    left = shape.stall_every - now % shape.stall_every
    return left if left <= shape.stall_for else 0.0


class JoinedEnds:
    """Two devices, one in each namespace, and what is between them."""

    def __init__(self, name: str, number: int, loop: asyncio.AbstractEventLoop) -> None:
        self.shape = LineShape()
        ends = [
            _device(f"{name}-{end}", f"{end}{number}", f"10.9.{number}.{n}")
            for n, end in ((1, "a"), (2, "b"))
        ]
        self.up, self.down = Direction(ends[1], loop), Direction(ends[0], loop)
        for end, direction in zip(ends, (self.up, self.down), strict=True):
            loop.add_reader(end, self._forward, end, direction)

    def _forward(self, end: int, direction: Direction) -> None:
        while True:
            try:
                packet = os.read(end, LONGEST)
            except BlockingIOError:
                return
            if packet[0] >> 4 == 4:
                direction.send(packet, self.shape)

    def answer(self, changes: dict[str, Any]) -> list[int]:
        self.shape = replace(self.shape, **changes)
        both = (self.up, self.down)
        return [getattr(way, what) for what in ("bytes", "packets", "empty") for way in both]


def _device(namespace: str, name: str, address: str) -> int:
    _enter(f"/var/run/netns/{namespace}")
    end = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(end, TUN_SET, struct.pack("16sH", name.encode(), TUN_NO_INFO))
    subprocess.run(["ip", "addr", "add", f"{address}/30", "dev", name], check=True)
    subprocess.run(["ip", "link", "set", name, "up"], check=True)
    return end


def _enter(namespace: str) -> None:
    found = os.open(namespace, os.O_RDONLY)
    if ctypes.CDLL("libc.so.6", use_errno=True).setns(found, NEW_NET):
        raise OSError(ctypes.get_errno(), "setns failed")
    os.close(found)


async def _serve(name: str, count: int) -> None:
    loop = asyncio.get_running_loop()
    for end in ("a", "b"):
        subprocess.run(["ip", "netns", "add", f"{name}-{end}"], check=True)  # noqa: ASYNC221
        subprocess.run(["ip", "-n", f"{name}-{end}", "link", "set", "lo", "up"], check=True)  # noqa: ASYNC221
    lines = [JoinedEnds(name, number, loop) for number in range(count)]
    _say([])
    reader = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while asked := await reader.readline():
        number, changes = json.loads(asked)
        _say(lines[number].answer(changes))


def _say(answer: Sequence[int]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], int(sys.argv[2])))
