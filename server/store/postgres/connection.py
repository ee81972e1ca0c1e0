"""Connections to the PostgreSQL database of a host: opened with clear refusals, pooled, tried again.

**`run(job)`** is for reads, and for work that may be carried out twice with the effect of once: a job is
tried until it is known to have been carried out or refused. The database's clock is the host's: `clock`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from math import inf
from types import MappingProxyType
from typing import Any, TypeVar

import asyncpg

from server.settings.store_address import split_address
from server.store.database.data_folder import StartupError
from server.store.postgres.failures import (
    STARTING,
    LoggedTrouble,
    NoAnswer,
    NothingSent,
    UnfitServer,
    passes,
    spoils_connection,
    sqlstate,
)
from server.store.postgres.hosts import PostgresHosts
from server.store.postgres.migrations import migrate
from server.store.postgres.protocols import Isolation, PostgresConnection
from server.store.postgres.server_check import check_server
from server.telemetry.logs import reason

log = logging.getLogger(__name__)

T = TypeVar("T")
Job = Callable[[PostgresConnection], Awaitable[T]]

NOW = "SELECT extract(epoch FROM clock_timestamp())::float8"
MOST_CONNECTIONS = 8
"""Connections of the pool. The journal has a few more of its own."""
PATIENCE = 30.0
"""Seconds for which work is tried again."""
START_PATIENCE = 15.0
"""Seconds for which a start waits for a server that is starting."""
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.25
"""Seconds between two tries: each pause is twice the one before."""
CONNECT_SECONDS = 5.0
"""Seconds for all hosts of an address together."""
ANSWER_SECONDS = 10.0
"""Seconds after which a connection that does not answer is given up."""
CLOCK_SAMPLES = 3
SESSION: Mapping[str, str] = MappingProxyType(
    {
        "application_name": "crownhouse",
        "synchronous_commit": "on",  # whatever the database's default is: who reads a row tells of it
        "timezone": "UTC",
        "idle_in_transaction_session_timeout": "10s",  # what a lost node locked is free again
        "tcp_user_timeout": "5s",
        "jit": "off",  # small statements
        "enable_hashjoin": "off",  # rows are looked up by indexes, however many the server expects
        "enable_mergejoin": "off",
        "random_page_cost": "1.1",  # what is asked for lies in memory or on a disk without moving parts
    }
)
"""Settings of every connection."""


class _PlainConnection(asyncpg.Connection):  # type: ignore[misc]
    """A connection that leaves nothing behind in its session, so that the pool has nothing to reset."""

    def get_reset_query(self) -> str:
        return ""


class Postgres:
    """One database, its connections and its clock. `open_postgres` makes it."""

    def __init__(self, url: str, *, patience: float = PATIENCE) -> None:
        """Prepare connections to the database at `url`; `patience` in seconds."""
        self.url = url
        self.address = address_of(url)
        """Where the database is, without a password: for messages."""
        self._patience = patience
        self.ends = inf
        """When the last patience ends, on the monotonic clock: see `hurry`."""
        self._hosts = PostgresHosts(url)
        self._pool = asyncpg.create_pool(
            url, min_size=0, max_size=MOST_CONNECTIONS, init=check_server, connect=self._hosts.connect,
            connection_class=_PlainConnection, **_options(),
        )  # fmt: skip
        self._offset = time.time() - time.monotonic()
        self._silence = LoggedTrouble(log, "the database does not answer", "the database answers again")

    async def connect(self, **settings: str) -> PostgresConnection:
        """Return a new connection of the caller's own, checked; `settings` differ for its session. Raises
        what asyncpg raises, OSError, UnfitServer.
        """
        connection = await self._hosts.connect(**_options(settings))
        try:
            if settings.get("synchronous_commit") != "off":
                await check_server(connection)
        except BaseException:
            connection.terminate()
            raise
        return connection

    async def run(
        self, job: Job[T], *, isolation: Isolation = "read_committed", patience: float | None = None
    ) -> T:
        """Run `job` in a transaction and return what it returns, once that is committed. It is called again,
        in a new transaction, after every failure that passes, for `patience` seconds (None: as for all other
        work). Raises what the job raises,
        asyncpg.PostgresError (a statement that is refused), NothingSent, NoAnswer.
        """

        async def attempt(connection: PostgresConnection) -> T:
            async with connection.transaction(isolation=isolation):
                return await job(connection)

        return await self._persist(attempt, patience)

    async def read(self, job: Job[T]) -> T:
        """Run a job that only reads, each of its statements by itself. Raises what `run` raises."""
        return await self._persist(job)

    async def fetch(self, query: str, *args: Any) -> Sequence[Any]:
        """Carry out one statement, which may be repeated, and return its rows. Raises what `run` raises."""
        return await self._persist(lambda connection: connection.fetch(query, *args))

    async def execute(self, query: str, *args: Any) -> int:
        """Carry out one statement, which may be repeated, and return how many rows it concerned. Raises what
        `run` raises.
        """
        return rows_of(await self._persist(lambda connection: connection.execute(query, *args)))

    def clock(self) -> float:
        """The time of the database, in seconds since the epoch. Setting the node's clock changes nothing."""
        return time.monotonic() + self._offset

    async def measure_clock(self) -> float:
        """Compare the clocks again; returns how far the node's own is ahead, in seconds. Raises what `run`
        raises.
        """
        samples = [await self._persist(_sample) for _ in range(CLOCK_SAMPLES)]
        _, self._offset = min(samples)
        return time.time() - self.clock()

    def adjust_clock(self, asked: float, now: float, answered: float) -> None:
        """Follow the database's clock: it said `now` between two moments of the monotonic clock."""
        self._offset = min(max(self._offset, now - answered), now - asked)

    def hurry(self, seconds: float) -> None:
        """From now on nothing is tried again for longer than so many seconds, all in all: the host ends."""
        self.ends = time.monotonic() + seconds

    async def close(self) -> None:
        """End all connections of the pool at once."""
        self._pool.terminate()

    async def _persist(self, attempt: Job[T], patience: float | None = None) -> T:
        """Try on one connection after another, until it succeeds, is refused, or patience ends."""
        pause = FIRST_PAUSE
        deadline = time.monotonic() + (self._patience if patience is None else patience)
        sent = False

        async def send(connection: PostgresConnection) -> T:
            nonlocal sent
            sent = True
            return await attempt(connection)

        while True:
            try:
                found = await self._try(send)
            except Exception as error:
                if not passes(error):
                    raise
                if time.monotonic() + pause > min(deadline, self.ends):
                    raise (NoAnswer if sent else NothingSent)(f"{self.address}: {reason(error)}") from error
                self._silence.failed(error)
            else:
                self._silence.succeeded()
                return found
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _try(self, attempt: Job[T]) -> T:
        async with self._pool.acquire(timeout=CONNECT_SECONDS + ANSWER_SECONDS) as connection:
            try:
                return await attempt(connection)
            except Exception as error:
                if spoils_connection(error):
                    connection.terminate()
                raise


