"""Text as cells of a terminal: one string for each cell, '' for the second cell of a wide character.

This is the last check before output: unprintable characters never get past it, and a character whose width
differs among terminals gets cells that are right for all. Without UTF-8 a character that the terminal lacks
becomes ASCII of the same width; whole words are spelled by `tui.wire.encoding.spelling`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from textwrap import wrap

from rich.cells import get_character_cell_size, split_graphemes

from tui.wire.encoding.letters import is_in, sound_of

MARKS_PER_BASE = 2
COMMAND, JOINT = re.compile(r"(?<=  )ssh(?: \S+)+"), "\0"
"""A command in a sentence, and what holds its words together."""
BRAILLE, UPPER_DOTS, LOWER_DOTS = 0x2800, 0x1B, 0xE4
"""The first of 256 patterns of dots, and the bits of its upper and lower half."""


def _dots(bits: int) -> str:
    """A pattern of dots in ASCII: as high as its dots."""
    upper, lower = bits & UPPER_DOTS, bits & LOWER_DOTS
    return ":" if upper and lower else "'" if upper else "." if lower else " "


DOTS = {BRAILLE + bits: _dots(bits) for bits in range(256)}
"""Patterns of dots in ASCII, also for terminals that have UTF-8 but no such characters."""
ASCII = str.maketrans(
    {
        **dict.fromkeys("─━═┄┅┈┉╌╍╴╶╸╺", "-"),
        **dict.fromkeys("│┃║┆┇┊┋╎╏╵╷╹╻", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋╞╡╪╟╢╫", "+"),
        **dict.fromkeys("█▉▊▋▐▓▒░▀▄■▪▮", "#"),
        **dict.fromkeys("●◉⬤•∙", "*"),
        **dict.fromkeys("○◌◦", "o"),
        **dict.fromkeys("✓✔", "+"),
        **dict.fromkeys("✗✘×✕✖", "x"),
        **dict.fromkeys("★☆✱✶", "*"),
        **dict.fromkeys("→▶▸►❯›⟩", ">"),
        **dict.fromkeys("←◀◂◄❮‹«⟨", "<"),
        **dict.fromkeys("↑▲▴", "^"),
        **dict.fromkeys("↓▼▾", "v"),
        **dict.fromkeys("–—−‐‑‒·", "-"),
        **dict.fromkeys("‘’‚′´`", "'"),
        **dict.fromkeys("“”„″", '"'),
        **dict(zip("⚀⚁⚂⚃⚄⚅", "123456", strict=True)),
        **{chr(number): plain for number, plain in DOTS.items()},
        **dict.fromkeys("♛♕♚♔", "K"),
        "▌": ">",
        "»": "!",
        "…": ".",
        "≥": "+",
        "≤": "<",
        "≠": "#",
        "±": "~",
        "\u00a0": " ",
    }
)
"""The replacements for characters where there is no UTF-8, cell for cell."""
CONSOLE = "console"
"""UTF-8 in a font of 512 signs at most."""
FEW_SIGNS = str.maketrans(
    {
        **dict.fromkeys("▀▄▪", "■"),
        **dict.fromkeys("▌▐", "█"),
        **{char: ASCII[ord(char)] for char in "○◌◦✓✔★☆♛♕♚♔⚀⚁⚂⚃⚄⚅…"},
        "▓": "▒",
        "►": "▶",
        "◄": "◀",
    }
)
"""What the Linux console's fonts lack as Debian sets them up (console-setup 1.221, the codesets Lat15, Lat2,
Uni2 and Uni3), and what they have instead.
"""


def cells(text: str, charset: str = "utf-8") -> tuple[str, ...] | list[str]:
    """Returns one string for each cell, of characters that a set of characters has."""
    if text.isascii() and text.isprintable():
        return list(text)
    return measured(text, charset)


def clusters(text: str) -> Iterator[str]:
    """Yields a text's base characters, each with its combining characters."""
    for start, end, _ in split_graphemes(text)[0]:
        yield text[start:end]


def in_rows(text: str, columns: int) -> list[str]:
    """Returns the lines of a text as rows of a bare terminal, which end between words. What is copied in one
    piece stays whole: a command between wide blanks, and a word that is longer than a row.
    """
    rows: list[str] = []
    for line in text.split("\n"):
        if len(line) <= columns:
            rows.append(line)
            continue
        joined = COMMAND.sub(lambda found: found[0].replace(" ", JOINT), line)
        wrapped = wrap(joined, columns, break_long_words=False, break_on_hyphens=False)
        rows += [row.replace(JOINT, " ") for row in wrapped]
    return rows


@lru_cache(maxsize=4096)
def measured(text: str, charset: str) -> tuple[str, ...]:
    """Returns the cells of a text that is not only printable ASCII."""
    if charset == CONSOLE:
        text, charset = text.translate(FEW_SIGNS), "utf-8"
    if charset == "utf-8" and text.isprintable() and {*map(get_character_cell_size, {*text})} == {1}:
        return tuple(text)
    found: list[str] = []
    for start, end, width in split_graphemes(text)[0]:
        found += _cluster(text[start:end], width, charset)
    return tuple(found)


def _cluster(cluster: str, width: int, charset: str) -> list[str]:
    """Returns the cells of a cluster: a base character and its combining characters."""
    base = cluster[0]
    if width == 0:
        return []
    if not base.isprintable():
        return ["?"] * width
    if charset != "utf-8":
        composed = unicodedata.normalize("NFC", cluster)
        return [composed] if is_in(composed, charset) else stand_in(base, width)
    marks = [mark for mark in cluster[1:] if unicodedata.combining(mark)][:MARKS_PER_BASE]
    own_width = get_character_cell_size(base)
    if own_width == width:
        return ["".join([base, *marks])] + [""] * (width - 1)
    return [base] + [" "] * (width - 1)


def stand_in(char: str, width: int = 1) -> list[str]:
    """Returns as many cells of ASCII as a character takes."""
    base = char[0]
    plain = base.translate(ASCII)
    if not plain.isascii():
        plain = unicodedata.normalize("NFKD", base)[0]
    if not plain.isascii():
        letter = sound_of(base.lower())[:1]
        plain = letter.upper() if base.isupper() else letter
    if not (plain and plain.isprintable()):
        return ["?"] * width
    return [plain] + [" "] * (width - 1)


def is_certain(cell: str) -> bool:
    """Returns whether every terminal gives this cell's content the width of one cell."""
    return len(cell) == 1 and (cell.isascii() or get_character_cell_size(cell) == 1)


def are_certain(found: Sequence[str]) -> bool:
    """Returns whether every terminal agrees on where each of these cells is."""
    text = "".join(found)
    return len(text) == len(found) and (text.isascii() or all(map(is_certain, {*found})))
