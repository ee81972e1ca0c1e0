"""How a table ends, as the last entry of its log: names, places and players, whatever the reason. Pure."""

from __future__ import annotations

import msgspec

from engine.record import places
from server.log.entries import Entry, Outcome
from server.log.table_state import TableState
from tui.host.pictures import Ending


def end(state: TableState, ending: Ending) -> Entry:
    """The end of a table, now; without a note where its game never began."""
    note = msgspec.json.encode(outcome(state, ending)).decode() if state.stage != "open" else ""
    return Entry(kind="end", note=note)


def natural_end(state: TableState) -> Entry:
    """The end of a table whose game is over by the rules or by concessions."""
    playthrough = state.playthrough
    conceded = playthrough is not None and len(playthrough.resigned) >= playthrough.setup.seats - 1
    return end(state, "conceded" if conceded else "played")


def outcome(state: TableState, ending: Ending) -> Outcome:
    """What is kept of a table for good; places only where its game has a result."""
    over = state.playthrough is not None and state.playthrough.over
    return Outcome(
        ending,
        names=tuple(holder.name for holder in state.holders),
        places=places(state.playthrough.standings()) if state.playthrough and over else (),
        players=tuple(holder.account for holder in state.holders),
        bots=tuple("" if holder.account else holder.bot for holder in state.holders),
    )
