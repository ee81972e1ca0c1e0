"""The tables that a lobby has: by id, by name, by who sits there, and which is the rematch of which."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from server.identity.name_registry import NameIndex
from server.identity.names import clean_start
from server.lobby.listing.tables import SeatIndex
from server.table.table import Table
from tui.host.pictures import Proposal
from tui.host.refusals import refused


class TableRegistry:
    """All tables."""

    def __init__(self) -> None:
        self.names = NameIndex()
        """The names of everybody who is here or has a seat."""
        self._tables: dict[str, Table] = {}
        self._seats = SeatIndex()
        self._rematches: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self._tables)

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._tables.values()))

    def __contains__(self, table: Table) -> bool:
        return table.opening.id in self._tables

    @property
    def seated(self) -> Collection[str]:
        """The ids of all players with a seat at some table."""
        return self._seats.players

    def find(self, table: str) -> Table | None:
        """Return a table by its id, None if there is none."""
        return self._tables.get(table)

    def named(self, name: str) -> Table:
        """Return a table by its id or its name, in any case. Raises Refused."""
        if table := self._tables.get(name) or self._tables.get(name.lower()):
            return table
        for table in self._tables.values():
            if table.opening.name == name.upper():
                return table
        raise refused("no-table", table=clean_start(name, 40))

    def has_seat(self, player: str) -> bool:
        return bool(self._seats.tables_of(player))

    def of(self, player: str) -> list[Table]:
        """Return the tables at which a player has a seat, except those that are over."""
        tables = (self._tables[table] for table in self._seats.tables_of(player))
        return [table for table in tables if table.state.stage != "over"]

    def home(self, player: str) -> str | None:
        """The id of the running table at which a player has a seat; of several, the one that began last."""
        own = [table for table in self.of(player) if table.state.stage == "running"]
        return max(own, key=lambda table: table.state.since).opening.id if own else None

    def rematch_of(self, table: str) -> Proposal | None:
        """Return the proposal to play again at an ended table, with the new table where its players meet."""
        again = self._tables.get(self._rematches.get(table, ""))
        if again is None or again.state.stage == "over":
            return None
        seats = [seat for seat, h in enumerate(again.state.holders, 1) if h.held_by == "player"]
        return Proposal("rematch", tuple(seats), again.opening.id)

    def before(self, table: Table) -> Table | None:
        """Return the ended table of which this one is the rematch; None: there is none."""
        before = self._tables.get(table.opening.rematch_of)
        return None if before is table else before

    def add(self, table: Table) -> None:
        self._tables[table.opening.id] = table
        self.note(table)
        if table.opening.rematch_of:
            self._rematches[table.opening.rematch_of] = table.opening.id

    def note(self, table: Table) -> None:
        """Note who sits at a table now."""
        holders = table.state.holders
        self._seats.note(table.opening.id, [one.who for one in holders if one.held_by == "player"])
        self.names.note(table.opening.id, tuple(one.name for one in holders if one.name))

    def remove(self, table: Table) -> bool:
        if self._rematches.get(table.opening.rematch_of) == table.opening.id:
            del self._rematches[table.opening.rematch_of]
        if self._tables.pop(table.opening.id, None) is None:
            return False
        self._seats.note(table.opening.id, ())
        self.names.note(table.opening.id, ())
        return True
