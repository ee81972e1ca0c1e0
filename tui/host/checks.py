"""What a session asks of its host before it asks its player whether they mean it: nobody confirms what would
be refused.
"""

from __future__ import annotations

from typing import Protocol

from tui.host.moderation import AccountKey


class CheckPort(Protocol):
    """Each raises Refused as the request of that name would, and changes nothing."""

    async def check_leave(self, table: str) -> None:
        """Returns if this player may give their seat back."""

    async def check_concede(self, table: str) -> None:
        """Returns if this player may concede."""

    async def check_abandon(self, table: str) -> None:
        """Returns if this player may agree to end the game without a result."""

    async def check_end_table(self, table: str) -> None:
        """Returns if this player may end the table."""

    async def check_play_on(self, table: str, position: int, seat: int) -> None:
        """Returns if this player may play on from a position of an ended game."""

    async def check_drop_key(self, key: str) -> AccountKey:
        """Returns the key that is meant."""

    async def check_new_recovery_code(self) -> None:
        """Returns if there can be a code for this account."""

    async def check_forget_me(self) -> None:
        """Returns if this account can be deleted."""

    async def check_leave_club(self, club: str = "", *, unnamed: bool = False) -> str:
        """Returns the name of the club that is meant."""

    async def check_remove_from_club(self, name: str, club: str = "") -> None:
        """Returns if this member can be removed."""
