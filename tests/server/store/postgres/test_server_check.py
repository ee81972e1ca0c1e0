"""A server that cannot promise what the host promises is refused at every connection, in one sentence that
says what to do; one that can is not.
"""

from __future__ import annotations

import calendar
import re
import time
from typing import Any

import pytest

from server.store.database.data_folder import StartupError
from server.store.postgres.connection import Postgres, open_postgres
from server.store.postgres.failures import UnfitServer
from server.store.postgres.server_check import MOST_APART, MOST_BACK, check_server
from tests.server.running_postgres import RunningPostgres

FIT = {
    "version": 150_000, "fsync": "on", "full_page_writes": "on", "synchronous_commit": "on",
    "encoding": "UTF8", "standby": False, "read_only": "off", "has_beats": False,
}  # fmt: skip
HOUR = 3600.0
UTC = "%Y-%m-%d %H:%M:%S UTC"


class ScriptedServer:
    """Answers the questions of the check as it was told."""

    def __init__(self, last_beat: float | None = None, **answers: object) -> None:
        self._row = FIT | {"now": time.time(), "has_beats": last_beat is not None} | answers
        self._last_beat = last_beat

    async def fetchrow(self, _query: str) -> Any:
        return self._row

    async def fetchval(self, _query: str) -> float | None:
        assert self._row["has_beats"]
        return self._last_beat


async def refused(server: ScriptedServer) -> str:
    with pytest.raises(UnfitServer) as why:
        await check_server(server)  # type: ignore[arg-type]
    assert str(why.value).count(". ") == 0
    return str(why.value)


@pytest.mark.parametrize(
    ("answers", "why"),
    [
        ({"version": 149_999}, "It is PostgreSQL 14: crownhouse needs 15 or later."),
        ({"standby": True, "read_only": "on"}, "It is a standby, which cannot be written: name the primary."),
        ({"read_only": "on"}, "It is read-only (default_transaction_read_only): let the host write."),
        ({"fsync": "off"}, "It may lose what it has confirmed (fsync = off): set fsync = on."),
        ({"full_page_writes": "off"}, "(full_page_writes = off): set full_page_writes = on."),
        ({"synchronous_commit": "off"}, "It confirms what may still be lost (synchronous_commit = off): set"),
        ({"synchronous_commit": "local"}, "(synchronous_commit = local): set it to on."),
        ({"synchronous_commit": "remote_write"}, "(synchronous_commit = remote_write): set it to on."),
        ({"encoding": "SQL_ASCII"}, "Its encoding is SQL_ASCII: make a database with ENCODING 'UTF8'."),
    ],
)
async def test_what_cannot_be_promised_is_refused(answers: dict[str, object], why: str) -> None:
    assert why in await refused(ScriptedServer(**answers))


@pytest.mark.parametrize("answers", [{}, {"version": 180_004}, {"synchronous_commit": "remote_apply"}])
async def test_a_fit_server_is_not_refused(answers: dict[str, object]) -> None:
    await check_server(ScriptedServer(**answers))  # type: ignore[arg-type]


async def test_a_clock_that_goes_back_is_refused() -> None:
    """The sentence has the server's time and that of the last heartbeat."""
    server = ScriptedServer(last_beat=1_800_003_600.0, now=1_800_000_000.0)
    assert await refused(server) == (
        "Its clock says 2027-01-15 08:00:00 UTC, but nodes were here at 2027-01-15 09:00:00 UTC:"
        " set its clock right."
    )


async def test_clocks_that_differ_a_little_are_not_refused() -> None:
    """As those of a primary and of its standby do; and an hour without nodes is no fault of the clock."""
    now = time.time()
    for last_beat in (now + MOST_BACK - 1, now - HOUR):
        await check_server(ScriptedServer(last_beat, now=now))  # type: ignore[arg-type]


@pytest.mark.parametrize("ahead", [-MOST_APART - 60, MOST_APART + 60])
async def test_a_clock_that_is_days_off_is_refused(ahead: float) -> None:
    """Whether it is the server's or the node's; the sentence has both times."""
    here = time.time()
    why = await refused(ScriptedServer(now=here + ahead))
    told = [calendar.timegm(time.strptime(one, UTC)) for one in re.findall(r"\d{4}-\S+ \S+ UTC", why)]
    assert why.startswith("Its clock says ")
    assert ", this machine's " in why
    assert told == pytest.approx([here + ahead, here], abs=30)


@pytest.mark.parametrize("ahead", [-HOUR, HOUR, 14 * HOUR])
async def test_a_node_whose_own_clock_is_hours_off_is_not_refused(ahead: float) -> None:
    await check_server(ScriptedServer(time.time() + ahead, now=time.time() + ahead))  # type: ignore[arg-type]


async def test_a_store_that_was_used_later_than_the_servers_time_is_not_opened(postgres_url: str) -> None:
    """A start is refused, and so is every further connection of a node that runs; once the time has come, or
    the row was removed, the host starts.
    """
    database = await open_postgres(postgres_url)
    await database.execute("INSERT INTO life SELECT extract(epoch FROM clock_timestamp()) + 3600")
    with pytest.raises(StartupError, match=r"Cannot use the database at .*\. Its clock says .* UTC, but"):
        await open_postgres(postgres_url)
    with pytest.raises(UnfitServer, match="set its clock right"):
        await database.connect()
    await database.execute("DELETE FROM life")
    await (await database.connect()).close()
    await (await open_postgres(postgres_url)).close()
    await database.close()


async def test_a_database_of_another_encoding_is_refused(postgres_server: RunningPostgres) -> None:
    await postgres_server.execute("CREATE DATABASE bytes TEMPLATE template0 ENCODING 'SQL_ASCII'")
    with pytest.raises(UnfitServer, match="Its encoding is SQL_ASCII"):
        await Postgres(postgres_server.url("bytes")).connect()
    with pytest.raises(StartupError, match="make a database with ENCODING 'UTF8'"):
        await open_postgres(postgres_server.url("bytes"))
    await postgres_server.drop_database(postgres_server.url("bytes"))
