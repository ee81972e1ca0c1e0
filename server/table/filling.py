"""What becomes of a table that a search opened: bots take its free seats after a while, and it begins as soon
as every seat is taken. Pure; `server.lobby.timeout_scheduler` does it when it is due.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.game import AnyGame
from engine.opponents import seat_name
from server.log import requests
from server.log.entries import PEOPLE_ONLY, Entry
from server.log.requests import Draft
from server.log.seating import NOBODY
from server.log.table_state import TableState

BOTS_AFTER = 45.0
"""Seconds after which bots take the seats that nobody has taken."""
IsHere = Callable[[str], bool]


def is_search(state: TableState) -> bool:
    """Return whether players are searched for a table whose game has not begun."""
    return state.stage == "open" and bool(state.opening.matching)


def bots_at(state: TableState) -> float | None:
    """Return when bots take the free seats of a table; None: they do not."""
    if not is_search(state) or state.opening.matching == PEOPLE_ONLY or state.free_seat is None:
        return None
    return state.opening.opened + BOTS_AFTER


def due_at(state: TableState, is_here: IsHere) -> float | None:
    """Return when something is to be written at a table that a search opened; None: not before it changes.
    Nothing is, while one of its players is away.
    """
    if not (is_search(state) and state.players and all(map(is_here, state.players))):
        return None
    if state.dice.locked_at is not None:
        return None
    return bots_at(state) if state.free_seat else state.changed


def fill(game: AnyGame, bot: str) -> Draft:
    """Draft one kind of bot for all free seats."""

    def draft(state: TableState) -> Sequence[Entry]:
        requests.check_unlocked(state)
        taken = {holder.name for holder in state.holders}
        entries = []
        for seat, holder in enumerate(state.holders, 1):
            if holder == NOBODY:
                name = seat_name(game.opponents, bot, taken)
                taken.add(name)
                entries.append(Entry(kind="bot", seat=seat, by="host", who=bot, name=name))
        return tuple(entries)

    return draft


def go_on(state: TableState, game: AnyGame) -> Draft:
    """Return what is due at such a table now: bots, or the start."""
    return fill(game, state.opening.matching) if state.free_seat else requests.start(state.owner)
