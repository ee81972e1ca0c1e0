"""Profiles, histories and ladders with 100,000 rated games: SQLite and PostgreSQL on the same machine.

Players are asked for through their ports, as a screen asks. Two thousand accounts have played, some of them
thousands of games. How long the last entry of a game takes includes the disk; writing its result does not.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any
from uuid import uuid4

import asyncpg
import msgspec

from engine import registry
from engine.chance import commitment
from server.identity.accounts import Player
from server.identity.look_alikes import skeleton
from server.log.entries import Entry, Opening, Outcome
from server.results.of_log import GameResult, SeatResult
from server.results.rated_games import rated_game
from server.results.tail import seat_rows
from server.store.history import write
from server.store.journal.journal import Journal
from server.store.journal.rows import OPENING_COLUMNS, opening_row
from server.store.postgres.sql import PostgresSql
from server.store.sql import Sql, Transaction, marks
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from server.store.stores import stores_on
from tests.bench._host import thread
from tests.server.running_postgres import RunningPostgres
from tests.server.simulation import Simulation
from tests.server.store.postgres.journal_node import node_on
from tui.host.history import HistoryFilter

GAMES = 100_000
PLAYERS = 2_000
TRIES, WRITES = 30, 200
SEED = b"\0" * 32
KINDS = ("court", "intrigue", "laurin")
NOW, HOUR = 2_000_000.0, 3600.0
LATEST = range(GAMES + 2 * WRITES, GAMES + 3 * WRITES)
"""Games whose results alone are written, behind all others."""
BUDGET, WRITE_BUDGET = 50.0, 5.0
SEATS = "table_id, seat, holder, who, name, place, points, fate, game, kind, private, seats, ended"
RESULTS = "table_id, game, kind, private, started, ended, ending"
RATED = "game, table_id, seat, ended, rank, who, kind"


def account(number: int) -> str:
    """The id of a player."""
    return f"{number:016x}"


def opening(number: int, game: str) -> Opening:
    """The table of a game."""
    table = f"t{number:07}"
    return Opening(
        table, f"FIG-{number}", game, 1, 3, {"rated": "on"}, account(0), SEED, commitment(SEED, table),
        float(number), private=number % 10 == 0,
    )  # fmt: skip


def results() -> Iterator[tuple[Opening, GameResult]]:
    """Games of three seats: the first players have played most, the very first about 3,500."""
    draw = random.Random(17)
    weights = list(itertools.accumulate((number + 1) ** -0.5 for number in range(PLAYERS)))
    numbers = range(PLAYERS)
    for number in range(GAMES):
        who = set[int]()
        while len(who) < 3:
            who.add(draw.choices(numbers, cum_weights=weights)[0])
        table = opening(number, KINDS[number % 3])
        seats = tuple(
            SeatResult(seat, "account", account(one), f"Player{one}", place, 9 - place)
            for seat, (one, place) in enumerate(zip(who, draw.sample((1, 2, 3), 3), strict=True), 1)
        )
        yield table, GameResult(
            table=table.id, name=table.name, game=table.game, options=table.options, kind="match",
            private=table.private, started=number - 0.5, ended=float(number), ending="played", seats=seats,
        )  # fmt: skip


def people() -> list[tuple[str, str, str, float]]:
    """The rows of all accounts, but for whether they are provisional."""
    names = (f"Player{number}" for number in range(PLAYERS))
    return [(account(number), name, skeleton(name), 1.0) for number, name in enumerate(names)]


def rows() -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """The rows of tables, of games, of seats and of rated seats, which are not rated yet."""
    tables, games, seats, rated = [], [], [], []
    for table, one in results():
        tables.append(opening_row(table))
        of_game = (one.game, one.kind, one.private)
        games.append((one.table, *of_game, one.started, one.ended, one.ending))
        seats += [
            (one.table, seat.seat, seat.holder, seat.who, seat.name, seat.place, seat.points, seat.fate,
             *of_game, 3, one.ended)
            for seat in one.seats
        ]  # fmt: skip
        if game := rated_game(one):
            rated += [(one.game, *row) for row in seat_rows(game)]
    return tables, games, seats, rated


def fill_file(path: Path) -> None:
    """Fill a database that has the schema."""
    tables, games, seats, rated = rows()
    with closing(sqlite3.connect(path)) as connection:
        columns = ", ".join(OPENING_COLUMNS)
        places = ", ".join("?" * len(OPENING_COLUMNS))
        connection.executemany(
            "INSERT INTO accounts (id, name, skeleton, created) VALUES (?, ?, ?, ?)", people()
        )
        connection.executemany(
            f"INSERT INTO tables ({columns}, ended) VALUES ({places}, 1)",  # noqa: S608  (our own words)
            tables,
        )
        connection.executemany(
            f"INSERT INTO game_results ({RESULTS}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  (likewise)
            games,
        )
        connection.executemany(
            f"INSERT INTO seat_results ({SEATS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
            seats,
        )
        connection.executemany(
            f"INSERT INTO rated_seats ({RATED}) VALUES (?, ?, ?, ?, ?, ?, ?)",  # noqa: S608  (likewise)
            rated,
        )
        connection.commit()


async def fill_postgres(url: str) -> None:
    """Fill a database that has the schema."""
    tables, games, seats, rated = rows()
    connection = await asyncpg.connect(url)
    try:
        names = ("id", "name", "skeleton", "created")
        await connection.copy_records_to_table("accounts", records=people(), columns=names)
        ended = [(*row, True, 0, "00000000-0000-0000-0000-000000000000") for row in tables]
        columns = (*OPENING_COLUMNS, "ended", "length", "creation")
        await connection.copy_records_to_table("tables", records=ended, columns=columns)
        await connection.copy_records_to_table("game_results", records=games, columns=RESULTS.split(", "))
        await connection.copy_records_to_table("seat_results", records=seats, columns=SEATS.split(", "))
        await connection.copy_records_to_table("rated_seats", records=rated, columns=RATED.split(", "))
        await connection.execute("VACUUM ANALYZE")
    finally:
        await connection.close()


async def asked(journal: Journal, database: Sql) -> dict[str, list[float]]:
    """Seconds that each question takes, by its name."""
    stage = Simulation(journal, stores_on(database), games=registry.GAMES)
    most = stage.port(Player(account(0), "Player0"))
    other = stage.port(Player(account(1500), "Player1500"))
    deep = f"{GAMES // 2 + 0.0}:t{GAMES // 2:07}"
    questions: dict[str, Callable[[], Awaitable[Any]]] = {
        "own profile, most games": most.profile,
        "another's profile, most games": lambda: other.profile("Player0"),
        "a profile of 100 games": lambda: most.profile("Player1500"),
        "own history, first page": lambda: most.history(HistoryFilter()),
        "own history, against one opponent": lambda: most.history(HistoryFilter(opponent="Player1500")),
        "own history, one game, lost": lambda: most.history(HistoryFilter(game="court", result="lost")),
        "everybody's history, first page": lambda: most.history(HistoryFilter(everybody=True)),
        "everybody's history, half way down": lambda: most.history(
            HistoryFilter(everybody=True, before=deep)
        ),
        "ladder": lambda: most.ladder("court"),
        "everybody's history, one game": lambda: most.history(HistoryFilter(everybody=True, game="laurin")),
    }
    times: dict[str, list[float]] = {}
    for name, ask in questions.items():
        await ask()
        times[name] = [await timed(ask()) for _ in range(TRIES)]
    times["the last entry of a game, with its result"] = [
        await timed(ended(journal, number)) for number in range(GAMES, GAMES + WRITES)
    ]
    return times


async def timed(work: Awaitable[Any]) -> float:
    """Seconds until a work is done."""
    began = perf_counter()
    await work
    return perf_counter() - began


def outcome() -> Outcome:
    """How a game of three ended."""
    return Outcome(
        "played",
        names=("Player0", "Player1", "Player2"),
        places=(1, 2, 3),
        players=(account(0), account(1), account(2)),
        bots=("", "", ""),
        points=(9, 8, 7),
        fates=("", "", ""),
        started=NOW,
    )


async def ended(journal: Journal, number: int) -> None:
    """A game ends: its table with its last entry."""
    note = msgspec.json.encode(outcome()).decode()
    last = Entry(seq=1, kind="end", time=NOW + HOUR * number, note=note)
    await journal.create(opening(number, "court"), [last])


async def written(database: Sql, *others: object) -> list[float]:
    """Seconds that results take in the transaction of their games, without the disk. `others`: the values of
    further columns of tables.
    """
    times = []

    async def job(transaction: Transaction) -> None:
        columns = ", ".join((*OPENING_COLUMNS, *(("creation",) if others else ())))
        put = f"INSERT INTO tables ({columns}) VALUES ({marks(len(OPENING_COLUMNS) + len(others))})"  # noqa: S608
        rows = [(*opening_row(opening(number, "court")), *others) for number in LATEST]
        await transaction.execute_many(put, rows)
        for number in LATEST:
            work = write(transaction, f"t{number:07}", NOW + HOUR * number, outcome())
            times.append(await timed(work))

    await database.run(job)
    return times


async def on_file(path: Path) -> dict[str, list[float]]:
    """The times on SQLite."""
    Database(path, thread).close()
    fill_file(path)
    database = Database(path, thread)
    journal = SqliteJournal(database)
    try:
        await journal.ratings.rate_again()
        times = await asked(journal, SqliteSql(database))
        return {**times, "a result in its transaction": await written(SqliteSql(database))}
    finally:
        await journal.close()


async def on_postgres(server: RunningPostgres) -> dict[str, list[float]]:
    """The times on PostgreSQL."""
    async with server.database() as url:
        await fill_postgres(url)
        async with node_on(url) as node:
            await node.journal.ratings.rate_again()
            database = PostgresSql(node.database)
            times = await asked(node.journal, database)
            return {**times, "a result in its transaction": await written(database, uuid4())}


def figures() -> Iterator[dict[str, Any]]:
    """Yield the median and the slowest of each question."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "crownhouse.db"
        yield from _figures("SQLite", asyncio.run(on_file(path)))
    server = RunningPostgres(parent=Path(tempfile.gettempdir()))
    try:
        yield from _figures("PostgreSQL", asyncio.run(on_postgres(server)))
    finally:
        server.remove()


def _figures(store: str, times: Mapping[str, Sequence[float]]) -> Iterator[dict[str, Any]]:
    for name, found in times.items():
        budget = WRITE_BUDGET if name.startswith(("a result", "the last")) else BUDGET
        slow = sorted(found)[len(found) * 95 // 100]
        for share, value in (("median", median(found)), ("p95", slow)):
            yield {"figure": f"{store}: {name}, {share}", "value": round(1000 * value, 2), "unit": "ms",
                   "budget": budget}  # fmt: skip
