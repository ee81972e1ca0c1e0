"""Migrations: one step from the schema of each older version to the next, for SQLite and for PostgreSQL.

The list is the same for both stores, so that a version means the same in both; a new database gets all
steps, so that its shape is written nowhere else. A file is migrated here, each step in one transaction, after
it was copied to a file beside it; `server.store.postgres.migrations` does it in a PostgreSQL database, which
begins with `postgres_schema`. A step changes the shape and what is stored, and leaves the transaction, the
version and the checks to `migrate`. In a file, foreign keys are not enforced meanwhile, so that a table can
be rebuilt, and have to be right afterwards. What a step does never changes once it was released.
`tests/server/store/database/test_migrations.py` runs the steps on a kept database of every schema.

**To change the schema**: raise `SCHEMA_VERSION`, add a step as a file, `steps/NNN_name.sql`, and keep a
database of the version before (`tests/kept/README.md` says how).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from server.store.database import steps
from server.store.database.backup import copy_database
from server.store.database.checksums import add_checksums, prepare
from server.store.database.postgres_schema import OF_PROVISIONAL, POSTGRES_NODES_SCHEMA, POSTGRES_SCHEMA
from server.store.database.schema import (
    BEGIN,
    LOST_REFERENCES,
    SCHEMA_VERSION,
    WrongSchema,
    WrongShape,
    carry_out,
    version_of,
)
from server.store.database.steps.first_schema import PEOPLE, add_people
from server.store.database.steps.looks import (
    ALL_NAMES,
    FORMER_NAMES,
    FORMER_ROW,
    LOOKS,
    NAMES_AT_TABLES,
    former_rows,
    keep_former_names,
    recompute_skeletons,
    store_all_looks,
)

OF_POSTGRES = ".postgres.sql"
WORDS = (
    (r"INTEGER /\* flag \*/", "boolean"), (r"\bREAL\b", "float8"), (r"\bBLOB\b", "bytea"),
    (r"\) STRICT(, WITHOUT ROWID)?;", ");"),
)  # fmt: skip
"""What SQLite calls otherwise than PostgreSQL."""

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
        yield int(name.partition("_")[0]) - 1, SchemaStep(partial(carry_out, text), postgres)


def for_postgres(text: str) -> str:
    """Return statements that are written for SQLite as PostgreSQL takes them."""
    for ours, theirs in WORDS:
        text = re.sub(ours, theirs, text)
    return text


def _without_comments(text: str) -> str:
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("--"))


HAS_MOVED = """EXISTS (
    SELECT 1 FROM entries AS seated CROSS JOIN entries AS made
    WHERE seated.kind IN ('sit', 'keep') AND seated.who = accounts.id
    AND made."table" = seated."table" AND made.seq > seated.seq
    AND made.kind = 'move' AND made.seat = seated.seat AND made."by" = 'player'
)"""
"""True for a row of `accounts` whose seat made a player's move after the account sat down there."""
HAS_RESULT = "EXISTS (SELECT 1 FROM results WHERE player = accounts.id)"


def mark_provisional(connection: sqlite3.Connection) -> None:
    """Migrate to version 5: accounts that have neither made a move nor finished a game are provisional since
    the host's last heartbeat, so that they have a day from the first start with this version.
    """
    connection.execute("ALTER TABLE accounts ADD COLUMN provisional REAL")
    connection.execute(OF_PROVISIONAL)
    connection.execute(
        f"""UPDATE accounts SET provisional = max(created, coalesce((SELECT max(sign) FROM life), created))
        WHERE NOT {HAS_MOVED} AND NOT {HAS_RESULT}"""  # noqa: S608  (our own words)
    )


FORMER_ROWS = PostgresRows((ALL_NAMES, NAMES_AT_TABLES), former_rows, f"{FORMER_ROW} ($1, $2, $3, $4)")
MIGRATIONS: Mapping[int, SchemaStep] = MappingProxyType(
    {
        1: SchemaStep(add_people),
        2: SchemaStep(recompute_skeletons),
        3: SchemaStep(store_all_looks),
        4: SchemaStep(mark_provisional),
        6: SchemaStep(add_checksums, POSTGRES_SCHEMA + for_postgres(PEOPLE + LOOKS) + POSTGRES_NODES_SCHEMA),
        17: SchemaStep(keep_former_names, for_postgres(FORMER_NAMES), FORMER_ROWS),
        **dict(numbered_steps()),
    }
)
"""By the version that each of them starts from; it leads to the next. An empty file has version 0; PostgreSQL
begins with version 7.
"""
MADE = "SELECT sql FROM sqlite_schema WHERE sql <> '' ORDER BY rowid"
OBJECTS = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY type DESC, name"
COLUMNS = 'SELECT name, type, "notnull", dflt_value, pk FROM pragma_table_xinfo(?) ORDER BY cid'
FOREIGN_KEYS = 'SELECT "from", "table", "to", on_delete FROM pragma_foreign_key_list(?) ORDER BY "from"'
KIND = "SELECT wr, strict FROM pragma_table_list(?) WHERE schema = 'main'"

Shape = Mapping[str, tuple[object, ...]]
"""What each table and index consists of, by "table NAME" or "index NAME"; a column is a tuple that begins
with its name.
"""


@cache
def schema() -> str:
    """The script that makes a database of the present schema: tables behind those that they refer to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as made:
        prepare(made)
        for version in range(SCHEMA_VERSION):
            MIGRATIONS[version].sqlite(made)
        return "".join(f"{text};\n" for (text,) in made.execute(MADE))


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
    if not found or found not in MIGRATIONS:
        raise WrongSchema(found)
    copy_database(path, backup_of(path, found))
    for version in range(found, SCHEMA_VERSION):
        connection.execute(BEGIN)
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
    if lost := connection.execute(LOST_REFERENCES).fetchone():
        raise WrongShape(f"its table {lost[0]} refers to {lost[2]} that are not there")
    if version == SCHEMA_VERSION:
        check_shape(connection)


def check_shape(connection: sqlite3.Connection) -> None:
    """Raise WrongShape if a table or an index of the present schema is missing or differs. Other tables and
    indexes are ignored.
    """
    with closing(sqlite3.connect(":memory:")) as fresh:
        fresh.executescript(schema())
        wanted = _shape(fresh)
    if difference := next(_differences(_shape(connection), wanted), None):
        raise WrongShape(difference)


def _shape(connection: sqlite3.Connection) -> Shape:
    """Return tables by their columns, since `ALTER TABLE` changes their text, and indexes by their text."""
    found: dict[str, tuple[object, ...]] = {}
    for kind, name, text in connection.execute(OBJECTS).fetchall():
        if kind == "table":
            parts = (connection.execute(query, (name,)).fetchall() for query in (COLUMNS, FOREIGN_KEYS, KIND))
            found[f"table {name}"] = tuple(row for part in parts for row in part)
        elif kind == "index":
            found[f"index {name}"] = (" ".join(text.split()),)
    return found


def _differences(found: Shape, wanted: Shape) -> Iterator[str]:
    for name, parts in wanted.items():
        if name not in found:
            yield f"it has no {name}"
        elif found[name] != parts:
            another = [str(part[0]) for part in parts if isinstance(part, tuple) and part not in found[name]]
            yield f"its {name} is another" + (f" ({another[0]})" if another else "")
