"""Which item of the lobby is chosen, from one snapshot of the lobby to the next. No widget."""

from __future__ import annotations

from collections.abc import Container, Sequence

from tui.host.port import LobbySnapshot, TableInfo
from tui.host.table_search import PAGE_SIZE
from tui.presenters.listing import Item, Sections, sections_of


class Selection:
    """The items listed, and the chosen one: it stays chosen while it is listed, wherever it moves."""

    def __init__(self) -> None:
        self.sections = Sections()
        self.items: tuple[Item, ...] = ()
        self.index = 0
        self._chosen = ""

    @property
    def item(self) -> Item | None:
        """The chosen item; None if nothing is listed."""
        return self.items[self.index] if self.items else None

    def update(self, lobby: LobbySnapshot, asking: Container[str] = ()) -> None:
        """Lists another snapshot; `asking`: at which tables the player is asked. Where there are more
        tables than a page of them, each keeps its row.
        """
        sections = sections_of(lobby, asking)
        if lobby.found > PAGE_SIZE:
            sections = sections._replace(tables=in_their_rows(self.sections.tables, sections.tables))
        self.sections = sections
        self.items = self.sections.items
        ids = [item.id for item in self.items]
        self.index = ids.index(self._chosen) if self._chosen in ids else min(self.index, max(0, len(ids) - 1))
        self._chosen = ids[self.index] if ids else ""

    def step(self, by: int) -> None:
        """Choose the item `by` rows further down, or the first or last one."""
        if self.items:
            self._choose(min(max(self.index + by, 0), len(self.items) - 1))

    def leap(self, by: int) -> None:
        """Choose the first item of the next list that has any, or of the one before."""
        lists: Sequence[Sequence[Item]] = [listed for listed in self.sections if listed]
        starts = [sum(map(len, lists[:number])) for number in range(len(lists))]
        if starts:
            here = max(number for number, start in enumerate(starts) if start <= self.index)
            self._choose(starts[(here + by) % len(starts)])

    def page(self, by: int, size: int, before: int = 0) -> bool:
        """Choose the first table of others that is `by` pages further, each of `size` rows; other rows stand
        `before` the first one. Returns whether there is one.
        """
        tables = self.sections.tables
        start = len(self.sections.games) + len(self.sections.seats)
        here = self.index - start
        first = ((here + before) // size + by) * size - before if 0 <= here < len(tables) else 0
        if not -size < first < len(tables):
            return False
        self._choose(start + max(0, first))
        return True

    def choose(self, item_id: str) -> None:
        """Choose the item with this id if it is listed."""
        ids = [item.id for item in self.items]
        if item_id in ids:
            self._choose(ids.index(item_id))

    def _choose(self, index: int) -> None:
        self.index, self._chosen = index, self.items[index].id


def in_their_rows(before: Sequence[TableInfo], now: Sequence[TableInfo]) -> tuple[TableInfo, ...]:
    """Tables in the order in which they were listed before: new ones take the places of those now gone."""
    by_id = {table.id: table for table in now}
    known = {table.id for table in before}
    new = iter([table for table in now if table.id not in known])
    rows = [by_id.get(table.id) or next(new, None) for table in before]
    return (*(table for table in rows if table), *new)
