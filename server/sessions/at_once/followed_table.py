"""A table as a command that answers at once sees it."""

from __future__ import annotations

import asyncio

from tui.app import single_commands as words
from tui.host.pictures import TableSnapshot
from tui.host.port import Port
from tui.host.refusals import refused

FIRST_SNAPSHOT = 10.0
"""Seconds to wait for a table that is read from the journal."""
RATINGS_READ = 2.0
"""Seconds to wait, after the end of a rated game, for what it did to ratings."""


class FollowedTable:
    """A table while a command runs: all snapshots of it, the first one before anything else."""

    def __init__(self, port: Port, table: str) -> None:
        self.snapshots: list[TableSnapshot] = []
        self._came = asyncio.Event()
        self.release = port.follow_table(table, self._see)

    def _see(self, snapshot: TableSnapshot) -> None:
        self.snapshots.append(snapshot)
        self._came.set()

    async def rated(self) -> None:
        """Wait for what an ended game did to ratings, if it is about to be told."""
        try:
            async with asyncio.timeout(RATINGS_READ):
                while words.awaits_ratings(self.snapshots[-1]):
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            return  # without them the result is told all the same

    async def first(self) -> TableSnapshot:
        """Return the newest snapshot, once there is one. Raises Refused ("busy")."""
        try:
            await asyncio.wait_for(self._came.wait(), FIRST_SNAPSHOT)
        except TimeoutError:
            raise refused("busy") from None
        return self.snapshots[-1]
