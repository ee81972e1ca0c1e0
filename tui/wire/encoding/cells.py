"""Text as cells of a terminal, one string a cell: what stands in it, or '' behind a wide one.

The last guard before the line: whatever is no printable character never gets out of here, and
a character whose width terminals disagree about gets cells that hold in any case. Without
UTF-8 every character becomes ASCII of the same width.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from rich.cells import get_character_cell_size, split_graphemes

MARKS_PER_BASE = 2
ASCII = str.maketrans(
    {
        **dict.fromkeys("─━═┄┅┈┉╌╍╴╶╸╺", "-"),
        **dict.fromkeys("│┃║┆┇┊┋╎╏╵╷╹╻", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋╞╡╪╟╢╫", "+"),
        **dict.fromkeys("█▉▊▋▌▐▓▒░▀▄■▪▮", "#"),
        **dict.fromkeys("●◉⬤•∙", "*"),
        **dict.fromkeys("○◌◦", "o"),
        **dict.fromkeys("✓✔", "v"),
        **dict.fromkeys("✗✘×✕✖", "x"),
        **dict.fromkeys("★☆✱✶♛♕♚♔", "*"),
        **dict.fromkeys("→▶▸►❯›»⟩", ">"),
        **dict.fromkeys("←◀◂◄❮‹«⟨", "<"),
        **dict.fromkeys("↑▲▴", "^"),
        **dict.fromkeys("↓▼▾", "v"),
        **dict.fromkeys("–—−‐‑‒·", "-"),
        **dict.fromkeys("‘’‚′´`", "'"),
        **dict.fromkeys("“”„″", '"'),
        **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
        "…": ".",
        "≥": "+",
        "≤": "<",
        "≠": "#",
        "ß": "s",
        "Æ": "A",
        "æ": "a",
        "Ø": "O",
        "ø": "o",
        "Œ": "O",
        "œ": "o",
        "\u00a0": " ",
    }
)
"""The one table of what stands for a character where there is no UTF-8, cell for cell."""


def cells(text: str, *, utf8: bool) -> tuple[str, ...] | list[str]:
    """One string a cell."""
    if text.isascii() and text.isprintable():
        return list(text)
    return _measured(text, utf8)


@lru_cache(maxsize=4096)
def _measured(text: str, utf8: bool) -> tuple[str, ...]:
    found: list[str] = []
    for start, end, width in split_graphemes(text)[0]:
        found += _cluster(text[start:end], width, utf8=utf8)
    return tuple(found)


def _cluster(cluster: str, width: int, *, utf8: bool) -> list[str]:
    """The cells of what stands together: a base and what combines with it."""
    base = cluster[0]
    if width == 0:
        return []
    if not base.isprintable():
        return ["?"] * width
    if not utf8:
        return _ascii(base, width)
    marks = [mark for mark in cluster[1:] if unicodedata.combining(mark)][:MARKS_PER_BASE]
    own_width = get_character_cell_size(base)
    if own_width == width:
        return ["".join([base, *marks])] + [""] * (width - 1)
    return [base] + [" "] * (width - 1)


def _ascii(base: str, width: int) -> list[str]:
    plain = base.translate(ASCII)
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", base)[0]
    if not (plain.isascii() and plain.isprintable()):
        return ["?"] * width
    return [plain] + [" "] * (width - 1)


def is_certain(cell: str) -> bool:
    """Whether every terminal gives this cell's content one cell's width."""
    return len(cell) == 1 and (cell.isascii() or get_character_cell_size(cell) == 1)
