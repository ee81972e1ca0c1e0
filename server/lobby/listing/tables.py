"""The host's tables as they are listed to each player: all of them, or a page of a search.

Only changed tables are worked out again, and both orders are kept, so that a page costs the same on a host
with ten tables and with thousands. Who is sent a page, and when, is left to
`server.lobby.listing.broadcaster`.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Collection, Mapping, Sequence
from itertools import count, islice
from typing import NamedTuple

from msgspec.structs import replace

from server.table.table import Table
from tui.host.pictures import TableInfo
from tui.host.table_search import FoundTables, TableSearch, fits, rank


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


AT_ONCE = 48
"""Tables that are worked out in a turn of the event loop: in some three milliseconds."""


class _Place(NamedTuple):
    """Where a table stands in an order."""

    rank: int
    """0 for all tables in the order of their opening."""
    age: tuple[float, int]
    table: str


class TableListing:
    """Caches how each table is listed."""

    def __init__(self) -> None:
        self._tables: dict[str, Table] = {}
        self._ages: dict[str, tuple[float, int]] = {}
        """When each table was opened, the later the less, and which was known first of those of a moment."""
        self._numbers = count()
        self._public: dict[str, TableInfo] = {}
        """What everybody is shown of a table, by id; private tables are missing."""
        self._ranked: list[_Place] = []
        self._newest: list[_Place] = []
        self._special = SeatIndex()
        """The players who are shown more of a table than others, or who know a private table."""
        self._shown_more: dict[str, frozenset[str]] = {}
        """The same by table, as it was noted last."""
        self._noted: dict[str, None] = {}
        """Tables to be worked out again."""
        self._touched: list[TableInfo] = []
        """How changed tables were listed before and afterwards, since that was taken last."""

    @property
    def is_behind(self) -> bool:
        """Whether so many tables changed at once that they are listed as they were, until `work_out` has had
        its turns.
        """
        return len(self._noted) > AT_ONCE

    @property
    def number(self) -> int:
        self._renew()
        return len(self._public)

    def note(self, table: Table) -> frozenset[str]:
        """Work a new or changed table out again when it is listed next. Return the players who are or were
        shown more of it than others.
        """
        self._tables[table.opening.id] = table
        if table.opening.id not in self._ages:
            self._ages[table.opening.id] = (-table.opening.opened, next(self._numbers))
        people = table.people | table.known_to if table.known_to else table.people
        return self._noted_for(table.opening.id, people)

    def drop(self, table: Table) -> frozenset[str]:
        """Remove a table. Return who was shown more of it than others."""
        self._tables.pop(table.opening.id, None)
        return self._noted_for(table.opening.id, frozenset())

    def _noted_for(self, table: str, players: frozenset[str]) -> frozenset[str]:
        self._noted[table] = None
        before = self._shown_more.get(table, frozenset())
        if players is not before:
            self._special.note(table, players)
            self._shown_more[table] = players
            if not players:
                del self._shown_more[table]
        return before | players

    def special_to(self, player: str) -> Collection[str]:
        """Return the ids of the tables of which a player is shown more than others."""
        return self._special.tables_of(player)

    def own(self, player: str) -> tuple[TableInfo, ...]:
        """Return these tables, newest first."""
        tables = self.special_to(player)
        if len(tables) < 2:
            return tuple(self._tables[table].info(player) for table in tables)
        return tuple(self._tables[table].info(player) for table in sorted(tables, key=self._ages.__getitem__))

    def page(self, search: TableSearch) -> FoundTables:
        """Return the page that everybody is shown for a search; if it has fewer pages, the last one."""
        self._renew()
        found = _page(search, self._order(search), self._public)
        if found.tables or not found.found:
            return found
        last = (found.found - 1) // search.count * search.count
        return _page(replace(search, skip=last), self._order(search), self._public)

    def find(self, player: str, search: TableSearch) -> FoundTables:
        """Return the page for one player: also of private tables that they know, and of their own ones with
        all that is shown to them.
        """
        self._renew()
        own = {info.id: info for info in self.own(player)}
        places = [place for place in self._order(search) if place.table not in own]
        places += [self._place(info, newest=search.newest) for info in own.values()]
        places.sort()
        return _page(search, places, self._public | own)

    def to(self, player: str) -> tuple[TableInfo, ...]:
        """Return all tables listed to a player, newest first."""
        return self.find(player, TableSearch(count=len(self._tables), newest=True)).tables

    def take_changes(self) -> list[TableInfo]:
        """Return what was and what is listed otherwise than when this was called last."""
        self._renew()
        changes, self._touched = self._touched, []
        return changes

    @property
    def is_changed(self) -> bool:
        """Whether there may be changes to take."""
        return bool(self._noted or self._touched)

    def _order(self, search: TableSearch) -> list[_Place]:
        return self._newest if search.newest else self._ranked

    def _renew(self) -> None:
        if not self.is_behind:
            self.work_out()

    def work_out(self) -> None:
        """Work out AT_ONCE of the tables that changed, those first that changed first."""
        for name in tuple(islice(self._noted, AT_ONCE)):
            del self._noted[name]
            table, before = self._tables.get(name), self._public.get(name)
            now = None if table is None or table.opening.private else table.public
            if now != before:
                self._touched += [info for info in (before, now) if info]
                self._show(name, before, now)
            if table is None:
                self._ages.pop(name, None)

    def _show(self, table: str, before: TableInfo | None, now: TableInfo | None) -> None:
        if before:
            self._move(before, now)
        elif now:
            insort(self._ranked, self._place(now))
            insort(self._newest, self._place(now, newest=True))
        if now:
            self._public[table] = now
        else:
            del self._public[table]

    def _move(self, before: TableInfo, now: TableInfo | None) -> None:
        if now is None:
            _remove(self._newest, self._place(before, newest=True))
        if now is None or rank(before) != rank(now):
            _remove(self._ranked, self._place(before))
            if now:
                insort(self._ranked, self._place(now))

    def _place(self, info: TableInfo, *, newest: bool = False) -> _Place:
        return _Place(0 if newest else rank(info), self._ages[info.id], info.id)


def _remove(places: list[_Place], place: _Place) -> None:
    del places[bisect_left(places, place)]


def _page(search: TableSearch, places: Sequence[_Place], tables: Mapping[str, TableInfo]) -> FoundTables:
    """Return one page of those tables, which are in order, that are searched for."""
    if search.is_narrow:
        places = [place for place in places if fits(search, tables[place.table])]
    shown = places[search.skip : search.skip + search.count]
    return FoundTables(tuple(tables[place.table] for place in shown), search.skip, len(places))
