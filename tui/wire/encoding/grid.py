"""The cells that a client's terminal shows, and those it should show next.

Wanted rows are kept beside the shown ones until the encoder has sent them: a frame that is never sent costs
nothing, because the next one overwrites it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from operator import and_, eq, is_, ne

from rich.cells import get_character_cell_size

from tui.wire.terminal.looks import PLAIN, CellStyle, blank_style


@dataclass(slots=True)
class GridRow:
    """One row. A wide character is in its first cell, '' in its second."""

    chars: list[str]
    looks: list[CellStyle]

    def copy(self) -> GridRow:
        """A copy that can be changed."""
        return GridRow(self.chars.copy(), self.looks.copy())


def blank_row(columns: int) -> GridRow:
    return GridRow([" "] * columns, [PLAIN] * columns)


class Grid:
    """The cells of one terminal."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self.shown = [blank_row(columns)] * rows
        """Every row as the terminal shows it; changed by the methods below alone, as are these:"""
        self.wanted: dict[int, GridRow] = {}
        """The rows that should change, by number."""

    def put(self, y: int, x: int, chars: list[str], looks: list[CellStyle]) -> None:
        """Sets cells from (x, y) on as wanted; cells outside are dropped."""
        end = min(x + len(chars), self.columns)
        if not 0 <= y < self.rows or not 0 <= x < end:
            return
        new_chars, new_looks = chars, looks
        if end < x + len(chars):
            new_chars, new_looks = chars[: end - x], looks[: end - x]
            if chars[end - x] == "":
                blank(new_chars, new_looks, -1)  # half of a wide character is not shown
        row = self.wanted.get(y) or self.shown[y]
        if row.chars[x:end] == new_chars and row.looks[x:end] == new_looks:
            return
        row = self._to_change(y)
        row.chars[x:end], row.looks[x:end] = new_chars, new_looks
        _mend(row, x, end)

    def _to_change(self, y: int) -> GridRow:
        row = self.wanted.get(y)
        if row is None:
            row = self.wanted[y] = self.shown[y].copy()
        return row

    def changed(self) -> list[tuple[int, GridRow, GridRow]]:
        """Returns the rows to be sent, from the top: the number, the shown row, the wanted row."""
        return [(y, self.shown[y], self.wanted[y]) for y in sorted(self.wanted)]

    def text_that_stays(self) -> float:
        """Returns which part of the wanted characters, at most 1, is shown where it is wanted; 1 if no others
        are shown, which would have to go.
        """
        if all(row.chars.count(" ") == self.columns for row in self.shown):
            return 1.0
        stay = count = 0
        for y, row in enumerate(self.shown):
            wanted = self.wanted.get(y, row)
            count += self.columns - wanted.chars.count(" ")
            same = map(and_, map(eq, row.chars, wanted.chars), map(is_, row.looks, wanted.looks))
            stay += sum(map(and_, same, map(ne, wanted.chars, repeat(" "))))
        return stay / count if count else 1.0

    def scroll(self, top: int, bottom: int, by: int) -> None:
        """Notes that the terminal scrolled rows up, or down; wanted rows stay as they are."""
        kept = {y: self.wanted.get(y, self.shown[y]) for y in range(top, bottom + 1)}
        rows, blanks = self.shown[top : bottom + 1], [blank_row(self.columns)] * abs(by)
        self.shown[top : bottom + 1] = [*rows[by:], *blanks] if by > 0 else [*blanks, *rows[:by]]
        self.wanted.update({y: row for y, row in kept.items() if row != self.shown[y]})
        for y in [y for y in kept if kept[y] == self.shown[y]]:
            self.wanted.pop(y, None)

    def shift(self, y: int, row: GridRow) -> None:
        """Notes that the terminal moved cells of a row, which it shows as `row` now."""
        self.shown[y] = row

    def copy(self) -> Grid:
        """Returns a grid with the same rows; shown rows are never changed in place."""
        other = Grid(self.columns, 0)
        other.rows, other.shown, other.wanted = self.rows, [*self.shown], {**self.wanted}
        return other

    def settle(self) -> None:
        """Notes that everything wanted is shown now."""
        for y, row in self.wanted.items():
            self.shown[y] = row
        self.wanted.clear()

    def forget(self) -> None:
        """Notes that the terminal was cleared: it shows blanks, and everything is still wanted."""
        self.wanted = {y: self.wanted.get(y, row) for y, row in enumerate(self.shown)}
        self.shown = [blank_row(self.columns)] * self.rows


def blank(chars: list[str], looks: list[CellStyle], at: int) -> None:
    """Blanks a cell, which half of a wide character was in; a blank has no ink, whatever had it there."""
    chars[at], looks[at] = " ", blank_style(looks[at])


def _mend(row: GridRow, x: int, end: int) -> None:
    """Blanks the halves of wide characters cut at either end of [x, end)."""
    if x and _is_wide(row.chars[x - 1]):
        blank(row.chars, row.looks, x - 1)
    if end < len(row.chars) and row.chars[end] == "":
        blank(row.chars, row.looks, end)


def _is_wide(cell: str) -> bool:
    return bool(cell) and not cell.isascii() and get_character_cell_size(cell[0]) == 2
