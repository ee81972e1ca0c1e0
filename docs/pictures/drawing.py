"""Draws a terminal emulator's screen as an SVG picture. What stands on the screen is not its business.

Lines and frames are drawn as lines, so that they meet whatever font the reader has.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import groupby

import pyte
from pyte.screens import Char

CELL_WIDTH, CELL_HEIGHT, MARGIN = 8.4, 18, 14
FONTS = "DejaVu Sans Mono, Menlo, Consolas, monospace"
PAPER, INK = "#11151c", "#d5dbe5"
NAMED = {
    "black": "#1b2028", "red": "#e06c75", "green": "#98c379", "brown": "#d7a65f", "blue": "#61afef",
    "magenta": "#c678dd", "cyan": "#56b6c2", "white": "#d5dbe5",
    "brightblack": "#6b7280", "brightred": "#ff8b92", "brightgreen": "#b5e890", "brightbrown": "#f2cc8f",
    "brightblue": "#8cc8ff", "brightmagenta": "#e0a3f0", "brightcyan": "#8be0ea", "brightwhite": "#ffffff",
}  # fmt: skip


def svg(screen: pyte.Screen, title: str) -> str:
    """The whole picture; `title` is what a screen reader says for it."""
    width = screen.columns * CELL_WIDTH + 2 * MARGIN
    height = screen.lines * CELL_HEIGHT + 2 * MARGIN
    body = [part for row in range(screen.lines) for part in _row(screen, row)]
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="100%" height="100%" rx="8" fill="{PAPER}"/>',
            f'<g font-family="{FONTS}" font-size="14" xml:space="preserve">',
            *body,
            "</g></svg>",
            "",
        ]
    )


def _row(screen: pyte.Screen, row: int) -> Iterator[str]:
    cells = [screen.buffer[row][column] for column in range(screen.columns)]
    column = 0
    for look, group in groupby(cells, key=_look):
        run = list(group)
        yield from _run("".join(cell.data for cell in run), len(run), column, row, look)
        column += len(run)


Look = tuple[str, str, bool, bool, bool]


def _look(cell: Char) -> Look:
    ink, paper = _colour(cell.fg, INK), _colour(cell.bg, PAPER)
    if cell.reverse:
        ink, paper = paper, ink
    return ink, paper, cell.bold, cell.underscore, cell.italics


def _colour(name: str, default: str) -> str:
    if name == "default":
        return default
    return NAMED.get(name, f"#{name}")


def _run(text: str, cells: int, column: int, row: int, look: Look) -> Iterator[str]:
    ink, paper, bold, underlined, italic = look
    x, y = MARGIN + column * CELL_WIDTH, MARGIN + row * CELL_HEIGHT
    width = cells * CELL_WIDTH
    if paper != PAPER:
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
    "─": "lr", "│": "ud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu", "├": "udr", "┤": "udl", "┬": "lrd",
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
