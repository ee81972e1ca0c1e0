"""How long a table is kept while none of its players is here. Pure.

`server.lobby.timeout_scheduler` ends it.
"""

from __future__ import annotations

from server.identity.accounts import is_guest
from server.log.table_options import is_lesson
from server.log.table_state import TableState
from server.settings.timeouts import Timeouts
from tui.host.turn_clocks import is_slow

SCARCE_FROM = 0.8
"""The share of the host's tables in use from which on free tables are scarce."""


def are_tables_scarce(tables: int, most: int) -> bool:
    """Return whether free tables are scarce, so that guests' tables are ended sooner: `tables` of `most` are
    open.
    """
    return tables >= SCARCE_FROM * most


def keep_time(state: TableState, timeouts: Timeouts, *, scarce: bool) -> float:
    """Return the seconds of the host's uptime for which an open or running table is kept while none of its
    players is here.

    Guests' tables (no seat has an account) are kept for the shortest time, practice tables (private, one
    person among bots) for a day, other tables and lessons for a week, and so are tables that wait for players
    who only have to look in now and then. A turn clock or bots may finish a game before that.
    """
    started = state.stage == "running"
    keep = timeouts.game if started or is_slow(state.opening.clock) else timeouts.open_table
    if all(map(is_guest, state.players)) and is_guest(state.opening.owner):
        return min(keep, timeouts.scarce if scarce else timeouts.guest_table)
    alone = state.opening.private and len(state.players) == 1
    if started and alone and not is_lesson(state.opening.options):
        return min(keep, timeouts.practice)
    return keep
