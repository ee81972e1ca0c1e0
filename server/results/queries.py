"""Which ended games are asked for: filters, and pages by the place of the last game on the page before."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from msgspec import Struct

from tui.host.history import ResultFilter


class Cursor(NamedTuple):
    """The place of a game in the order of all: by its end, then by its table's id."""

    ended: float
    table: str


def cursor_text(cursor: Cursor) -> str:
    """Return a place as programs and screens hand it back."""
    return f"{cursor.ended!r}:{cursor.table}"


def parse_cursor(text: str) -> Cursor | None:
    """Return the place of a text; None if it is none."""
    ended, _, table = text.partition(":")
    try:
        time = float(ended)
    except ValueError:
        return None
    return Cursor(time, table) if table and isfinite(time) else None


class HistoryQuery(Struct, frozen=True, kw_only=True):
    """Ended games, newest first. Empty fields are no filter. Players are accounts' ids."""

    player: str = ""
    """Whose games; '': everybody's, of public tables alone."""
    viewer: str = ""
    """Who asks: games of private tables are found only if the viewer had a seat there."""
    opponent: str = ""
    """Somebody else who had a seat."""
    game: str = ""
    result: ResultFilter = ""
    since: float | None = None
    until: float | None = None
    """Games that ended before then."""
    before: Cursor | None = None
    """Games after this one in the list, which is newest first."""
    most: int = 20
