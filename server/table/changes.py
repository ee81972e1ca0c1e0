"""What kinds of things have changed at a table, and who hears of which."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Generic, Literal, TypeVar, get_args

from server.log.table_options import is_lesson
from server.log.table_state import TableState
from server.table.snapshots import round_of
from tui.host.port import Release

Change = Literal["move", "turn", "listed", "seats", "stage", "bots", "answers", "around", "duties"]
"""`move`: another position. `turn`: others are asked than before. `listed`: a move after which the table is
listed in another way. `seats`: who has which, and whose time was up. `stage`: also, that its log is read.
`bots` and `answers`: anything, where a bot sits, and where players have said beforehand what answers for
them. `around`: nothing of the log (talk, who is here). `duties`: which node acts for the table.
"""
EVERYTHING = frozenset[Change](get_args(Change))
UNLISTED = frozenset[Change](("move", "turn", "bots", "answers"))
"""What changes nothing of how a table is listed."""
T = TypeVar("T")


def changes_between(before: TableState, now: TableState, *, woken: bool) -> frozenset[Change]:
    """Return the kinds of what has changed at a table since it was in another state."""
    kinds = set[Change]()
    if now.stage != before.stage or woken:
        kinds.add("stage")
    if now.holders != before.holders or now.missed != before.missed:
        kinds.add("seats")
    if now.playthrough is not before.playthrough:
        kinds.add("move")
        if {ask.seat for ask in now.asks} != {ask.seat for ask in before.asks}:
            kinds.add("turn")
        if round_of(now) != round_of(before) or now.agreed != before.agreed:
            kinds.add("listed")
    if now.stage in {"open", "running"}:
        bots = [one for one in (*now.holders, *before.holders) if one.lent or one.held_by == "bot"]
        if bots or is_lesson(now.opening.options):
            kinds.add("bots")
        if now.said or now.plans:
            kinds.add("answers")
    return frozenset(kinds or {"around"})


class ChangeListeners(Generic[T]):
    """Everybody who hears of the changes of a lobby's tables (`T`), each of their kinds."""

    def __init__(self) -> None:
        self._kinds: dict[Callable[[T], None], Collection[Change]] = {}
        self._hearing: dict[frozenset[Change], tuple[Callable[[T], None], ...]] = {}
        """Who hears of changes of these kinds, as far as that was asked for."""

    def add(self, listener: Callable[[T], None], *kinds: Change) -> Release:
        """Call a listener with each table of which something of these kinds has changed."""
        self._kinds[listener] = kinds
        self._hearing.clear()

        def release() -> None:
            del self._kinds[listener]
            self._hearing.clear()

        return release

    def tell(self, table: T, changes: frozenset[Change]) -> None:
        """Call everybody who hears of one of these, in the order in which they were added."""
        hearing = self._hearing.get(changes)
        if hearing is None:
            hearing = self._hearing[changes] = tuple(
                [listener for listener, kinds in self._kinds.items() if not changes.isdisjoint(kinds)]
            )
        for listener in hearing:
            listener(table)
