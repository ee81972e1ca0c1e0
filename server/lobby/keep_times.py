"""How long a table is kept at which no person is. Pure; `server.lobby.timeout_scheduler` ends it then."""

from __future__ import annotations

from server.identity.accounts import is_guest
from server.log.table_state import TableState
from server.settings.timeouts import Timeouts

SCARCE_FROM = 0.8
"""The share of the host's tables from which on they are scarce."""


def are_scarce(tables: int, most: int) -> bool:
    """Whether guests' tables make room sooner: `tables` of `most` are open."""
    return tables >= SCARCE_FROM * most


def keep_time(state: TableState, timeouts: Timeouts, *, scarce: bool) -> float:
    """Seconds of the host's uptime that an open or running table stays when none of its players is here.

    Guests' tables (those without an account at any seat) end soonest, practice tables (private, one person
    among bots) within a day, others after their week; a clock or bots may finish them before.
    """
    started = state.stage == "running"
    keep = timeouts.game if started else timeouts.open_table
    if all(map(is_guest, state.players)) and is_guest(state.opening.owner):
        return min(keep, timeouts.scarce if scarce else timeouts.guest_table)
    if started and state.opening.private and len(state.players) == 1:
        return min(keep, timeouts.practice)
    return keep
