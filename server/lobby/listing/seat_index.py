"""The tables at which each player has a seat, without a search through all tables."""

from __future__ import annotations

from collections.abc import Collection


class SeatIndex:
    """The ids of tables by the id of a player."""

    def __init__(self) -> None:
        self._tables: dict[str, set[str]] = {}
        self._players: dict[str, frozenset[str]] = {}

    @property
    def players(self) -> Collection[str]:
        """The ids of all players with a seat at some table."""
        return self._tables.keys()

    def tables_of(self, player: str) -> Collection[str]:
        return self._tables.get(player, ())

    def note(self, table: str, players: Collection[str]) -> None:
        """Set who has a seat at a table; with no players the table is forgotten."""
        before, after = self._players.get(table, frozenset()), frozenset(players)
        if before == after:
            return
        self._players[table] = after
        if not after:
            del self._players[table]
        for player in after - before:
            self._tables.setdefault(player, set()).add(table)
        for player in before - after:
            self._tables[player].discard(table)
            if not self._tables[player]:
                del self._tables[player]
