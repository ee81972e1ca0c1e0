"""`crownhouse move-store` with 100,000 games of thirty entries each: from a file to PostgreSQL, and back."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import Any

from server.log.entries import Entry
from server.store.database.data_folder import DATABASE_FILE
from server.store.journal.rows import row_of
from server.store.sqlite.database import Database
from tests.bench.history import GAMES, fill_file, thread
from tests.server.running_postgres import RunningPostgres

ENTRIES = 30
TABLES = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('audit', 'sqlite_stat1')"


def logs() -> Iterator[tuple[Any, ...]]:
    """The rows of all entries, moves with as much text as those of court."""
    for number in range(GAMES):
        table = f"t{number:07}"
        for seq in range(1, ENTRIES + 1):
            yield row_of(
                table,
                Entry(
                    seq=seq, kind="move", time=float(number + seq), seat=1 + seq % 3, ask=seq,
                    move='{"type":"reroll","keep":[1,2,3]}', draws=("d6 3", "d6 5", "d6 1"),
                ),
            )  # fmt: skip


def figures() -> Iterator[dict[str, Any]]:
    """Yield the seconds, CPU and most memory of each way, and what is not the same after both."""
    with tempfile.TemporaryDirectory() as folder:
        first, back = Path(folder) / "first", Path(folder) / "back"
        first.mkdir(mode=0o700)
        Database(first / DATABASE_FILE, thread).close()
        fill_file(first / DATABASE_FILE)
        with closing(sqlite3.connect(first / DATABASE_FILE)) as connection, connection:
            connection.executemany(f"INSERT INTO entries VALUES ({', '.join('?' * 13)})", logs())  # noqa: S608
        server = RunningPostgres(parent=Path(tempfile.gettempdir()))
        try:
            url = asyncio.run(server.make_database(with_schema=False))
            for name, source, target in (("to PostgreSQL", first, url), ("to SQLite", url, back)):
                yield from _moved(name, source, target)
        finally:
            server.remove()
        before, after = (_checksums(one / DATABASE_FILE) for one in (first, back))
        differ = [table for table in before if before[table] != after.get(table)]
        rows = sum(count for count, _ in before.values())
        yield {"figure": f"tables of {rows:,} rows that differ after both", "value": len(differ), "unit": ""}


def _checksums(file: Path) -> dict[str, tuple[int, str]]:
    """Return of each table its rows and a hash of them; not of the audit log, which has the moves."""
    found: dict[str, tuple[int, str]] = {}
    with closing(sqlite3.connect(file)) as connection:
        for (table,) in connection.execute(TABLES).fetchall():
            names = connection.execute("SELECT name FROM pragma_table_info(?)", (table,)).fetchall()
            columns = ", ".join(f'"{name}"' for (name,) in names)
            count, digest = 0, sha256()
            for row in connection.execute(f'SELECT {columns} FROM "{table}" ORDER BY {columns}'):  # noqa: S608
                count += 1
                digest.update(repr(row).encode())
            found[table] = count, digest.hexdigest()
    return found


def _moved(name: str, source: object, target: object) -> Iterator[dict[str, Any]]:
    began = perf_counter()
    command = [sys.executable, "-m", "server", "move-store", str(source), str(target)]
    moving = subprocess.Popen(command)
    _, status, used = os.wait4(moving.pid, 0)
    assert status == 0
    figure = f"{GAMES:,} games {name}"
    yield {"figure": figure, "value": round(perf_counter() - began), "unit": "s"}
    yield {"figure": f"{figure}: CPU", "value": round(used.ru_utime + used.ru_stime), "unit": "s"}
    yield {"figure": f"{figure}: most memory", "value": round(used.ru_maxrss / 1024), "unit": "MB"}
