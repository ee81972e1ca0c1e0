"""Draws a terminal emulator's screen as an SVG picture. What stands on the screen is not its business.

Lines and frames are drawn as lines, so that they meet whatever font the reader has. A `Tube` is
what the terminal makes of inks: a window, the console of a machine, or one with a single colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple

import pyte
from pyte.screens import Char

from tui.presenters.area import EIGHTHS

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
PAPER = Tube(
    "#fbfaf7", "#24292f", "#8a8f98",
    _sixteen("24292f b3261e 2e7d32 8a5a00 1f5fbf 8e24aa 00838f 6b7280 "
             "57606a d32f2f 388e3c 9a6700 0969da a23bbf 0097a7 24292f"),
)  # fmt: skip
"""The same with a light background."""
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
    looks = [_look(screen.buffer[row][column], tube) for column in range(screen.columns)]
    yield from _papers([look[1] for look in looks], row, tube.paper)
    column = 0
    for look, group in groupby(looks):
        length = len(list(group))
        text = "".join(screen.buffer[row][at].data for at in range(column, column + length))
        yield from _run(text, column, row, look)
        column += length


def _papers(papers: list[str], row: int, behind: str) -> Iterator[str]:
    """The backgrounds of a row: one rectangle for all neighbours of a colour, so that no seam is seen."""
    column = 0
    for paper, group in groupby(papers):
        length = len(list(group))
        if paper != behind:
            x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
            yield (
                f'<rect x="{x:g}" y="{y:g}" width="{length * CELL_WIDTH:g}" height="{CELL_HEIGHT}" '
                f'fill="{paper}" shape-rendering="crispEdges"/>'
            )
        column += length


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


def _run(text: str, column: int, row: int, look: Look) -> Iterator[str]:
    ink, _, bold, underlined, italic = look
    x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
    text, blocks = _without_blocks(text)
    for at, (left, top, wide, high) in blocks:
        yield (
            f'<rect x="{x + (at + left) * CELL_WIDTH:g}" y="{y + top * CELL_HEIGHT:g}" '
            f'width="{wide * CELL_WIDTH:g}" height="{high * CELL_HEIGHT:g}" fill="{ink}" '
            'shape-rendering="crispEdges"/>'
        )
    text, frames = _without_frames(text)
    if frames:
        lines = "".join(_frame(x, y, at, arms) for at, arms in frames)
        yield f'<path d="{lines}" fill="none" stroke="{ink}"/>'
    for part in re.finditer(r"\S+(?: \S+)*", text):  # words far apart stand where they are in any font
        style = ' font-weight="bold"' * bold + ' text-decoration="underline"' * underlined
        style += ' font-style="italic"' * italic
        yield (
            f'<text x="{x + part.start() * CELL_WIDTH:g}" y="{y + 13.5:g}" '
            f'textLength="{len(part[0]) * CELL_WIDTH:g}" lengthAdjust="spacingAndGlyphs" '
            f'fill="{ink}"{style}>{escape(part[0])}</text>'
        )


ARMS = {
    "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu",
    "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "udr", "┤": "udl", "┬": "lrd",
    "┴": "lru", "┼": "lrud", "╴": "l", "╵": "u", "╶": "r", "╷": "d",
}  # fmt: skip
"""Which sides of its cell a sign's lines lead to: left, right, up, down."""


BLOCKS = {
    "▀": (0, 0, 1, 0.5), "▌": (0, 0, 0.5, 1), "■": (0.06, 0.25, 0.88, 0.5),
    **{sign: (0, 1 - high / 8, 1, high / 8) for high, sign in enumerate(EIGHTHS, 1)},
}  # fmt: skip
"""Signs that fill a part of their cell: left, top, width and height of it."""


def _without_blocks(text: str) -> tuple[str, list[tuple[int, tuple[float, float, float, float]]]]:
    """The text with blanks for blocks, and the blocks: where they stand and what they fill."""
    blocks = [(at, BLOCKS[char]) for at, char in enumerate(text) if char in BLOCKS]
    return "".join(" " if char in BLOCKS else char for char in text), blocks


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
