"""Clients that send as much as they can: they are slowed, then ended with a sentence, and nobody else is."""

from __future__ import annotations

import asyncio
from typing import Any

from server.transport.hardened import KEY_EXCHANGE
from tests.bench._host import SeatedPlayer
from tests.e2e.host import LiveHost
from tests.edge.attack import LONGEST, STORMS
from tests.edge.quiet_player import attack, undisturbed

SENTENCE = "Too many packets: at most 10 a second are handled"
LATE = ("[Errno 104] Connection reset by peer", "[Errno 32] Broken pipe")
"""What a client gets that for some seconds did not come to reading, as may happen on a loaded machine."""
KINDS = ("sizes", "bytes", "ignore", "global", "channel", "inflate")


async def _flood(port: int, kind: str, address: str) -> dict[str, Any]:
    options = {"count": 1200, "seconds": 0.3, "stay": LONGEST}
    async with attack(port, "flood", address, kind=kind, **options) as running:
        return await running.report()


async def test_tiny_packets(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """Window changes of any size, single bytes, MSG_IGNORE, global and channel requests, and packets that
    inflate to nearly as much as they may, all at once.
    """
    async with undisturbed(live.port, people[0]):
        floods = (_flood(live.port, kind, f"127.0.2.{n}") for n, kind in enumerate(KINDS, 1))
        reports = await asyncio.gather(*floods)
    ends = [report["end"] for report in reports]
    assert set(ends) <= {SENTENCE, *LATE}
    assert ends.count(SENTENCE) >= len(KINDS) - 1
    assert all(report["seconds"] > 1 for report in reports)


async def test_rekeying(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """A key exchange costs as much as fifty packets: twenty at once, then one in five seconds."""
    async with (
        undisturbed(live.port, people[1]),
        attack(live.port, "rekeys", "127.0.2.10", count=1000, seconds=1.5) as running,
    ):
        report = await running.report()
    assert 1 <= report["done"] <= (1000 + 10 * (report["seconds"] + 1)) / KEY_EXCHANGE
    assert report["end"] in (None, SENTENCE)


async def test_zlib_bomb(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """A packet that inflates to 30 MB ends its connection before it is inflated."""
    async with (
        undisturbed(live.port, people[2]),
        attack(live.port, "bomb", "127.0.2.11", megabytes=30, times=2) as running,
    ):
        report = await running.report()
    assert report["ends"] == ["Decompression failed"] * 2


async def test_channels(live: LiveHost) -> None:
    """Of 400 sessions over one connection at most four are opened."""
    async with attack(live.port, "channels", "127.0.2.12", count=400) as running:
        report = await running.report()
    assert report["refused"] == "Too many sessions"
    assert 1 < report["opened"] <= 4


async def test_requests_that_need_an_answer(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """Sizes, keepalives, subsystems and channels that are opened and closed fifty times a second, by guests
    of one address: they are answered, and nobody else notices. Who goes on telling of an environment is sent
    away.
    """
    async with (
        undisturbed(live.port, people[3]),
        attack(live.port, "storm", "127.0.2.13", kinds="+".join(STORMS), guests=7, seconds=1.5) as running,
    ):
        report = await running.report()
    assert report["ends"] == {"env": "Environment too large"}
    assert report["asked"] > 7
