"""What laurin is about, for who sits down for the first time."""

from __future__ import annotations

from collections.abc import Sequence

from tui.boards.kit.board import FirstTable
from tui.boards.laurin.panels.squares import KING_SIGN
from tui.boards.laurin.words.phrases import TURNED_MARK
from tui.language.texts import N_, Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import cut
from tui.wire.terminal import palette, tones

KING_TILE: Part = (f" {KING_SIGN} ", tones.CROWNED)
KING = (1, 2)
"""His corner: squares to the left of it and above it."""
DWARFS = {(0, 1): (0, "5"), (0, 3): (0, "1"), (1, 1): (0, "3"), (1, 2): (2, "3"), (2, 5): (1, "5")}
"""The seat and the points of each dwarf, by row and column of its square. That at (1, 1) shows its back."""
TURNED = (0, 1)
COLUMNS, ROWS = 7, 3
BESIDE = 70
"""Cells from which the words stand beside the picture."""


def _picture(texts: Texts, width: int) -> Sequence[Sequence[Part]]:
    """Returns a part of the garden, and what counts there, beside it where there is room."""
    turned: Part = (f" 5{TURNED_MARK}", tones.TURNED_TILES[0])
    said: list[list[Part]] = [
        [KING_TILE, (" " + texts._("the King stands on a corner"), palette.TEXT)],
        [(" 3 ", tones.SEAT_TILES[0]), (" " + texts._("your dwarf beside him scores 3"), palette.TEXT)],
        [turned, (" " + texts._("it scored before: this is its back"), palette.TEXT)],
        [(" 5 ", tones.SEAT_TILES[1]), (" " + texts._("he is not there: no points"), palette.TEXT)],
    ]
    garden = _garden()
    if width < BESIDE:
        return [cut(line, width) for line in (*garden, *said)]
    beside = [[], *said, *[[]] * len(garden)]
    return [
        cut([*line, ("   ", palette.TEXT), *words], width)
        for line, words in zip(garden, beside, strict=False)
    ]


def _garden() -> list[list[Part]]:
    lines: list[list[Part]] = []
    for row in range(ROWS + 1):
        corners = "   ".join("┼" for _ in range(COLUMNS + 1))
        if row == KING[0]:
            at = 4 * KING[1]
            lines.append([(corners[: at - 1], tones.LAWN), KING_TILE, (corners[at + 2 :], tones.LAWN)])
        else:
            lines.append([(corners, tones.LAWN)])
        if row < ROWS:
            lines.append([part for column in range(COLUMNS) for part in _square(row, column)])
            lines[-1].append((" ", tones.LAWN))
    return lines


def _square(row: int, column: int) -> list[Part]:
    touched = row - KING[0] in {0, -1} and column - KING[1] in {0, -1}
    between: Part = (" ", tones.LAWN)
    if (dwarf := DWARFS.get((row, column))) is None:
        return [between, ("   ", tones.TOUCHED if touched else tones.LAWN)]
    seat, points = dwarf
    if (row, column) == TURNED:
        return [between, (f" {points}{TURNED_MARK}", tones.TURNED_TILES[seat])]
    return [between, (f" {points} ", tones.SEAT_TILES[seat])]


FIRST_TABLE = FirstTable(
    aim=N_(
        "Score points with dwarfs on the squares where the King stops. 35 points (three players) end the "
        "game."
    ),
    steps_of=N_("A round"),
    steps=(
        N_("Place and move dwarfs where he will stop."),
        N_("Bid treasure, face down: the winner moves him."),
        N_("His four squares score; a dwarf that scored turns over."),
    ),
    advice=N_("Magic is for sale first. You can pass: treasure also buys the King's moves."),
    picture=_picture,
)
