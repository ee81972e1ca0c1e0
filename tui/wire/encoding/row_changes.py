"""What each row of a frame needs, found again for the next client whose terminal shows the same.

Everybody at a table is sent nearly the same rows one after the other. Finding the pieces of a row, and cells
that moved sideways, is most of the work on a frame; so the last results are kept, for clients with the same
kind of terminal. A result depends on nothing but what is compared here, so nothing of a client gets to
another.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from tui.wire.encoding.grid import GridRow
from tui.wire.encoding.pieces import Piece, pieces_of
from tui.wire.encoding.shifting import CellShift, cost_of, shift_of
from tui.wire.terminal.terminals import Terminal

KEPT = 128
"""The changes whose results are kept: those of a few frames."""


class RowChange:
    """From what a row shows to what it should show. Equal if all cells are; the rows are never changed in
    place while a frame is made of them or afterwards.
    """

    __slots__ = ("_pieces", "_shift", "shown", "terminal", "wanted", "y")

    def __init__(self, y: int, shown: GridRow, wanted: GridRow, terminal: Terminal) -> None:
        self.y, self.shown, self.wanted, self.terminal = y, shown, wanted, terminal
        self._pieces: Sequence[Piece] | None = None
        self._shift: CellShift | Literal[False] | None = False

    def __hash__(self) -> int:
        return hash((self.y, "".join(self.shown.chars), "".join(self.wanted.chars)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RowChange):
            return NotImplemented
        mine, its = self.shown, other.shown
        if not (self.y == other.y and mine.chars == its.chars and mine.looks == its.looks):
            return False
        mine, its = self.wanted, other.wanted
        return mine.chars == its.chars and mine.looks == its.looks and self.terminal == other.terminal

    def pieces(self) -> Sequence[Piece]:
        """Returns the pieces of the change; see `pieces_of`."""
        if self._pieces is None:
            self._pieces = pieces_of(self.y, self.shown, self.wanted, self.terminal)
        return self._pieces

    def shift(self) -> CellShift | None:
        """Returns the shift that makes the change shorter; see `shift_of`."""
        if self._shift is False:
            self._shift = shift_of(self.y, self.shown, self.wanted, cost_of(self.pieces()), self.terminal)
        return self._shift


@lru_cache(maxsize=KEPT)
def known(change: RowChange) -> RowChange:
    """Returns the first of equal changes, which knows what was found for it."""
    return change
