"""Which item of the lobby's list is chosen, from one snapshot of the lobby to the next. No widget."""

from __future__ import annotations

from tui.host.port import LobbySnapshot
from tui.presenters.listing import Item, sorted_items


class Selection:
    """The items listed, and the chosen one: it stays chosen while it is listed, wherever it moves."""

    def __init__(self) -> None:
        self.items: tuple[Item, ...] = ()
        self.index = 0
        self.awaited = ""
        """The id of a table that is chosen as soon as it is listed; empty: none."""
        self._chosen = ""

    @property
    def item(self) -> Item | None:
        """The chosen item; None if nothing is listed."""
        return self.items[self.index] if self.items else None

    def update(self, lobby: LobbySnapshot) -> bool:
        """List another snapshot. Return True if the awaited table is listed now."""
        self.items = sorted_items(lobby)
        ids = [item.id for item in self.items]
        found = self.awaited in ids
        if found:
            self._chosen, self.awaited = self.awaited, ""
        self.index = ids.index(self._chosen) if self._chosen in ids else min(self.index, max(0, len(ids) - 1))
        self._chosen = ids[self.index] if ids else ""
        return found

    def step(self, by: int) -> None:
        """Choose the item `by` rows further down, or the first or last one."""
        if self.items:
            self.index = min(max(self.index + by, 0), len(self.items) - 1)
            self._chosen = self.items[self.index].id

    def choose(self, table: str) -> None:
        """Choose the item with this id if it is listed."""
        ids = [item.id for item in self.items]
        if table in ids:
            self.index, self._chosen = ids.index(table), table
