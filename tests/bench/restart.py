"""A restart with 1,000 games in progress: when the host listens, when the first player sits again
at their table, and how long tables take to open.

The host is a process of its own, as `crownhouse serve` starts it; the player comes with a key
through a real connection and is seated when their table is on the screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from engine.registry import GAMES
from server.store.database.data_folder import DataFolder
from server.store.sqlite.database import Database
from server.store.sqlite.journal import SqliteJournal
from server.store.stores import stores_on
from server.table.dependencies import TableDependencies
from server.table.table import Table
from tests.bench._host import SeatedPlayer, compile_modules, folder, game, host, seats, thread
from tests.bench._player import sit
from tests.server.table.projection import projection

TABLES = 1000
OPENED = 200
RETURNING = 120
AT_ONCE = 8


async def opened(database: Database) -> list[float]:
    """Seconds that tables take from the first knock to their first picture."""
    journal = SqliteJournal(database)
    times = []
    new_table = partial(
        Table,
        dependencies=TableDependencies(
            games=GAMES, journal=journal, stores=stores_on(journal.sql), clock=lambda: 0.0
        ),
        projection=projection(),
        on_change=lambda _: None,
    )
    for listing in (await journal.open_tables())[:OPENED]:
        table = new_table(listing.opening, listing.entries, asleep=True)
        began = perf_counter()
        table.follow("player", lambda _: None)
        await table.reading.begin()
        times.append(perf_counter() - began)
    return times


async def restart(data: Path, players: list[SeatedPlayer]) -> dict[str, float]:
    """Seconds from the start of the process until it listens and until the first player sits, and
    how many players a second sit after that, everybody at a table of their own.
    """
    compile_modules()
    began = perf_counter()
    async with host(data) as at:
        listening = perf_counter() - began
        await sit(at.port, players[0])
        first = perf_counter()
        waiting = iter(players[1:])

        async def one_after_another() -> None:
            for who in waiting:
                (await sit(at.port, who)).leave()

        await asyncio.gather(*(one_after_another() for _ in range(AT_ONCE)))
        rate = len(players[1:]) / (perf_counter() - first)
        return {"listening": listening, "seated": first - began, "rate": rate}


def figures() -> Iterator[dict[str, Any]]:
    players = seats(RETURNING, 2)
    game()
    with folder(TABLES, players) as data:
        with closing(DataFolder(data)) as opened_data:
            database = Database(opened_data.database, thread)
            times = sorted(asyncio.run(opened(database)))
            database.close()
        yield {"figure": "a table opens, median", "value": round(1000 * median(times), 1), "unit": "ms"}
        slow = round(1000 * times[int(len(times) * 0.99)], 1)
        yield {"figure": "a table opens, p99", "value": slow, "unit": "ms", "budget": 50}
        measured = asyncio.run(restart(data, players))
        for figure in ("listening", "seated"):
            value = round(measured[figure], 2)
            yield {"figure": f"first player {figure}" if figure == "seated" else figure,
                   "value": value, "unit": "s", "budget": 1.0}  # fmt: skip
        yield {"figure": "then", "value": round(measured["rate"]), "unit": "players/s", "least": 40}
