"""All events of a game up to a step, as one seat was shown them: rebuilt from the table's log when somebody
asks, so that a table need not keep them in memory. What a seat may know is left to `server.table.snapshots`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from engine.game import AnyGame
from server.log import fold, table_state
from server.log.entries import Entry, Opening
from server.table import snapshots

AT_ONCE = 16
"""Entries that are played again before other sessions get their turn: some milliseconds."""


async def events_until(
    opening: Opening, game: AnyGame | None, entries: Sequence[Entry], steps: int, seat: int | None
) -> tuple[Any, ...]:
    """Return the events of the deal and of the steps after it up to number `steps`, as a seat, or None a
    spectator, is shown them. Empty if the rules are gone. Raises BrokenLog.
    """
    state, events = table_state.opened(opening), list[Any]()
    for number, entry in enumerate(entries):
        applied = fold.replay(state, (entry,), game)
        state = applied.state
        if state.playthrough is not None and state.playthrough.steps > steps:
            break
        events += applied.events
        if number % AT_ONCE == AT_ONCE - 1:
            await asyncio.sleep(0)
    return snapshots.shown(game, events, seat) if game is not None else ()
