"""What a client's terminal shows, cell by cell, and what it should show next.

Rows that should change are kept beside those shown until the encoder has sent them: a frame
that never went out costs nothing, the next one just writes over it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rich.cells import get_character_cell_size

from tui.wire.terminal.looks import PLAIN, CellStyle


@dataclass(slots=True)
class GridRow:
    """One row. A wide character stands in its first cell, '' in the one behind it."""

    chars: list[str]
    looks: list[CellStyle]

    def copy(self) -> GridRow:
        """A copy that can be changed."""
        return GridRow(self.chars.copy(), self.looks.copy())


def blank_row(columns: int) -> GridRow:
    """A row of blanks."""
    return GridRow([" "] * columns, [PLAIN] * columns)


class Grid:
    """The cells of one terminal."""

    def __init__(self, columns: int, rows: int) -> None:
        self.columns, self.rows = columns, rows
        self._shown = [blank_row(columns) for _ in range(rows)]
        self._wanted: dict[int, GridRow] = {}

    def put(self, y: int, x: int, chars: Sequence[str], looks: Sequence[CellStyle]) -> None:
        """Writes cells from (x, y) on; what lies outside is left out."""
        end = min(x + len(chars), self.columns)
        if not 0 <= y < self.rows or not 0 <= x < end:
            return
        new_chars, new_looks = list(chars[: end - x]), list(looks[: end - x])
        if end < x + len(chars) and chars[end - x] == "":
            new_chars[-1] = " "  # half of a wide character is nothing
        row = self._wanted.get(y) or self._shown[y]
        if row.chars[x:end] == new_chars and row.looks[x:end] == new_looks:
            return
        row = self._to_change(y)
        row.chars[x:end], row.looks[x:end] = new_chars, new_looks
        _mend(row.chars, x, end)

    def _to_change(self, y: int) -> GridRow:
        row = self._wanted.get(y)
        if row is None:
            row = self._wanted[y] = self._shown[y].copy()
        return row

    def changed(self) -> Iterator[tuple[int, GridRow, GridRow]]:
        """Rows to be sent, from the top: the number, what is shown, what is wanted."""
        for y in sorted(self._wanted):
            yield y, self._shown[y], self._wanted[y]

    @property
    def shown(self) -> Sequence[GridRow]:
        """Every row as the terminal shows it."""
        return self._shown

    @property
    def wanted(self) -> Mapping[int, GridRow]:
        """The rows that should be otherwise, by number."""
        return self._wanted

    def scroll(self, top: int, bottom: int, by: int) -> None:
        """The terminal moved rows up; what is wanted stays wanted."""
        kept = {y: self._wanted.get(y, self._shown[y]) for y in range(top, bottom + 1)}
        blanks = [blank_row(self.columns) for _ in range(by)]
        self._shown[top : bottom + 1] = [*self._shown[top + by : bottom + 1], *blanks]
        self._wanted.update({y: row for y, row in kept.items() if row != self._shown[y]})
        for y in [y for y in kept if kept[y] == self._shown[y]]:
            self._wanted.pop(y, None)

    def copy(self) -> Grid:
        """The same rows; none of them is ever changed in place once it is shown."""
        other = Grid(self.columns, 0)
        other.rows, other._shown, other._wanted = self.rows, [*self._shown], {**self._wanted}
        return other

    def settle(self) -> None:
        """What was wanted is shown now."""
        for y, row in self._wanted.items():
            self._shown[y] = row
        self._wanted.clear()

    def forget(self) -> None:
        """The terminal was cleared: it shows blanks, everything is still wanted."""
        blanks = [blank_row(self.columns) for _ in range(self.rows)]
        self._wanted = {y: self._wanted.get(y, row) for y, row in enumerate(self._shown)}
        self._shown = blanks


def _mend(chars: list[str], x: int, end: int) -> None:
    """Blanks the halves of wide characters that were cut at either end of [x, end)."""
    if x and _is_wide(chars[x - 1]):
        chars[x - 1] = " "
    if end < len(chars) and chars[end] == "":
        chars[end] = " "


def _is_wide(cell: str) -> bool:
    return bool(cell) and not cell.isascii() and get_character_cell_size(cell[0]) == 2
