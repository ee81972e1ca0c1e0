"""What a program follows: its session keeps that, and sends it the news."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from tui.host.pictures import TableSnapshot

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
