"""A program for a pseudo-terminal: the lobby of a host in memory, on its own terminal."""

import asyncio

from tests.tui.scripted_port import Hosted, Seat, bot, player, table
from tui.local import play_here


async def main() -> int:
    host = Hosted(table(1, "KIWI-7", player("Amber"), bot("Elm"), Seat()))
    return await play_here(host.port("Wren"))


raise SystemExit(asyncio.run(main()))
