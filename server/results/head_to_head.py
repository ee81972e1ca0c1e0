"""The record of one player against another: who was placed better in the matches that both played."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from server.results.of_log import GameResult


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


def against(account: str, results: Iterable[GameResult]) -> tuple[HeadToHead, ...]:
    """Return the record of an account against each other account, those played most first."""
    found: dict[str, HeadToHead] = {}
    for result in results:
        own = result.seat_of(account)
        if own is None or not result.counts:
            continue
        for other in result.seats:
            if other.holder == "account" and other.who != account:
                before = found.get(other.who, HeadToHead(other.who, 0, 0, 0, 0.0))
                found[other.who] = HeadToHead(
                    other.who,
                    before.played + 1,
                    before.better + (own.place < other.place),
                    before.worse + (own.place > other.place),
                    max(before.last, result.ended),
                )
    return tuple(sorted(found.values(), key=lambda one: (-one.played, -one.last, one.opponent)))
