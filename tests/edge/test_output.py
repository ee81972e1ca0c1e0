"""Clients that do not take what is shown to them: no more than a frame waits for each."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.bench._house import Seated
from tests.e2e.host import LiveHost
from tests.edge.quiet_player import attack, undisturbed

WINDOW, FRAME = 4096, 2000
"""Bytes that the attacker allows, and of the largest frame of a lobby."""


async def _typed(port: int, address: str, *, reading: int) -> dict[str, Any]:
    options = {"keys": 300, "seconds": 1.5, "reading": reading}
    async with attack(port, "closed_window", address, **options) as running:
        return await running.report()


async def test_closed_window(live: LiveHost, people: list[Seated]) -> None:
    """Behind a closed window frames replace each other: what is left of 300 keys is one frame."""
    async with undisturbed(live.port, people[0]):
        closed, read = await asyncio.gather(
            _typed(live.port, "127.0.2.1", reading=0), _typed(live.port, "127.0.2.2", reading=1)
        )
    assert closed["typed"] == read["typed"] == 300
    assert closed["received"] < WINDOW + FRAME
    assert read["received"] > 0


async def test_huge_window(live: LiveHost, people: list[Seated]) -> None:
    """Who allows two gigabytes, types and reads nothing delays nobody else."""
    async with (
        undisturbed(live.port, people[1]),
        attack(live.port, "huge_window", "127.0.2.3", keys=200, seconds=1.5) as running,
    ):
        assert (await running.report())["typed"] > 0
