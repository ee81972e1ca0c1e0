"""The difference between two states of a row, as pieces that can be sent in any order.

A piece is a run of cells in one style, or of blanks that are erased. Small gaps of unchanged cells are
overwritten if that is shorter than moving across them. The order of pieces is left to the encoder.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import compress, groupby
from operator import is_not, ne, or_, sub
from typing import NamedTuple

from tui.wire.encoding.cells import are_certain, is_certain
from tui.wire.encoding.grid import GridRow
from tui.wire.encoding.moves import UNKNOWN
from tui.wire.terminal.looks import SEEN_ON_BLANKS, CellStyle, blank_style
from tui.wire.terminal.terminals import Terminal

STEP = 4
"""The bytes for moving across some cells; across one cell it is a byte less."""
WORTH_ERASING = 4
WORTH_ERASING_CELLS = 11
"""ECH leaves the cursor in place, so moving past the blanks costs as much again."""
WORTH_REPEATING = 6
REPEATED = re.compile(rf"(.+)\1{{{WORTH_REPEATING - 1}}}", re.DOTALL)
"""Some cell so many times: a character, with what is combined with it."""


class Piece(NamedTuple):
    """Cells [x, end) of row y; afterwards the cursor is at column `rest` (UNKNOWN: uncertain)."""

    y: int
    x: int
    end: int
    look: CellStyle
    any_ink: bool
    """True for blanks only: any style with the same background will do."""
    text: str
    rest: int


def pieces_of(y: int, shown: GridRow, wanted: GridRow, terminal: Terminal) -> list[Piece]:
    """Returns the pieces that turn the row `shown` into the row `wanted`, from left to right."""
    if shown.chars == wanted.chars and shown.looks == wanted.looks:
        return []
    changed = _changed(shown, wanted)
    erased = _erased_tail(y, wanted, changed, terminal) if len(changed) >= WORTH_ERASING else None
    if erased:
        changed = changed[: bisect_left(changed, erased.x)]
    if terminal.erases_cells and changed and changed[-1] - changed[0] >= WORTH_ERASING_CELLS:
        changed = _with_blanks_between(wanted, changed)
    pieces: list[Piece] = []
    for run in _runs(wanted, changed):
        pieces += _cut(y, run, wanted, terminal)
    if len(pieces) > 1:
        pieces = _bridged(pieces, wanted)
    return [*pieces, _following(pieces, erased, wanted)] if erased else pieces


def _changed(shown: GridRow, wanted: GridRow) -> list[int]:
    old, new, before, after = shown.chars, wanted.chars, shown.looks, wanted.looks
    differ = map(or_, map(ne, old, new), map(is_not, before, after))  # most equal styles are the same object
    return [x for x in compress(range(len(new)), differ) if old[x] != new[x] or before[x] != after[x]]


def _erasable(look: CellStyle, terminal: Terminal) -> bool:
    return not look.attributes & SEEN_ON_BLANKS and (not look.paper or terminal.erases_in_colour)


def _erased_tail(y: int, wanted: GridRow, changed: list[int], terminal: Terminal) -> Piece | None:
    """Returns the blanks up to the end of the row as one erasure, if that is shorter."""
    columns, look = len(wanted.chars), wanted.looks[-1]
    if wanted.chars[-1] != " " or not _erasable(look, terminal):
        return None
    last = changed[-WORTH_ERASING]
    if wanted.chars[last] != " " or wanted.looks[last] != look:
        return None  # too few cells to erase
    start = columns
    while start and wanted.chars[start - 1] == " " and wanted.looks[start - 1] == look:
        start -= 1
    blanks = changed[bisect_left(changed, start) :]
    if len(blanks) < WORTH_ERASING:
        return None
    return Piece(y, blanks[0], columns, look, any_ink=True, text="\x1b[K", rest=blanks[0])


def _following(pieces: Sequence[Piece], erased: Piece, wanted: GridRow) -> Piece:
    """The erasure from where the piece before it leaves the cursor, if all between is blank and stays so."""
    rest = pieces[-1].rest if pieces else UNKNOWN
    if rest == UNKNOWN or wanted.looks[rest] != erased.look:
        return erased
    reached = _blanks_from(wanted, rest, erased.x) == erased.x
    return erased._replace(x=rest, rest=rest) if reached else erased


def _with_blanks_between(wanted: GridRow, changed: list[int]) -> list[int]:
    """The changed cells, and between those that become blank the blank ones: a line is erased together."""
    chars = wanted.chars
    blanks = [x for x in changed if chars[x] == " "]
    at, filled = 0, list[int]()
    while len(blanks) - at > 1:
        x = blanks[at]
        stop = bisect_left(blanks, _blanks_from(wanted, x, len(chars)), at)
        last = blanks[stop - 1]
        if last - x >= WORTH_ERASING_CELLS:
            filled += range(x, last)
        at = stop
    return sorted({*changed, *filled}) if filled else changed


def _runs(wanted: GridRow, changed: Sequence[int]) -> list[tuple[int, int]]:
    """Returns runs of adjacent changed cells; a run begins where a character begins."""
    if not changed:
        return []
    breaks = [i for i, gap in enumerate(map(sub, changed[1:], changed), 1) if gap > 1]
    runs: list[tuple[int, int]] = []
    for begin, end in zip([0, *breaks], [*breaks, len(changed)], strict=True):
        start = changed[begin]
        while wanted.chars[start] == "":
            start -= 1
        runs.append((start, changed[end - 1] + 1))
    return runs


def _cut(y: int, run: tuple[int, int], wanted: GridRow, terminal: Terminal) -> list[Piece]:
    """Returns a run as pieces of one style each; blanks join a neighbour if they can."""
    pieces: list[Piece] = []
    x, end = run
    chars, looks, erases = wanted.chars, wanted.looks, terminal.erases_cells
    while x < end:
        if erases and chars[x] == " " and _erasable(looks[x], terminal):
            blanks = _blanks_from(wanted, x, end)
            if blanks - x >= WORTH_ERASING_CELLS:
                erased = f"\x1b[{blanks - x}X"
                pieces.append(Piece(y, x, blanks, looks[x], any_ink=True, text=erased, rest=x))
                x = blanks
                continue
        stop, look, any_ink = _of_one_look(wanted, x, end, terminal)
        pieces.append(_written(y, x, stop, look, any_ink=any_ink, wanted=wanted, terminal=terminal))
        x = stop
    return pieces


def _blanks_from(wanted: GridRow, x: int, end: int) -> int:
    chars, looks, look, stop = wanted.chars, wanted.looks, wanted.looks[x], x
    while stop < end and chars[stop] == " " and (looks[stop] is look or looks[stop] == look):
        stop += 1
    return stop


def _of_one_look(wanted: GridRow, start: int, end: int, terminal: Terminal) -> tuple[int, CellStyle, bool]:
    """Returns how far from `start` one style will do, the style, and whether there are only blanks."""
    chars, looks, erases = wanted.chars, wanted.looks, terminal.erases_cells
    look, any_ink = looks[start], chars[start] == " "
    x = start + 1
    while x < end:
        char, other = chars[x], looks[x]
        if char == " ":
            if blank_style(look) != other:
                break
            stop = _blanks_from(wanted, x, end)
            if erases and stop - x >= WORTH_ERASING_CELLS:
                break
            x = stop
            continue
        if char:
            if other is not look and other != look:
                if not any_ink or blank_style(other) != look:
                    break
                look = other
            any_ink = False
        x += 1
    return x, look, any_ink


def _written(
    y: int, x: int, end: int, look: CellStyle, *, any_ink: bool, wanted: GridRow, terminal: Terminal
) -> Piece:  # fmt: skip
    chars = wanted.chars[x:end]
    text = "".join(chars)
    certain = end < len(wanted.chars) and (text.isascii() or are_certain(chars))
    rest = end if certain else UNKNOWN
    if terminal.repeats and len(chars) >= WORTH_REPEATING and REPEATED.search(text):
        text = _repeating(chars)
    return Piece(y, x, end, look, any_ink, text, rest)


def _repeating(chars: Sequence[str]) -> str:
    parts = []
    for char, group in groupby(chars):
        count = len(list(group))
        plain, short = char * count, f"{char}\x1b[{count - 1}b"
        worth = count >= WORTH_REPEATING and len(short.encode()) < len(plain.encode()) and is_certain(char)
        parts.append(short if worth else plain)
    return "".join(parts)


def _bridged(pieces: list[Piece], wanted: GridRow) -> list[Piece]:
    """Overwrites small gaps instead of moving across them."""
    bridged: list[Piece] = []
    for piece in pieces:
        last = bridged[-1] if bridged else None
        if (
            last
            and 0 < piece.x - last.end <= STEP
            and last.rest == last.end
            and _worth_bridging(last, piece.x, wanted)
        ):
            text = "".join(wanted.chars[last.end : piece.x])
            any_ink = last.any_ink and text.isspace()
            bridged[-1] = Piece(last.y, last.x, piece.x, last.look, any_ink, last.text + text, piece.x)
        bridged.append(piece)
    return bridged


def _worth_bridging(last: Piece, end: int, wanted: GridRow) -> bool:
    size = len("".join(wanted.chars[last.end : end]).encode())
    most = STEP if end - last.end > 1 else STEP - 1
    return size <= most and is_same(last.look, wanted, last.end, end)


def is_same(look: CellStyle, wanted: GridRow, start: int, end: int) -> bool:
    """Returns whether unchanged cells may be overwritten in `look`."""
    blanks, chars = blank_style(look), wanted.chars[start:end]
    for char, own in zip(chars, wanted.looks[start:end], strict=True):
        if own != (blanks if char == " " else look):
            return False
    return are_certain(chars)
