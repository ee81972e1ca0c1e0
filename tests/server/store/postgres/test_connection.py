"""Work on PostgreSQL is carried out once or refused, however often connections are cut; a server that may
lose what it confirms is not used at all.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import asyncpg
import pytest

from server.store.database.data_folder import StartupError
from server.store.journal.journal import save_refusal
from server.store.postgres.connection import Postgres, address_of, open_postgres
from server.store.postgres.failures import LoggedTrouble, NoAnswer, NothingSent, StoreUnreachable
from server.store.postgres.protocols import PostgresConnection
from tests.server.running_postgres import RunningPostgres
from tests.server.store.postgres.answer_cutter import answer_cutter

CUT = "SELECT pg_terminate_backend(pg_backend_pid())"


@pytest.fixture
async def impatient(postgres_url: str) -> AsyncIterator[Postgres]:
    database = await open_postgres(postgres_url, patience=0.2)
    yield database
    await database.close()


async def test_work_whose_connection_is_cut_is_done_again(postgres: Postgres) -> None:
    tries = 0

    async def job(connection: PostgresConnection) -> str:
        nonlocal tries
        tries += 1
        await connection.execute("INSERT INTO outages VALUES ($1, 0)", float(tries))
        if tries < 3:
            await connection.execute(CUT)
        return "done"

    assert await postgres.run(job) == "done"
    assert [row["began"] for row in await postgres.fetch("SELECT began FROM outages")] == [3.0]


async def test_what_the_job_raises_takes_its_writes_back(postgres: Postgres) -> None:
    async def job(connection: PostgresConnection) -> None:
        await connection.execute("INSERT INTO outages VALUES (1, 2)")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await postgres.run(job)
    assert not await postgres.fetch("SELECT * FROM outages")


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("SELECT 1 FROM nowhere", asyncpg.UndefinedTableError),
        ("SELECT 1 / 0", asyncpg.DivisionByZeroError),
        ("INSERT INTO keys VALUES ('key', 'nobody', 0)", asyncpg.ForeignKeyViolationError),
    ],
)
async def test_a_statement_that_is_refused_is_not_tried_again(
    postgres: Postgres, statement: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        await postgres.execute(statement)


async def test_patience_ends(impatient: Postgres) -> None:
    with pytest.raises(StoreUnreachable):
        await impatient.fetch(CUT)
    assert await impatient.execute("INSERT INTO outages VALUES (1, 2)") == 1


async def test_two_that_wait_for_each_other_both_get_through(postgres: Postgres) -> None:
    """PostgreSQL ends one of two transactions that lock crosswise; it is carried out again."""
    await postgres.execute("INSERT INTO dice_counts VALUES ('a', 0), ('b', 0)")
    both = asyncio.Barrier(2)
    first_try: set[str] = set()

    async def add(order: str) -> None:
        async def job(connection: PostgresConnection) -> None:
            for what in order:
                await connection.execute("UPDATE dice_counts SET number = number + 1 WHERE what = $1", what)
                if what == order[0] and order not in first_try:
                    first_try.add(order)
                    await both.wait()

        await postgres.run(job)

    await asyncio.gather(add("ab"), add("ba"))
    assert {row["number"] for row in await postgres.fetch("SELECT number FROM dice_counts")} == {2}


async def test_the_time_is_the_databases(postgres: Postgres) -> None:
    """A node whose own clock is an hour off has the same time as the others."""
    ahead = await postgres.measure_clock()
    (row,) = await postgres.fetch("SELECT extract(epoch FROM clock_timestamp())::float8 AS now")
    assert postgres.clock() == pytest.approx(row["now"], abs=0.5)
    assert abs(ahead) < 0.5  # of this machine's clock, which is the server's, too


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
async def test_a_server_that_may_lose_what_it_confirms_is_refused(setting: str) -> None:
    server = RunningPostgres(f"{setting}=off")
    try:
        with pytest.raises(StartupError, match=rf"may lose what it has confirmed \({setting} = off\): set"):
            await open_postgres(server.url())
    finally:
        server.remove()


async def test_a_database_that_may_not_be_written_is_refused(
    postgres_server: RunningPostgres, empty_database: str
) -> None:
    name = address_of(empty_database).rpartition("/")[2]
    await postgres_server.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    with pytest.raises(StartupError, match="read-only"):
        await open_postgres(empty_database)


async def test_a_database_that_confirms_too_early_is_made_to_wait(
    postgres_server: RunningPostgres, empty_database: str
) -> None:
    """Its default is overruled on our connections: the host need not be refused."""
    name = address_of(empty_database).rpartition("/")[2]
    await postgres_server.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")
    database = await open_postgres(empty_database)
    assert [tuple(row) for row in await database.fetch("SHOW synchronous_commit")] == [("on",)]
    await database.close()


async def test_a_connection_may_confirm_early_only_where_it_asks_for_that(postgres: Postgres) -> None:
    bell = await postgres.connect(synchronous_commit="off")
    assert await bell.fetchval("SHOW synchronous_commit") == "off"
    await bell.close()


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("postgresql://postgres:secret@127.0.0.1:1/house", "Cannot use the database at 127.0.0.1:1/house: "),
        ("postgresql://postgres:secret@[::1/house", "an address that cannot be read"),
    ],
)
async def test_an_address_where_nothing_is_is_refused_in_one_sentence(url: str, why: str) -> None:
    with pytest.raises(StartupError) as refused:
        await open_postgres(url)
    assert why in str(refused.value)
    assert "secret" not in str(refused.value)
    assert "\n" not in str(refused.value)


async def test_a_database_that_is_missing_is_refused(postgres_server: RunningPostgres) -> None:
    with pytest.raises(StartupError, match='database "nowhere" does not exist'):
        await open_postgres(postgres_server.url("nowhere"))


async def test_what_was_never_sent_is_told_apart_from_what_was_never_answered(
    postgres_server: RunningPostgres, postgres_url: str
) -> None:
    """Of the first it is certain that it did not happen."""
    async with answer_cutter(postgres_server.socket) as cutter:
        database = await open_postgres(cutter.url(postgres_url), patience=0.2)
        with pytest.raises(NoAnswer) as unsure:
            await database.fetch(CUT)
        cutter.is_closed = True
        with pytest.raises(NothingSent) as certain:
            await database.execute("INSERT INTO outages VALUES (1, 2)")
        assert (save_refusal(unsure.value).code, save_refusal(certain.value).code) == ("unsure", "not-saved")
        await database.close()


def test_a_trouble_is_logged_when_it_begins_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    """However many tries there are in between."""
    caplog.set_level("INFO")
    trouble = LoggedTrouble(logging.getLogger("postgres"), "gone", "back")
    trouble.succeeded()
    for _ in range(2):
        for _ in range(5):
            trouble.failed(OSError("away"))
        trouble.succeeded()
        trouble.succeeded()
    assert [record.message for record in caplog.records] == ["gone", "back"] * 2
