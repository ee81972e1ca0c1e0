"""Draws a terminal emulator's screen as an SVG picture. What stands on the screen is not its business.

Lines and frames are drawn as lines, so that they meet whatever font the reader has. A `Tube` is
what the terminal makes of inks: a window, the console of a machine, or one with a single colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

import pyte
from pyte.screens import Char

CELL_WIDTH, CELL_HEIGHT, MARGIN = 8.4, 18, 14
FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace"
NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
COLOURS = (*NAMES, *(f"bright{name}" for name in NAMES))
"""As the emulator calls the sixteen."""


class Tube(NamedTuple):
    """How one kind of terminal shows its inks."""

    paper: str
    ink: str
    faint: str
    """What dim ink becomes where it has no colour of its own."""
    colours: Mapping[str, str]
    bold_is_bright: bool = False
    """Bold is shown by a brighter ink, the letters stay as they are."""
    bold_ink: str = ""
    """What bold makes of the ink; nothing: the ink stays."""


def _sixteen(inks: str) -> Mapping[str, str]:
    return MappingProxyType(dict(zip(COLOURS, (f"#{ink}" for ink in inks.split()), strict=True)))


WINDOW = Tube(
    "#11151c", "#d5dbe5", "#767c87",
    _sixteen("1b2028 e06c75 98c379 d7a65f 61afef c678dd 56b6c2 d5dbe5 "
             "6b7280 ff8b92 b5e890 ffcb6b 8cc8ff e0a3f0 8be0ea ffffff"),
)  # fmt: skip
"""A terminal emulator of today."""
CONSOLE = Tube(
    "#000000", "#aaaaaa", "#555555",
    _sixteen("000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa "
             "555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff"),
    bold_is_bright=True,
)  # fmt: skip
"""The Linux console with its own palette: eight colours, bold makes them bright, dim is dark grey."""
PHOSPHOR = Tube("#0d120e", "#8fd6a0", "#5f8f6b", MappingProxyType({}), bold_ink="#d2ffdc")
"""One colour: bold is brighter, reverse and underline are all there is beside it."""


def svg(screen: pyte.Screen, title: str, tube: Tube = WINDOW) -> str:
    """The whole picture; `title` is what a screen reader says for it."""
    width = screen.columns * CELL_WIDTH + 2 * MARGIN
    height = screen.lines * CELL_HEIGHT + 2 * MARGIN
    body = [part for row in range(screen.lines) for part in _row(screen, row, tube)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="100%" height="100%" rx="8" fill="{tube.paper}"/>',
            f'<g font-family="{FONTS}" font-size="14" xml:space="preserve">',
            *body,
            "</g></svg>",
            "",
        ]
    )


def _row(screen: pyte.Screen, row: int, tube: Tube) -> Iterator[str]:
    cells = [screen.buffer[row][column] for column in range(screen.columns)]
    column = 0
    for look, group in groupby(cells, key=lambda cell: _look(cell, tube)):
        run = list(group)
        yield from _run("".join(cell.data for cell in run), len(run), column, row, look, tube.paper)
        column += len(run)


Look = tuple[str, str, bool, bool, bool]


def _look(cell: Char, tube: Tube) -> Look:
    ink, paper = _ink(cell, tube), _colour(cell.bg, tube, tube.paper)
    if cell.reverse:
        ink, paper = paper, ink
    return ink, paper, cell.bold and not tube.bold_is_bright, cell.underscore, cell.italics


def _ink(cell: Char, tube: Tube) -> str:
    """The colour of what is written; dim ink is what the emulator says blinks."""
    name = cell.fg
    if cell.bold and tube.bold_is_bright:
        name = f"bright{'white' if name == 'default' else name.removeprefix('bright')}"
    plain = tube.faint if cell.blink else tube.bold_ink if cell.bold and tube.bold_ink else tube.ink
    return _colour(name, tube, plain)


def _colour(name: str, tube: Tube, default: str) -> str:
    if name == "default":
        return default
    return tube.colours.get(name) or (f"#{name}" if name not in COLOURS else default)


def _run(text: str, cells: int, column: int, row: int, look: Look, behind: str) -> Iterator[str]:
    ink, paper, bold, underlined, italic = look
    x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
    width = cells * CELL_WIDTH
    if paper != behind:
        yield f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{CELL_HEIGHT}" fill="{paper}"/>'
    text, frames = _without_frames(text)
    if frames:
        lines = "".join(_frame(x, y, at, arms) for at, arms in frames)
        yield f'<path d="{lines}" fill="none" stroke="{ink}"/>'
    if text.strip():
        style = ' font-weight="bold"' * bold + ' text-decoration="underline"' * underlined
        style += ' font-style="italic"' * italic
        yield (
            f'<text x="{x:g}" y="{y + 13.5:g}" textLength="{width:g}" lengthAdjust="spacingAndGlyphs" '
            f'fill="{ink}"{style}>{escape(text)}</text>'
        )


ARMS = {
    "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu",
    "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "udr", "┤": "udl", "┬": "lrd",
    "┴": "lru", "┼": "lrud", "╴": "l", "╵": "u", "╶": "r", "╷": "d",
}  # fmt: skip
"""Which sides of its cell a sign's lines lead to: left, right, up, down."""


def _without_frames(text: str) -> tuple[str, list[tuple[int, str]]]:
    """The text with blanks for lines, and the lines: where they stand and which arms they have."""
    frames = [(at, ARMS[char]) for at, char in enumerate(text) if char in ARMS]
    return "".join(" " if char in ARMS else char for char in text), frames


def _frame(x: float, y: float, at: int, arms: str) -> str:
    left, top = x + at * CELL_WIDTH, y
    middle, centre = left + CELL_WIDTH / 2, top + CELL_HEIGHT / 2
    ends = {
        "l": f"H{left:g}", "r": f"H{left + CELL_WIDTH:g}", "u": f"V{top:g}", "d": f"V{top + CELL_HEIGHT:g}",
    }  # fmt: skip
    return "".join(f"M{middle:g} {centre:g}{ends[arm]}" for arm in arms)
