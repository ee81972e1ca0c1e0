"""Casts are drawn a few at a time, one for each address; what is too much is refused."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import pytest

from server.analysis.courses import casts as module
from server.analysis.courses.casts import AT_ONCE, Casts
from server.analysis.courses.work import CastTask, Task
from server.budget.fair_order import Asker
from tests.server.analysis.courses.test_process import CAST
from tests.server.simulation import refusal, settled


class EndlessCasts:
    """Draws casts that have as many parts as anybody wants."""

    def __init__(self) -> None:
        self.begun = 0
        self.under_way = 0

    @asynccontextmanager
    async def work(self, task: Task) -> AsyncIterator[AsyncIterator[bytes]]:
        assert isinstance(task, CastTask)
        self.begun += 1
        self.under_way += 1
        try:
            yield self._parts()
        finally:
            self.under_way -= 1

    async def _parts(self) -> AsyncIterator[bytes]:
        while True:
            yield b"part"

    async def close(self) -> None:
        pass


class Wanted:
    """A cast that somebody wants."""

    def __init__(self, casts: Casts, address: str, who: str = "") -> None:
        self._drawn: AsyncGenerator[bytes, None] = casts.draw(CAST, Asker(address, who or address))
        self.first = asyncio.ensure_future(anext(self._drawn))

    async def end(self) -> None:
        self.first.cancel()
        await asyncio.wait([self.first])
        await self._drawn.aclose()
        await settled()


async def test_an_address_has_one_at_a_time() -> None:
    """Another person's begins at once, however many an address has asked for; the next one with the end of
    the first.
    """
    worker = EndlessCasts()
    casts = Casts(worker)
    wanted = [Wanted(casts, "attack", f"eve{number}") for number in range(50)]
    await settled()
    assert worker.begun == 1
    ada = Wanted(casts, "home")
    assert await ada.first == b"part"
    await wanted[0].end()
    assert (worker.begun, worker.under_way) == (3, 2)
    assert wanted[1].first.done()
    for one in (*wanted, ada):
        await one.end()
    assert worker.under_way == 0


async def test_few_are_drawn_at_once() -> None:
    worker = EndlessCasts()
    casts = Casts(worker)
    wanted = [Wanted(casts, f"192.0.2.{number}") for number in range(AT_ONCE + 2)]
    await settled()
    assert worker.under_way == AT_ONCE
    for one in wanted:
        await one.end()
    assert worker.begun == AT_ONCE + 2


async def test_an_address_that_asks_for_too_many_gives_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody else's waits instead of its last one; its own next one is refused."""
    monkeypatch.setattr(module, "WAITING", 3)
    casts = Casts(EndlessCasts())
    wanted = [Wanted(casts, f"192.0.2.{number}") for number in range(AT_ONCE)]
    wanted += [Wanted(casts, "attack", f"eve{number}") for number in range(3)]
    await settled()
    assert (await refusal(Wanted(casts, "attack", "eve3").first)).code == "busy"
    ada = Wanted(casts, "home")
    assert (await refusal(wanted[-1].first)).code == "busy"
    assert not ada.first.done()
    for one in (*wanted, ada):
        await one.end()
