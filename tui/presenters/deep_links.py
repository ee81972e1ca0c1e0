"""Where a player goes who named a table or a game when connecting (`ssh -t HOST court`), or wants to
practise. The same requests are made as a player would make by hand.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.game import Refused
from tui.host.port import Port, TableInfo
from tui.host.table_search import ALL_TABLES
from tui.host.turn_clocks import NAMED
from tui.presenters.offers import RATED, default_choice

JOIN, WATCH, LEARN, REPLAY, LOBBY, PLAY = "join ", "watch ", "learn ", "replay ", "lobby", "play"
DAILY, DAILY_LIST = "daily ", "daily"
MATCH = "match"
NEXT = "next"
"""What a link can begin with, or be, besides a game's key (see `tui.host.session.ClientInfo.goto`)."""
NO_BOTS = "--no-bots"
"""Follows MATCH where bots are not to join."""


async def table_of_link(port: Port, goto: str) -> str:
    """Return the id of the table that a link leads to: `join CODE`, `watch TABLE`, `learn GAME`,
    `daily GAME`, `match`, or a game's key. Raises Refused as the request does.
    """
    if goto.startswith(JOIN):
        return await port.join(goto.removeprefix(JOIN).strip())
    if goto.startswith(WATCH):
        return await port.watch(goto.removeprefix(WATCH).strip())
    if goto.startswith(LEARN):
        return await port.learn(goto.removeprefix(LEARN).strip())
    if goto.startswith(DAILY):
        return await port.play_daily(goto.removeprefix(DAILY).strip())
    if goto.split()[:1] == [MATCH]:
        return await match_of_link(port, goto)
    return await table_for(port, goto)


async def match_of_link(port: Port, goto: str) -> str:
    """Return the id of the table that a search finds: `match`, with a game's key and NO_BOTS as wanted.
    Raises Refused.
    """
    _, *words = goto.split()
    games = [word for word in words if word != NO_BOTS]
    return await port.match(games[0] if games else None, NO_BOTS not in words)


async def table_for(port: Port, game: str) -> str:
    """Returns the id of the table to go to: the player's own running one; else their own that has not begun;
    else the newest with a free seat, which the player then takes; else a new one. Raises Refused if no
    new table can be opened.
    """
    here = port.find_tables(replace(ALL_TABLES, game=game)).tables
    for stage in ("running", "open"):
        for table in here:
            if table.your_seat and table.stage == stage:
                return table.id
    for table in filter(_has_room, here):
        try:
            await port.sit(table.id)
        except Refused:  # somebody was faster, or the owner kicked us
            continue
        return table.id
    wish = default_choice(game)
    return await port.open_table(wish.offer.game, wish.seats, wish.options, clock=NAMED["live"])


async def practice(
    port: Port, game: str, seats: int | None = None, bot: str | None = None, beside: str | None = None
) -> str:
    """Begins a game against bots at a private table: with `seats` (the game's usual number) and the opponent
    `bot`, by its key; `beside`: the one that sits behind the first of them.

    Returns the table's id. Raises Refused.
    """
    wish = default_choice(game)
    seats = wish.seats if seats is None else seats
    options = {**wish.options, RATED: "off"}
    table = await port.open_table(game, seats, options, private=True)
    for number in range(seats - 1):
        await port.add_bot(table, beside if beside and number else bot)
    await port.start(table)
    return table


async def another(port: Port, table: TableInfo) -> str:
    """Returns the id of another game like that of a table, with as many seats, against bots: the same if all
    are of one kind. Raises Refused.
    """
    bots = {seat.bot for seat in table.seats if seat.held_by == "bot"}
    return await practice(port, table.game, len(table.seats), bots.pop() if len(bots) == 1 else None)


def _has_room(table: TableInfo) -> bool:
    free = any(seat.held_by == "nobody" and not seat.kept_for for seat in table.seats)
    return table.stage == "open" and free and not table.private
