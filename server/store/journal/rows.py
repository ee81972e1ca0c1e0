"""Entries and openings as rows of a database, with checksums: the same in SQLite and PostgreSQL.

What was damaged raises DamagedLog when it is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from engine.chance import commitment
from server.log.entries import Entry, Opening, TableSummary
from server.log.table_options import deal_of
from server.store.database.checksums import entry_crc

OPENING_COLUMNS = Opening.__struct_fields__
ENTRY_COLUMNS = (*Entry.__struct_fields__, "crc")
"""The columns of an entry behind the one of its table."""


class NoTable(LookupError):  # noqa: N818  (the name says what it is)
    """There is no table with that id."""


class DamagedLog(Exception):  # noqa: N818  (likewise)
    """The stored data of a table is damaged; the message tells the operator what is wrong."""


def check_numbers(expected: int, entries: Sequence[Entry]) -> None:
    """Raise ValueError, a programming error, if the entries are not numbered from `expected` + 1."""
    if [entry.seq for entry in entries] != list(range(expected + 1, expected + 1 + len(entries))):
        raise ValueError(f"entries do not follow on number {expected}")


def row_of(table: str, e: Entry) -> tuple[Any, ...]:
    """Return an entry of a table as a row: the table, then ENTRY_COLUMNS."""
    draws, time = " ".join(e.draws), float(e.time)
    row = (table, e.seq, e.kind, time, e.seat, e.by, e.ask, e.who, e.name, e.move, draws, e.note)
    return (*row, entry_crc(*row))


def entry_of(table: str, row: Sequence[Any]) -> Entry:
    """Return the entry that ENTRY_COLUMNS hold, as it was written. Raises DamagedLog."""
    *columns, crc = row
    if entry_crc(table, *columns) != crc:
        raise DamagedLog(f"entry {row[0]} is torn")
    seq, kind, time, seat, by, ask, who, name, move, draws, note = columns
    return Entry(
        seq=seq, kind=kind, time=time, seat=seat, by=by, ask=ask, who=who, name=name, move=move,
        draws=tuple(draws.split()), note=note,
    )  # fmt: skip


def opening_row(opening: Opening) -> tuple[Any, ...]:
    """Return a table's opening as a row of OPENING_COLUMNS."""
    options = msgspec.json.encode(opening.options).decode()
    return msgspec.structs.astuple(msgspec.structs.replace(opening, options=options))


def opening_of(row: Sequence[Any]) -> Opening:
    """Return the opening that OPENING_COLUMNS hold. Raises DamagedLog."""
    columns = dict(zip(OPENING_COLUMNS, row, strict=True))
    try:
        options = msgspec.json.decode(columns["options"], type=dict[str, str | int])
    except msgspec.DecodeError as error:
        raise DamagedLog("its options are torn") from error
    opening = Opening(**columns | {"options": options, "private": bool(columns["private"])})
    if commitment(opening.seed, deal_of(opening.options) or opening.id) != opening.commitment:
        raise DamagedLog("its seed is torn")
    return opening


class Seatings:
    """What is read of many open tables at once: their entries but moves, each row behind its table's id."""

    def __init__(self, rows: Iterable[Sequence[Any]]) -> None:
        self._found: dict[str, list[Entry]] = {}
        self._torn: dict[str, str] = {}
        for table, *row in rows:
            try:
                self._found.setdefault(table, []).append(entry_of(table, row))
            except DamagedLog as why:
                self._torn.setdefault(table, str(why))

    def summary(self, row: Sequence[Any], length: int, changed: float | None, gap: str) -> TableSummary:
        """Return a table as far as it can be read: its opening is a row of OPENING_COLUMNS, `gap` says which
        entries are missing.
        """
        torn = ""
        try:
            opening = opening_of(row)
        except DamagedLog as why:
            columns = dict(zip(OPENING_COLUMNS, row, strict=True))
            opening = Opening(**columns | {"options": {}, "private": bool(columns["private"])})
            torn = str(why)
        found, torn = tuple(self._found.get(opening.id, ())), self._torn.get(opening.id, torn)
        return TableSummary(opening, found, changed or opening.opened, gap or torn, length)
