"""Migrations: one step from the schema of each older version to the next, for SQLite and for PostgreSQL.

The list is the same for both stores, so that a version means the same in both. A file is migrated here, each
step in one transaction, after it was copied to a file beside it; `server.store.postgres.migrations` does it
in a PostgreSQL database. The present schemas are in `server.store.database.schema` and `postgres_schema`. A
step changes the shape and what is stored, and leaves the transaction, the version and the checks to
`migrate`. In a file, foreign keys are not enforced meanwhile, so that a table can be rebuilt, and have to be
right afterwards. What a step does never changes once it was released.
`tests/server/store/database/test_migrations.py` runs the steps on a kept database of every schema.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from server.store.database import steps
from server.store.database.backup import copy_database
from server.store.database.checksums import add_checksums
from server.store.database.postgres_nodes_schema import POSTGRES_NODES_SCHEMA
from server.store.database.postgres_schema import POSTGRES_SCHEMA
from server.store.database.schema import SCHEMA_VERSION, WrongSchema, WrongShape, check_shape, version_of
from server.store.database.steps.first_schema import add_people
from server.store.database.steps.looks import (
    ALL_NAMES,
    FORMER_ROW,
    NAMES_AT_TABLES,
    POSTGRES_FORMER_NAMES,
    former_rows,
    keep_former_names,
    recompute_skeletons,
    store_all_looks,
)
from server.store.database.steps.provisional import mark_provisional

OF_POSTGRES = ".postgres.sql"
WORDS = ((r"\bREAL\b", "float8"), (r"\bBLOB\b", "bytea"), (r"\) STRICT(, WITHOUT ROWID)?;", ");"))
"""What SQLite calls otherwise than PostgreSQL. A flag is an integer in both."""

GIVES_ROOM_BACK = "PRAGMA auto_vacuum = INCREMENTAL"
"""With it, a file can become smaller a piece at a time while a host runs."""


class PostgresRows(NamedTuple):
    """Rows that a step adds on PostgreSQL: `make` works them out from what the statements `read` return, and
    each of them is the arguments of `insert`.
    """

    read: Sequence[str]
    make: Callable[..., Iterable[Sequence[object]]]
    insert: str


class SchemaStep(NamedTuple):
    """How a schema becomes the next: a function of a file's connection, and statements for PostgreSQL; empty:
    that store did not exist yet, or stays as it is. Nodes of the version before go on while the statements
    run and afterwards, so these only add. `rows` are added after them.
    """

    sqlite: Callable[[sqlite3.Connection], None]
    postgres: str = ""
    rows: PostgresRows | None = None


def numbered_steps() -> Iterator[tuple[int, SchemaStep]]:
    """Yield the steps that are files, each with the version that it starts from. `NNN_name.sql` leads to
    version NNN in both databases; where they differ, PostgreSQL has `NNN_name.postgres.sql`.
    """
    texts = {
        file.name: file.read_text("utf-8") for file in files(steps).iterdir() if file.name.endswith(".sql")
    }
    for name in sorted(name for name in texts if not name.endswith(OF_POSTGRES)):
        text = _without_comments(texts[name])
        other = texts.get(name.replace(".sql", OF_POSTGRES))
        postgres = for_postgres(text) if other is None else _without_comments(other)
        yield int(name.partition("_")[0]) - 1, SchemaStep(partial(_carry_out, text), postgres)


def for_postgres(text: str) -> str:
    """Return statements that are written for SQLite as PostgreSQL takes them."""
    for ours, theirs in WORDS:
        text = re.sub(ours, theirs, text)
    return text


def _without_comments(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("--"))


def _carry_out(text: str, connection: sqlite3.Connection) -> None:
    for statement in text.split(";\n"):  # `executescript` would commit
        connection.execute(statement)


FORMER_NAMES = PostgresRows((ALL_NAMES, NAMES_AT_TABLES), former_rows, f"{FORMER_ROW} ($1, $2, $3, $4)")
MIGRATIONS: Mapping[int, SchemaStep] = MappingProxyType(
    {
        1: SchemaStep(add_people),
        2: SchemaStep(recompute_skeletons),
        3: SchemaStep(store_all_looks),
        4: SchemaStep(mark_provisional),
        6: SchemaStep(add_checksums, postgres=POSTGRES_SCHEMA + POSTGRES_NODES_SCHEMA),
        17: SchemaStep(keep_former_names, postgres=POSTGRES_FORMER_NAMES, rows=FORMER_NAMES),
        **dict(numbered_steps()),
    }
)
"""By the version that each of them starts from; it leads to the next. PostgreSQL begins with version 7."""


def backup_of(path: Path, version: int) -> Path:
    """Return where a database is copied to before it is migrated from a version."""
    return path.with_name(f"{path.name}.schema-{version}")


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Migrate the database at `path` to the present schema. A step that fails leaves the version before it.
    Raises WrongSchema if there is no way from its version, WrongShape, and what `copy_database` raises.
    """
    found = version_of(connection)
    if found == SCHEMA_VERSION:
        return
    if found not in MIGRATIONS:
        raise WrongSchema(found)
    copy_database(path, backup_of(path, found))
    for version in range(found, SCHEMA_VERSION):
        connection.execute("BEGIN IMMEDIATE")
        try:
            MIGRATIONS[version].sqlite(connection)
            connection.execute(f"PRAGMA user_version = {version + 1}")
            _check(connection, version + 1)
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:  # a full disk ends it by itself
                connection.execute("ROLLBACK")
            raise
    if connection.execute("PRAGMA auto_vacuum").fetchone() == (0,):  # a file of before 0.3
        connection.execute(GIVES_ROOM_BACK)
        connection.execute("VACUUM")


def _check(connection: sqlite3.Connection, version: int) -> None:
    """Raise WrongShape if a step left the file in another shape than it should."""
    if lost := connection.execute("PRAGMA foreign_key_check").fetchone():
        raise WrongShape(f"its table {lost[0]} refers to {lost[2]} that are not there")
    if version == SCHEMA_VERSION:
        check_shape(connection)
