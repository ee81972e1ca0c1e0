"""Ladders with 100,000 rated games in the database: SQLite, and PostgreSQL on the same machine.

Five thousand accounts and two bots have played one game, three at a table, so that the ladder is as long as
it gets. A last entry is the whole append of a rated game's end: its result, its ratings and the disk.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
import tempfile
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import asyncpg
import msgspec

from engine.chance import commitment
from server.identity.look_alikes import skeleton
from server.log.entries import Entry, Opening, Outcome
from server.store.journal.journal import Journal
from server.store.journal.rows import OPENING_COLUMNS, opening_row
from server.store.sqlite.database import Database
from server.store.sqlite.journal import SqliteJournal
from tests.bench._host import thread
from tests.server.running_postgres import RunningPostgres
from tests.server.store.postgres.journal_node import node_on

GAMES, PLAYERS, LAST = 100_000, 5_000, 1_000_000.0
TRIES, WRITES = 30, 100
SEED = b"\0" * 32
BOTS = ("page", "steward")
BUDGETS = {"ladder": 50.0, "the last entry of a rated game": 5.0}
SEATS = ("table_id", "seat", "game", "ended", "rank", "who", "kind")


def account(number: int) -> str:
    """The id of a player."""
    return f"{number:016x}"


def opening(number: int) -> Opening:
    """The table of a game."""
    table = f"t{number:07}"
    return Opening(
        table, f"FIG-{number}", "court", 1, 3, {"rated": "on"}, account(0), SEED, commitment(SEED, table), 1.0
    )


def seats() -> Iterator[tuple[Any, ...]]:
    """The rows of all seats: every tenth seat is a bot's."""
    draw = random.Random(29)
    weights = list(itertools.accumulate((number + 1) ** -0.5 for number in range(PLAYERS)))
    for number in range(GAMES):
        who = {account(one) for one in draw.choices(range(PLAYERS), cum_weights=weights, k=3)}
        names = [(one, "person") for one in sorted(who)]
        if draw.random() < 0.3:
            names[-1] = (draw.choice(BOTS), "bot")
        for seat, (name, kind) in enumerate(draw.sample(names, len(names)), 1):
            yield (f"t{number:07}", seat, "court", LAST * number / GAMES, seat, name, kind)


def people() -> list[tuple[str, str, str, float]]:
    """The rows of all accounts."""
    names = (f"Player{number}" for number in range(PLAYERS))
    return [(account(number), name, skeleton(name), 1.0) for number, name in enumerate(names)]


def fill_file(path: Path) -> None:
    """Fill a database that has the schema."""
    columns, places = ", ".join(OPENING_COLUMNS), ", ".join("?" * len(OPENING_COLUMNS))
    with closing(sqlite3.connect(path)) as file:
        file.executemany("INSERT INTO accounts (id, name, skeleton, created) VALUES (?, ?, ?, ?)", people())
        file.executemany(
            f"INSERT INTO tables ({columns}, ended) VALUES ({places}, 1)",  # noqa: S608  (our own words)
            (opening_row(opening(number)) for number in range(GAMES)),
        )
        names = ", ".join(SEATS)
        file.executemany(f"INSERT INTO rated_seats ({names}) VALUES (?, ?, ?, ?, ?, ?, ?)", seats())  # noqa: S608
        file.commit()


async def fill_postgres(url: str) -> None:
    """Fill a database that has the schema."""
    connection = await asyncpg.connect(url)
    copy = connection.copy_records_to_table
    try:
        await copy("accounts", records=people(), columns=("id", "name", "skeleton", "created"))
        rows = (
            (*opening_row(opening(number)), True, 0, "00000000-0000-0000-0000-000000000000")
            for number in range(GAMES)
        )
        await copy("tables", records=rows, columns=(*OPENING_COLUMNS, "ended", "length", "creation"))
        await copy("rated_seats", records=seats(), columns=SEATS)
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()


async def timed(work: Awaitable[Any]) -> float:
    """Seconds until a work is done."""
    began = perf_counter()
    await work
    return perf_counter() - began


async def ended(journal: Journal, number: int) -> float:
    """Seconds that the last entry of a rated game takes."""
    draw = random.Random(number)
    outcome = Outcome(
        "played",
        names=("A", "B", "C"),
        places=(1, 2, 3),
        players=(*map(account, draw.sample(range(PLAYERS), 2)), ""),
        bots=("", "", "steward"),
        fates=("", "", ""),
    )
    last = Entry(seq=1, kind="end", time=LAST + number, note=msgspec.json.encode(outcome).decode())
    table = opening(GAMES + number)
    await journal.create(table)
    return await timed(journal.append(table.id, 0, [last]))


async def asked(journal: Journal) -> Mapping[str, Sequence[float]]:
    """Seconds that each thing takes, by its name."""
    ratings = journal.ratings
    again = [await timed(ratings.rate_again())]
    own = account(PLAYERS // 2)
    ladder = [await timed(ratings.ladder("court", "people", 50, own, 0.0)) for _ in range(TRIES)]
    lasts = [await ended(journal, number) for number in range(WRITES)]
    return {"ladder": ladder, "the last entry of a rated game": lasts, "rating all games again": again}


async def on_file(path: Path) -> Mapping[str, Sequence[float]]:
    """The times on SQLite."""
    Database(path, thread).close()
    fill_file(path)
    journal = SqliteJournal(Database(path, thread))
    try:
        return await asked(journal)
    finally:
        await journal.close()


async def on_postgres(server: RunningPostgres) -> Mapping[str, Sequence[float]]:
    """The times on PostgreSQL."""
    async with server.database() as url:
        await fill_postgres(url)
        async with node_on(url) as node:
            return await asked(node.journal)


def figures() -> Iterator[dict[str, Any]]:
    """Yield the median and the slowest but one in twenty of each."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _figures("SQLite", asyncio.run(on_file(Path(folder) / "crownhouse.db")))
    server = RunningPostgres(parent=Path(tempfile.gettempdir()))
    try:
        yield from _figures("PostgreSQL", asyncio.run(on_postgres(server)))
    finally:
        server.remove()


def _figures(store: str, times: Mapping[str, Sequence[float]]) -> Iterator[dict[str, Any]]:
    for name, found in times.items():
        budget = {"budget": BUDGETS[name]} if name in BUDGETS else {}
        for share, value in (("median", median(found)), ("p95", sorted(found)[len(found) * 95 // 100])):
            figure = f"{store}: {name}, {share}"
            yield {"figure": figure, "value": round(1000 * value, 2), "unit": "ms", **budget}