def rows_of(tag: str) -> int:
    """Return how many rows a statement concerned, as its tag says ("DELETE 3")."""
    number = tag.rpartition(" ")[2]
    return int(number) if number.isdecimal() else 0


async def open_postgres(url: str, *, patience: float = PATIENCE) -> Postgres:
    """Connect to the database at `url`, check it, bring its schema up to date and compare the clocks. Raises
    StartupError: one sentence that says what to do.
    """
    await _prepare(url)
    database = Postgres(url, patience=patience)
    await database._pool  # noqa: SLF001  (a pool has to be awaited once)
    if abs(ahead := await database.measure_clock()) > 1:
        log.warning("this machine's clock differs from the database's", extra={"seconds": round(ahead, 1)})
    return database


def address_of(url: str) -> str:
    """Return where a database is, without user and password."""
    parts = split_address(url)
    if parts is None:
        return "(an address that cannot be read)"
    return f"{parts.place.rpartition('@')[2] or 'localhost'}{parts.path}"


async def _prepare(url: str) -> None:
    """Check the server and bring the schema up to date, on a connection of its own. Raises StartupError."""
    where = address_of(url)
    deadline = time.monotonic() + START_PATIENCE
    while True:
        try:
            await _check_and_migrate(url)
        except UnfitServer as why:
            raise StartupError(f"Cannot use the database at {where}. {why}") from why
        except (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, ValueError) as error:
            if sqlstate(error) == STARTING and time.monotonic() < deadline:
                await asyncio.sleep(FIRST_PAUSE)
                continue
            raise StartupError(f"Cannot use the database at {where}: {reason(error)}.") from error
        else:
            return


async def _check_and_migrate(url: str) -> None:
    connection = await PostgresHosts(url).connect(**_options())
    try:
        await check_server(connection)
        await migrate(connection)
    finally:
        connection.terminate()


async def _sample(connection: PostgresConnection) -> tuple[float, float]:
    """Return how long the question took, and the database's time less the monotonic time at its middle."""
    asked = time.monotonic()
    now: float = await connection.fetchval(NOW)
    took = time.monotonic() - asked
    return took, now - asked - took / 2


def _options(settings: Mapping[str, str] = MappingProxyType({})) -> dict[str, Any]:
    return {
        "timeout": CONNECT_SECONDS,
        "command_timeout": ANSWER_SECONDS,
        "server_settings": {**SESSION, **settings},
    }
