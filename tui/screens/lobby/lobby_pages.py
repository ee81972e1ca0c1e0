"""Which tables of the host the lobby follows: a page of all of them, or of those that typed words find."""

from __future__ import annotations

from collections.abc import Container

from msgspec.structs import replace

from tui.host.port import LobbySnapshot, Release
from tui.host.table_search import FIRST_PAGE, TableSearch
from tui.presenters.lobby_words import typed_search
from tui.screens.lobby.lobby_forms import LobbyForms


class LobbyPages(LobbyForms, inherit_bindings=False):
    """Subclasses show what comes: they call `_list` with each snapshot."""

    def __init__(self) -> None:
        super().__init__()
        self._looks_around: Release | None = None
        """Ends that it follows the lobby; None: it does not."""
        self._search, self._searched = FIRST_PAGE, ""
        """The tables that it looks at, and the words by which they are searched for."""
        self._finds = False
        """Whether words were typed whose tables have not come yet: the first one is chosen then."""

    def _changed(self, lobby: LobbySnapshot) -> None:
        raise NotImplementedError

    def _renew(self) -> None:
        """Shows what has changed."""
        raise NotImplementedError

    def _look_around(self) -> None:
        """Follows the lobby from now on."""
        if self._looks_around is None:
            self._looks_around = self.follow_lobby(self._changed, self._search)

    def _list(self, lobby: LobbySnapshot, asking: Container[str]) -> None:
        """Lists a snapshot; `asking`: at which tables the player is asked. Of a page that was turned to, the
        first table is chosen, or the last one if that was backwards.
        """
        before, self._lobby = self._lobby.first, lobby
        self._selection.update(lobby, asking)
        tables = self._selection.sections.tables
        if tables and (self._finds or before != lobby.first):
            self._selection.choose(tables[0 if self._finds or before < lobby.first else -1].id)
        self._finds = False

    def _has_pages(self, seen: int) -> bool:
        """Returns whether more tables of others are listed than are `seen` at once."""
        return len(self._selection.sections.tables) > seen or self._lobby.found > self._search.count

    def _turn_page(self, by: int, seen: int, before: int) -> None:
        """Goes to the next tables, or to those before: some that are known already, or the next page of the
        host's. `seen` at once, with so many rows `before` them.
        """
        if not self._selection.page(by, seen, before):
            first = self._lobby.first + by * self._search.count
            if 0 <= first < self._lobby.found:
                self._look_for(replace(self._search, skip=first))

    def _look_for(self, search: TableSearch) -> None:
        """Looks at other tables from now on."""
        self._search = search
        if self._looks_around:
            self._looks_around()
            self._looks_around = self.follow_lobby(self._changed, search)

    def command_tables(self, words: str) -> None:
        """Lists the tables that fit the words; without words all."""
        self._searched, self._finds = words, bool(words)
        self._look_for(typed_search(self.texts, words))
        self._renew()
