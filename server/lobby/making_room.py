"""Which table ends where there are as many as there may be, and who has played here opens one. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from server.identity.accounts import is_guest
from server.table.table import Table


def first_to_go(
    tables: Iterable[Table], provisional: Iterable[str], is_here: Callable[[str], bool]
) -> Table | None:
    """Return the table that makes room; None: none does. It is one of those at which nobody has an account
    that has made a move (`provisional` ones have not): one without anybody there before others, one that has
    not begun before games, and of these the one at which nothing has happened for longest.
    """
    unplayed = {"", *provisional}

    def has_played(player: str) -> bool:
        return not is_guest(player) and player not in unplayed

    def order(table: Table) -> tuple[bool, bool, float]:
        state = table.state
        return any(map(is_here, state.players)), state.stage == "running", state.changed

    return min((one for one in tables if _may_go(one, has_played)), key=order, default=None)


def _may_go(table: Table, has_played: Callable[[str], bool]) -> bool:
    people = {table.opening.owner, *table.state.players}
    return table.state.stage in {"open", "running"} and not any(map(has_played, people))
