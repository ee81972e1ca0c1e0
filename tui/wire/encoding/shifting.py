"""Finds cells that only moved sideways in their row, so that the terminal can move them itself.

Otherwise a card that is put into a row of cards would have every card behind it sent again. Every terminal
since the VT220 inserts and deletes cells (ICH, DCH). What is behind the moved cells stays where it is: behind
them as many cells are deleted as are inserted before them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from operator import add, ne, or_
from typing import Literal, NamedTuple

from tui.wire.encoding.cells import are_certain
from tui.wire.encoding.grid import GridRow
from tui.wire.encoding.moves import UNKNOWN, move
from tui.wire.encoding.pieces import Piece, pieces_of
from tui.wire.terminal.looks import PLAIN, CellStyle
from tui.wire.terminal.terminals import Terminal

WORTH_MOVING = 30
"""A row of about this many bytes may cost less if cells are moved."""
SAMPLE = 4
"""The cells of a sample that is looked for elsewhere in its row."""
LETTERS, FIRST_LETTER = 2, 0xE000
"""The letters for a cell in a text, and the first one for a style: no terminal shows these as characters."""
ABOUT_A_PIECE = 10
"""The bytes for the way to a piece and for its style, about."""


class CellShift(NamedTuple):
    """Moves cells between `x` and `end` of row `y` by a number of cells, to the right if it is above 0. Those
    that are pushed out at one side are lost; blanks come in at the other.
    """

    y: int
    x: int
    end: int
    by: int

    def of(self, row: GridRow) -> GridRow:
        x, end, count = self.x, self.end, abs(self.by)
        chars, looks = row.chars[x:end], row.looks[x:end]
        blanks, plain = [" "] * count, [PLAIN] * count
        if self.by > 0:
            chars, looks = blanks + chars[:-count], plain + looks[:-count]
        else:
            chars, looks = chars[count:] + blanks, looks[count:] + plain
        return GridRow(
            [*row.chars[:x], *chars, *row.chars[end:]], [*row.looks[:x], *looks, *row.looks[end:]]
        )  # fmt: skip

    def steps(self, columns: int) -> list[tuple[int, str]]:
        """Returns the columns to go to, and what to send there in the terminal's plain style: first what
        makes room, so that nothing else is pushed out of the row. The cursor stays where it is sent.
        """
        count = abs(self.by) if abs(self.by) > 1 else ""
        insert, delete = f"\x1b[{count}@", f"\x1b[{count}P"
        if self.by > 0:
            # tmux leaves what stood between, where it has fewer cells to move than come in
            makes_room = self.end < columns or columns - self.x < 2 * self.by
            return [*([(self.end - self.by, delete)] if makes_room else []), (self.x, insert)]
        return [(self.x, delete), *([(self.end + self.by, insert)] if self.end < columns else [])]


def shifts_text(shifts: Sequence[CellShift], terminal: Terminal, columns: int) -> tuple[str, int, int]:
    """Returns the bytes for shifts from an unknown place of the cursor on, and where it is afterwards."""
    parts: list[str] = []
    x, y = UNKNOWN, UNKNOWN
    for shift in shifts:
        for there, text in shift.steps(columns):
            parts += (move(x, y, there, shift.y, terminal.columns), text)
            x, y = there, shift.y
    return "".join(parts), x, y


def shift_of(y: int, shown: GridRow, wanted: GridRow, cost: int, terminal: Terminal) -> CellShift | None:
    """The shift after which a row costs less than now, about `cost` bytes; None: none that is tried does."""
    if cost < WORTH_MOVING or not (are_certain(shown.chars) and are_certain(wanted.chars)):
        return None
    columns = len(shown.chars)
    differ = list(map(or_, map(ne, shown.chars, wanted.chars), map(ne, shown.looks, wanted.looks)))
    x, end = differ.index(True), columns - differ[::-1].index(True)
    kinds: dict[CellStyle, int] = {}
    by = _distance(_letters(shown, x, end, kinds), _letters(wanted, x, end, kinds))
    if not by or abs(by) >= end - x:
        return None
    stop = columns if _blank_from(shown) <= end else end
    best = None
    for begin in {x, _earliest(shown, wanted, x, by)}:
        shift = CellShift(y, begin, stop, by)
        pieces = pieces_of(y, shift.of(shown), wanted, terminal)
        its_cost = cost_of(pieces) + len(shifts_text([shift], terminal, columns)[0])
        if its_cost < cost:
            best, cost = shift, its_cost
    return best


def cost_of(pieces: Sequence[Piece]) -> int:
    """Returns about how many bytes pieces take."""
    return sum(len(piece.text) + ABOUT_A_PIECE for piece in pieces)


def _blank_from(row: GridRow) -> int:
    x = len(row.chars)
    while x and row.chars[x - 1] == " " and row.looks[x - 1] == PLAIN:
        x -= 1
    return x


def _letters(row: GridRow, x: int, end: int, kinds: dict[CellStyle, int]) -> str:
    """Returns the cells between two columns as two letters each: the character, and one for its style that is
    no character, by the number that the style has in `kinds`.
    """
    looks = row.looks[x:end]
    by_object = {id(look): look for look in looks}  # few: the rest is done without comparing styles
    letters = {
        number: chr(FIRST_LETTER + kinds.setdefault(look, len(kinds))) for number, look in by_object.items()
    }
    return "".join(map(add, row.chars[x:end], map(letters.__getitem__, map(id, looks))))


def _distance(shown: str, wanted: str) -> int:
    """Returns by how far most of the cells have moved; 0 if none have. Looks for samples of what is wanted in
    what is shown.
    """
    found: Counter[int] = Counter()
    size = LETTERS * SAMPLE
    for at in range(0, len(wanted) - size + 1, size):
        sample = wanted[at : at + size]
        is_varied = sample[LETTERS:] != sample[:-LETTERS]
        if is_varied and (was := shown.find(sample)) >= 0:
            found[(at - was) // LETTERS] += 1
    return max(found, key=lambda by: found[by], default=0)


def _earliest(shown: GridRow, wanted: GridRow, x: int, by: int) -> int:
    """Returns the first column from which on cells may have moved: a new card can begin like the old one."""
    to, since = (by, 0) if by > 0 else (0, -by)
    while (
        x
        and shown.chars[x - 1 + since] == wanted.chars[x - 1 + to]
        and shown.looks[x - 1 + since] == wanted.looks[x - 1 + to]
    ):
        x -= 1
    return x


KEPT = 128
"""The changes whose results are kept: those of a few frames."""


class RowChange:
    """From what a row shows to what it should show. Equal if all cells are; the rows are never changed in
    place while a frame is made of them or afterwards.

    Everybody at a table is sent nearly the same rows one after the other, and finding what a row needs is
    most of the work on a frame; so the last results are kept (`known`), for clients with the same kind of
    terminal. A result depends on nothing but what is compared here, so nothing of a client gets to another.
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
