"""The record of one player against another: who was placed better in the matches that both played."""

from __future__ import annotations

from msgspec import Struct


class HeadToHead(Struct, frozen=True):
    """The matches with a result against one opponent, by how the two were placed."""

    opponent: str
    """The account's id."""
    played: int
    better: int
    """How often the player was placed better than the opponent."""
    worse: int
    last: float
    """When the last of these games ended."""

    @property
    def level(self) -> int:
        """How often both had the same place."""
        return self.played - self.better - self.worse
