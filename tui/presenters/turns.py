"""Whose turn it is: the words for the window's title, and what follows the player's running games while they
are in the lobby.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from engine.game import Refused
from tui.boards.kit.board import Names
from tui.host.port import Release, TableInfo, TableSnapshot
from tui.language.texts import Texts

MOST = 8
"""The most games followed at once."""
MOST_NAMED = 2
"""The most players that a title names."""


def title_of_lobby(texts: Texts, asking: Sequence[str]) -> str:
    """Returns the window's title in the lobby; `asking` are the names of tables where the player is asked."""
    return _at(texts._("your turn"), asking[0]) if asking else "crownhouse"


def title_of_table(texts: Texts, snapshot: TableSnapshot, names: Names) -> str:
    """Returns the window's title at a table: whose turn it is, and where."""
    if snapshot.ask is not None:
        return _at(texts._("your turn"), snapshot.info.name)
    if not snapshot.waiting_for or snapshot.info.stage != "running":
        return _at("crownhouse", snapshot.info.name)
    named = [names(seat) for seat in snapshot.waiting_for[:MOST_NAMED]]
    more = ["…"] if len(snapshot.waiting_for) > MOST_NAMED else []
    return _at(texts._("turn: {names}", names=", ".join([*named, *more])), snapshot.info.name)


def _at(what: str, table: str) -> str:
    return f"{what} · {table}"


class TurnTracker:
    """Tracks whose turn it is. `follow` follows a table. `changed(begun)` is called when the player begins or
    ceases to be asked somewhere; `begun`: a question is new. `clock` is called with every snapshot.
    """

    def __init__(
        self,
        follow: Callable[[str, Callable[[TableSnapshot], None]], Release],
        changed: Callable[[bool], None],
        clock: Callable[[TableSnapshot], None],
    ) -> None:
        self._follow, self._changed, self._clock = follow, changed, clock
        self._followed: dict[str, Release] = {}
        self._asked: dict[str, bool] = {}

    @property
    def asking(self) -> frozenset[str]:
        """The ids of the tables at which the player is asked."""
        return frozenset(table for table, asked in self._asked.items() if asked)

    def see(self, tables: Iterable[TableInfo]) -> None:
        """Follows the running games in which the player has a seat, and no others."""
        own = [table.id for table in tables if table.stage == "running" and table.your_seat is not None]
        for table in [known for known in self._followed if known not in own]:
            self._followed.pop(table)()
            self._asked.pop(table, None)
        for table in own[:MOST]:
            if table not in self._followed:
                self._begin(table)

    def _begin(self, table: str) -> None:
        try:
            self._followed[table] = self._follow(table, self._heard)
        except Refused:  # it was closed in between: the next snapshot does not have it
            return

    def _heard(self, snapshot: TableSnapshot) -> None:
        table, asks = snapshot.info.id, snapshot.ask is not None
        if table not in self._followed:
            return
        self._clock(snapshot)
        before = self._asked.get(table)
        self._asked[table] = asks
        if asks != before:
            self._changed(asks and before is not None)
