"""A table as an action that waits sees it, and an analysis that it waits for."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from engine.analysis.findings import Analysis
from tui.host.game_analysis import AnalysisNews
from tui.host.pictures import TableSnapshot
from tui.host.port import Port
from tui.host.refusals import refused
from tui.presenters.listing import is_rated

FIRST_SNAPSHOT = 10.0
"""Seconds to wait for a table that is read from the journal."""
RATINGS_READ = 2.0
"""Seconds to wait, after the end of a rated game, for what it did to ratings."""


class FollowedTable:
    """A table while an action runs: all snapshots of it, or the last that are `kept`."""

    def __init__(self, port: Port, table: str, kept: int | None = None) -> None:
        self.snapshots: deque[TableSnapshot] = deque(maxlen=kept)
        self._came = asyncio.Event()
        self.release = port.follow_table(table, self.see)

    def see(self, snapshot: TableSnapshot) -> None:
        self.snapshots.append(snapshot)
        self._came.set()

    async def after(self, deed: Callable[[], Awaitable[None]], *, rated: bool) -> Sequence[TableSnapshot]:
        """Do something there, wait for its ratings, and return what came; at least the newest snapshot."""
        await self.newest()
        seen, before = self.snapshots, len(self.snapshots)
        await deed()
        with suppress(TimeoutError):  # without ratings the result is told all the same
            async with asyncio.timeout(RATINGS_READ):
                while rated and not (now := seen[-1]).ratings and now.standings and is_rated(now.info):
                    self._came.clear()
                    await self._came.wait()
        return [*seen][before:] or [seen[-1]]

    async def newest(self) -> TableSnapshot:
        """Return the newest snapshot, once there is one. Raises Refused ("busy")."""
        if not self.snapshots:
            try:
                await asyncio.wait_for(self._came.wait(), FIRST_SNAPSHOT)
            except TimeoutError:
                raise refused("busy") from None
        return self.snapshots[-1]


async def newest(port: Port, table: str) -> TableSnapshot:
    """Return the newest snapshot of a table. Raises Refused."""
    followed = FollowedTable(port, table)
    try:
        return await followed.newest()
    finally:
        followed.release()


async def analysed(port: Port, table: str, heard: Callable[[AnalysisNews], object]) -> Analysis | None:
    """Return the whole analysis of an ended game (None: it failed); what comes before is `heard`."""
    news: asyncio.Queue[AnalysisNews] = asyncio.Queue()
    release = await port.analyse(table, news.put_nowait)
    try:
        while not (now := await news.get()).failed:
            if now.analysis is not None and now.analysis.complete:
                return now.analysis
            heard(now)
    finally:
        release()
    return None
