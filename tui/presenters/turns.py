"""In the lobby too one is waited for: follows the player's running games and knows which of them ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.game import Refused
from tui.host.port import Release, TableInfo, TableSnapshot

MOST = 8
"""Games that are followed at once."""


class Turns:
    """`follow` follows a table; `changed(begun)` is called when the player is asked somewhere, or
    nowhere any more; `begun`: a question is new.
    """

    def __init__(
        self,
        follow: Callable[[str, Callable[[TableSnapshot], None]], Release],
        changed: Callable[[bool], None],
    ) -> None:
        self._follow, self._changed = follow, changed
        self._followed: dict[str, Release] = {}
        self._asked: dict[str, bool] = {}

    @property
    def asking(self) -> frozenset[str]:
        """The tables at which the player is asked."""
        return frozenset(table for table, asked in self._asked.items() if asked)

    def see(self, tables: Iterable[TableInfo]) -> None:
        """Follows what is running now with the player in it, and nothing else."""
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
        except Refused:  # it was closed meanwhile: the next picture has it no more
            return

    def _heard(self, snapshot: TableSnapshot) -> None:
        table, asks = snapshot.info.id, snapshot.ask is not None
        if table not in self._followed:
            return
        before = self._asked.get(table)
        self._asked[table] = asks
        if asks != before:
            self._changed(asks and before is not None)
