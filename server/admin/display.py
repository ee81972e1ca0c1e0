"""Shows a host's answers to an operator: as sentences, tables, or JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, tzinfo

import msgspec
from rich.cells import cell_len

from engine.game import printable
from server.admin.protocol import AnyAnswer, BackupMade, CommandDeclined, CommandDone, HostHealth, HostStatus
from server.identity.accounts import short_key
from server.settings.address import NAMELESS
from server.telemetry.sentences import counted

GAP = "  "
UNREACHED = "the store is not reached: nobody can play or come in"


def as_json(answer: AnyAnswer) -> tuple[str, ...]:
    """Return the answer as one line of JSON; times are seconds since the epoch."""
    return (msgspec.json.encode(answer).decode(),)


def as_text(answer: AnyAnswer, zone: tzinfo | None = None) -> tuple[str, ...]:
    """Return the answer as lines for people; times are in `zone`, None: the local time zone."""
    match answer:
        case CommandDone():
            return tuple(map(printable, answer.lines))
        case HostStatus():
            return tuple(_picture(answer, zone))
        case HostHealth():
            return tuple(_health(answer))
        case CommandDeclined():
            return (printable(answer.sentence),)
        case BackupMade():
            return (f"{counted(answer.size, 'byte')} copied.",)


def _health(health: HostHealth) -> Iterator[str]:
    yield "the store is reached" if health.reached else UNREACHED
    yield f"{counted(health.sessions, 'session')}, {counted(health.tables, 'table')}"
    if health.damage:
        yield f"damage was found: {printable(health.damage)}"
    if health.draining:
        yield "moving to other nodes" if health.moving else "draining: no new tables"
    if health.nameless:
        yield NAMELESS
    if health.node:
        yield f"this node is {health.node}, alive are {', '.join(health.nodes)}"


def _picture(status: HostStatus, zone: tzinfo | None) -> Iterator[str]:
    draining = ", draining: no new tables" if status.draining else ""
    if status.moving:
        draining = ", moving to other nodes"
    guests = "" if status.guests else ", new guests are refused"
    sessions, tables = counted(len(status.sessions), "session"), counted(len(status.tables), "table")
    if elsewhere := sum(not session.here for session in status.sessions):
        sessions += f" ({elsewhere} on other nodes)"
    yield f"{sessions}, {tables}{draining}{guests}"
    if not status.reached:
        yield UNREACHED
    if status.damage:
        yield f"damage was found: {printable(status.damage)}"
    if status.provisional:
        yield f"{counted(status.provisional, 'account')} without a move yet"
    if status.notice:
        yield f"notice: {printable(status.notice)}"
    if status.sessions:
        rows = [
            (s.name, short_key(s.key), _when(s.since, zone), s.address or "-", s.table or "-", s.node)
            for s in status.sessions
        ]
        width = 6 if any(s.node for s in status.sessions) else 5
        yield ""
        head = ("NAME", "KEY", "SINCE", "ADDRESS", "TABLE", "NODE")
        yield from columns(head[:width], [row[:width] for row in rows])
    if status.tables:
        found = [
            (t.name, t.game, t.stage, _when(t.since, zone), str(t.watching), ", ".join(t.seats))
            for t in status.tables
        ]
        yield ""
        yield from columns(("TABLE", "GAME", "STAGE", "SINCE", "WATCHING", "SEATS"), found)
    for table in status.tables:
        if table.damage:
            yield printable(f"{table.name} is set aside: {table.damage}. admin close {table.name} ends it.")


def columns(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Yield the rows of a table with aligned columns; cells are measured, so names of any script fit."""
    lines = [tuple(map(printable, row)) for row in (head, *rows)]
    widths = [max(map(cell_len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = (text + " " * (width - cell_len(text)) for text, width in zip(line, widths, strict=True))
        yield GAP.join(padded).rstrip()


def _when(time: float, zone: tzinfo | None) -> str:
    return datetime.fromtimestamp(time, zone).strftime("%Y-%m-%d %H:%M")
