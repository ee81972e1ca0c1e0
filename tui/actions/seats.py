"""The table before a player, and the seats there, as typed words name them."""

from __future__ import annotations

from tui.actions.action import Place, Wrong, table_before
from tui.host.port import StageName, TableInfo
from tui.host.refusals import refused, wrong_stage


def own_table(place: Place, *stages: StageName) -> TableInfo:
    """Return the table before the player, who has a seat there, at one of these stages. Raises Wrong,
    Refused.
    """
    table = table_before(place)
    if table.stage not in stages:
        raise wrong_stage(table.stage)
    if table.your_seat is None:
        raise refused("not-seated")
    return table


def seat_meant(place: Place, table: TableInfo, words: str) -> int:
    """Return a seat by its number or its player's name. Raises Wrong."""
    if not words:
        raise Wrong
    if words.isdecimal():
        return int(words)
    for number, seat in enumerate(table.seats, start=1):
        if words.casefold() in {seat.name.casefold(), seat.kept_for.casefold()}:
            return number
    raise Wrong(place.texts._("Nobody called {name} sits at {table}.", name=words, table=table.name))
