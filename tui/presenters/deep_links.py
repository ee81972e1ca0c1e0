"""Where somebody goes who came for a game (`ssh -t HOST court`) or wants to practise: what they would
do by hand.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.game import Refused
from tui.host.port import Port, TableInfo
from tui.presenters.offers import usual


async def table_for(port: Port, game: str, tables: Iterable[TableInfo]) -> str:
    """The id of the table to go to: the own running one; else the own one that has not begun; else
    the newest with room, where the player then has a seat; else a new one. `tables` are the
    lobby's, newest first. Raises Refused where there is no room for a new one.
    """
    here = [table for table in tables if table.game == game]
    for stage in ("running", "open"):
        for table in here:
            if table.your_seat and table.stage == stage:
                return table.id
    for table in filter(_has_room, here):
        try:
            await port.sit(table.id)
        except Refused:  # somebody was faster, or does not want us there
            continue
        return table.id
    wish = usual(game)
    return await port.open_table(wish.offer.game, wish.seats, wish.options)


async def practice(port: Port, game: str, seats: int | None = None) -> str:
    """The id of a private table with bots at all other seats, where the game has begun. Raises Refused."""
    wish = usual(game)
    seats = seats or wish.seats
    table = await port.open_table(game, seats, wish.options, private=True)
    for _ in range(seats - 1):
        await port.add_bot(table)
    await port.start(table)
    return table


def _has_room(table: TableInfo) -> bool:
    free = any(seat.held_by == "nobody" and not seat.kept_for for seat in table.seats)
    return table.stage == "open" and free and not table.private
