"""The host's tables as they are listed to each player, newest first.

Only changed tables are worked out again, because a lobby with a thousand tables is sent whenever a player
comes or goes. Who gets the list, and when, is left to `server.lobby.broadcaster`.
"""

from __future__ import annotations

from server.lobby.seat_index import SeatIndex
from server.table.table import Table
from tui.host.pictures import TableInfo


class TableInfoCache:
    """Caches how each table is listed."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._public: dict[str, TableInfo | None] = {}
        """What everybody is shown of a table, by id, in order; None: nothing."""
        self._to_all: tuple[TableInfo, ...] = ()
        self._special = SeatIndex()
        """The players who are shown more of a table than others, or who know a private table."""
        self._changed: set[str] = set()

    def note(self, table: Table) -> None:
        """Work a new or changed table out again when it is listed next."""
        self._tables[table.opening.id] = table
        self._changed.add(table.opening.id)

    def drop(self, table: Table) -> None:
        """Remove a table."""
        if self._tables.pop(table.opening.id, None):
            self._changed.add(table.opening.id)

    def to(self, player: str) -> tuple[TableInfo, ...]:
        """Return the tables listed to a player: all public ones and the private ones they know."""
        if self._changed:
            self._renew()
        special = self._special.tables_of(player)
        if not special:
            return self._to_all
        own = {table: self._tables[table].info(player) for table in special}
        return tuple(filter(None, (self._public | own).values()))

    def _renew(self) -> None:
        new = any(name in self._tables and name not in self._public for name in self._changed)
        for name in self._changed:
            table = self._tables.get(name)
            if table is None:
                self._public.pop(name, None)
                self._special.note(name, ())
            else:
                self._public[name] = None if table.opening.private else table.public
                self._special.note(name, table.people | table.known_to)
        self._changed.clear()
        if new:
            newest = sorted(self._tables.values(), key=lambda table: table.opening.opened, reverse=True)
            self._public = {table.opening.id: self._public[table.opening.id] for table in newest}
        self._to_all = tuple(filter(None, self._public.values()))
