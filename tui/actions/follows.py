"""What a program follows, whose session sends it the news; a table as an action that waits sees it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Protocol

from tui.host.pictures import TableSnapshot
from tui.host.port import Port
from tui.host.refusals import refused
from tui.presenters.listing import is_rated

Json = Mapping[str, Any]


class Follows(Protocol):
    """The tables, the lobby, the seats and the analyses that one program follows."""

    async def newest(self, table: str) -> TableSnapshot:
        """Returns the newest snapshot of a table, which is followed from then on. Raises Refused."""

    async def watch(self, table: str) -> TableSnapshot:
        """Sends a table's news from now on, and returns its newest snapshot. Raises Refused."""

    def unwatch(self, table: str) -> None:
        """Stops following a table. Raises Refused ("no-table") if it was not followed."""

    def forget(self, table: str) -> None:
        """Stops following a table, if it was followed."""

    def follow_lobby(self, asked: Any, shown: Json) -> None:
        """Sends the tables that were `asked` for from now on, whenever they differ from what was `shown`."""

    def unfollow_lobby(self) -> None:
        """Sends no news of the lobby any more."""

    def follow_seats(self, *, on: bool) -> None:
        """Sends what happens at the player's seats from now on, or no longer."""

    async def analyse(self, table: str) -> Json:
        """Has a game analysed and returns how far that is; news follow. Raises Refused."""


FIRST_SNAPSHOT = 10.0
"""Seconds to wait for a table that is read from the journal."""
RATINGS_READ = 2.0
"""Seconds to wait, after the end of a rated game, for what it did to ratings."""


class FollowedTable:
    """A table while an action runs: all snapshots of it, the first one before anything else."""

    def __init__(self, port: Port, table: str) -> None:
        self.snapshots: list[TableSnapshot] = []
        self._came = asyncio.Event()
        self.release = port.follow_table(table, self._see)

    def _see(self, snapshot: TableSnapshot) -> None:
        self.snapshots.append(snapshot)
        self._came.set()

    async def rated(self) -> None:
        """Waits for what an ended game did to ratings, if it is about to be told."""
        try:
            async with asyncio.timeout(RATINGS_READ):
                while _awaits_ratings(self.snapshots[-1]):
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            return  # without them the result is told all the same

    async def first(self) -> TableSnapshot:
        """Returns the newest snapshot, once there is one. Raises Refused ("busy")."""
        try:
            await asyncio.wait_for(self._came.wait(), FIRST_SNAPSHOT)
        except TimeoutError:
            raise refused("busy") from None
        return self.snapshots[-1]


async def newest(port: Port, table: str) -> TableSnapshot:
    """Returns the newest snapshot of a table. Raises Refused."""
    followed = FollowedTable(port, table)
    try:
        return await followed.first()
    finally:
        followed.release()


def _awaits_ratings(snapshot: TableSnapshot) -> bool:
    """Whether the table's game has ended, and is about to change ratings."""
    return bool(snapshot.standings) and is_rated(snapshot.info) and not snapshot.ratings
