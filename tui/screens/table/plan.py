"""The places of a table's panels: header, board or page, log and chat below or beside it, prompt."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from textual.geometry import Region, Size

BESIDE_FROM = 120
"""Columns from which the log stands beside the board."""
BOARD_WIDTH = 100
"""Columns of a page beside its log, if there are as many; the log gets the others, within limits."""
LOG_WIDTHS = (31, 60)
LOG_ROWS = 4
"""The least rows of a log below a board, including the line above it; in a small window an explanation gets
at least as many, and the log what is left.
"""
LEAST_BOARD = 3
"""The rows of a board beside a long explanation."""
LESSON_ROWS = 6
"""The same in a lesson, of which three say what it teaches."""
FULL_WIDTH, FULL_HEIGHT = 80, 24
"""From this size on everything has its place; below, the log gives way first."""
TALK_ROWS = 12
"""The most rows of the chat below the log beside a board."""
PROMPT_ROWS, NARROW_PROMPT_ROWS = 2, 3
"""Rows of the prompt and its keys, and where a prompt can need two."""


class TablePlan(NamedTuple):
    """Regions of a table screen."""

    header: Region
    board: Region
    log: Region
    line: Region
    talk: Region = Region()
    """Empty if chat is in the log."""


def table_plan(
    size: Size,
    rows: Callable[[int, int], int] | None,
    page: int,
    *,
    talks: bool = True,
    columns: Callable[[int, int], int] | None = None,
    lesson: bool = False,
    explains: int = 0,
    says: int = 0,
) -> TablePlan:
    """Returns the regions. `rows` returns how many rows the board wants (of a number, at a width), `columns`
    how many columns beside its log (of a number, in so many rows); None: a page of `page` rows. `talks`: the
    chat has a place below the log beside the board. `lesson`: the log has room for what a lesson says;
    `explains`: the rows for what is explained in its place, in a small window. `says`: the rows that the line
    asks for.
    """
    width, height = size
    prompt = max(says, PROMPT_ROWS if width >= FULL_WIDTH else NARROW_PROMPT_ROWS)
    middle = max(0, height - 1 - prompt)
    header = Region(0, 0, width, 1)
    line = Region(0, height - prompt, width, prompt)
    if width >= BESIDE_FROM:
        least, most = LOG_WIDTHS
        wanted = columns(width - least - 1, middle) if columns else BOARD_WIDTH
        beside = max(least, min(most, width - wanted - 1))
        board = Region(0, 1, width - beside - 1, middle)
        lower = min(TALK_ROWS, middle // 4) if talks else 0
        log = Region(board.right + 1, 1, beside, middle - lower)
        talk = Region(log.x, log.bottom, beside, lower)
        return TablePlan(header, board, log, line, talk)
    below = LESSON_ROWS if lesson else LOG_ROWS if height >= FULL_HEIGHT or explains else 0
    if height < FULL_HEIGHT:
        below = max(below, min(explains, middle - LEAST_BOARD))
    wanted = min(page + 1, middle) if rows is None else min(rows(width, middle - below), middle - below)
    log = Region(0, 1 + wanted, width, max(0, middle - wanted))
    return TablePlan(header, Region(0, 1, width, wanted), log, line)


def page_room(size: Size) -> Size:
    """Returns the cells for the lines of a result: the log below it gets what is left."""
    prompt = PROMPT_ROWS if size.width >= FULL_WIDTH else NARROW_PROMPT_ROWS
    return Size(size.width, max(0, size.height - 1 - prompt))
