"""Clients that do not take what is shown to them: no more than a frame waits for each."""

from __future__ import annotations

import asyncio
from typing import Any

from tests.bench._host import SeatedPlayer
from tests.e2e.host import LiveHost
from tests.edge.attack import LONGEST
from tests.edge.quiet_player import attack, undisturbed

WINDOW, FRAME = 4096, 4000
"""Bytes that the attacker allows, and of the largest frame: the budget of a first screen."""


async def _typed(port: int, address: str, *, reading: int) -> dict[str, Any]:
    options = {"keys": 100, "seconds": 0.5, "reading": reading}
    async with attack(port, "closed_window", address, **options) as running:
        return await running.report()


async def test_closed_window(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """Behind a closed window frames replace each other: what is left of 100 keys is one frame, and what is
    new while it is read.
    """
    async with undisturbed(live.port, people[0]):
        closed, read = await asyncio.gather(
            _typed(live.port, "127.0.2.1", reading=0), _typed(live.port, "127.0.2.2", reading=1)
        )
    assert closed["typed"] == read["typed"] == 100
    assert closed["received"] < WINDOW + 2 * FRAME
    assert read["received"] > 0


async def test_huge_window(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """Who allows two gigabytes, types and reads nothing is disconnected, and delays nobody else."""
    async with undisturbed(live.port, people[1]):
        assert await _disconnected(live.port, "huge_window", "127.0.2.3", keys=20, seconds=0.2)


async def test_window_that_stays_closed(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """Who closes the window and types is disconnected, though he reads the connection."""
    async with undisturbed(live.port, people[2]):
        assert await _disconnected(live.port, "shut_window", "127.0.2.4")


async def test_half_a_key_exchange(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """Who begins a key exchange, after which nothing may be sent, and never ends it is disconnected."""
    async with undisturbed(live.port, people[3]):
        assert await _disconnected(live.port, "half_exchange", "127.0.2.5")


async def _disconnected(port: int, name: str, address: str, **options: float) -> bool:
    """Whether the host ends the connection of one who goes on typing."""
    async with attack(port, name, address, stay=LONGEST, **options) as running:
        return bool((await running.report())["end"])
