"""Files that are not what a host left: each kind of damage by name, done to a folder with a database."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from server.start.stores import start_thread
from server.store.database.schema import SCHEMA_VERSION
from server.store.sqlite.database import Database
from tests.kept.make_schema import FOLDER

NAME = "crownhouse.db"
PAGE = 4096


def good(folder: Path) -> Path:
    """A database of the present schema with games in it, closed."""
    folder.mkdir(exist_ok=True)
    path = folder / NAME
    shutil.copy(FOLDER / "3.db", path)
    Database(path, start_thread).close()
    for copy in folder.glob(f"{NAME}.schema-*"):
        copy.unlink()
    return path


def crashed(folder: Path) -> Path:
    """The same, left by a host that was killed after writing more: three changes are in its log alone."""
    path = good(folder)
    beside = folder / "live"
    beside.mkdir()
    shutil.copy(path, beside / NAME)
    with closing(sqlite3.connect(beside / NAME, isolation_level=None)) as connection:
        for number in range(3):
            connection.execute("INSERT INTO outages VALUES (?, ?)", (number, number + 1))
        for left in (NAME, f"{NAME}-wal"):
            shutil.copy(beside / left, folder / left)
    shutil.rmtree(beside)
    return path


def _sql(text: str) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            connection.executescript(text)

    return do


def _write(data: bytes, at: int = 0) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        with path.open("r+b") as file:
            file.seek(at)
            file.write(data)

    return do


def _cut(size: Callable[[int], int]) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        with path.open("r+b") as file:
            file.truncate(size(path.stat().st_size))

    return do


def _foreign(version: int) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        path.unlink()
        _sql(f"CREATE TABLE moz_places (url); PRAGMA user_version = {version}")(path)

    return do


def _flip_wal(at: int) -> Callable[[Path], None]:
    def do(path: Path) -> None:
        wal = path.with_name(f"{NAME}-wal")
        data = bytearray(wal.read_bytes())
        data[at] ^= 4
        wal.write_bytes(bytes(data))

    return do


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _leave_the_wal(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))


DAMAGES: Mapping[str, tuple[Callable[[Path], None], str]] = {
    "empty": (_cut(lambda _: 0), "is empty"),
    "text": (lambda path: path.write_text("To whom it may concern\n" * 99) and None, "is no database"),
    "a few bytes of text": (lambda path: path.write_text("hm") and None, "is no database"),
    "a picture": (
        lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(5000)) and None,
        "is no database",
    ),
    "another program's database": (_foreign(0), "is no database"),
    "another program's database of our number": (_foreign(SCHEMA_VERSION), "is no database"),
    "another program's database of an older number": (_foreign(2), "is no database"),
    "a folder": (_folder, "cannot be read"),
    "newer": (_sql(f"PRAGMA user_version = {SCHEMA_VERSION + 1}"), "newer version"),
    "cut after 50 bytes": (_cut(lambda _: 50), "is damaged"),
    "cut after a page": (_cut(lambda _: PAGE), "is damaged"),
    "cut in the middle": (_cut(lambda size: size // 2), "is damaged"),
    "cut in the middle of a page": (_cut(lambda size: size // 2 + 1000), "is damaged"),
    "without its last page": (_cut(lambda size: size - PAGE), "is damaged"),
    "a flipped bit in the header": (_write(b"\x11", 16), "is damaged"),
    "a flipped bit in the schema": (_write(b"\x05\x01", 100), "is damaged"),
    "a page of zeros": (_write(bytes(PAGE), 5 * PAGE), "is damaged"),
    "a page of noise": (_write(bytes(range(256)) * 16, 3 * PAGE), "is damaged"),
    "no table": (_sql("DROP TABLE bans"), "is damaged (it has no table bans)"),
    "no table of entries": (_sql("DROP TABLE entries"), "is damaged (it has no table entries)"),
    "no column": (_sql("ALTER TABLE entries DROP COLUMN draws"), "is damaged (its table entries is another"),
    "another column": (
        _sql("ALTER TABLE bans RENAME COLUMN name TO nom"),
        "is damaged (its table bans is another",
    ),
    "no index": (_sql("DROP INDEX latest"), "is damaged (it has no index latest)"),
    "another index": (
        _sql("DROP INDEX latest; CREATE INDEX latest ON results (ended)"),
        "its index latest is",
    ),
    "an older one without a column": (
        _sql("ALTER TABLE entries DROP COLUMN draws; PRAGMA user_version = 1"),
        "cannot be used",
    ),
}
"""What is done to a database that was closed, and a part of the sentence that is said of it."""

WAL_DAMAGES: Mapping[str, tuple[Callable[[Path], None], str]] = {
    "a flipped bit in a change": (_flip_wal(32 + 24 + 100), "confirmed changes"),
    "a flipped bit in a frame's head": (_flip_wal(32 + 9), "confirmed changes"),
    "a flipped bit in the head": (_flip_wal(13), "confirmed changes"),
    "a flipped bit in the mark": (_flip_wal(0), "confirmed changes"),
    "alone": (_leave_the_wal, "is missing"),
}
"""The same for one whose write-ahead log holds changes."""
