"""Styled text in lines: paragraphs wrapped at blanks, counted in cells. No widget."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from rich.style import Style

from tui.widgets.panel import Part
from tui.widgets.pieces import width_of
from tui.wire.terminal import palette

StyledWord = list[Part]
"""A word may consist of several parts; the blank before it belongs to it."""
Line = tuple[Part, ...]
Paragraph = tuple[Line, ...]
MARK = "\0"
"""Stands around a seat's number and name in a text; no name has it."""


@lru_cache(maxsize=4096)
def wrap_cached(parts: tuple[Part, ...], width: int, indent: int = 0) -> Paragraph:
    """`wrap` of a paragraph, cached: the same paragraphs are shown after each step and to every follower."""
    return tuple(map(tuple, wrap(parts, width, indent)))


def marked(seat: int, name: str) -> str:
    """Returns a seat's name for a text whose parts `inked` makes."""
    return f"{MARK}{seat}{name}{MARK}"


def inked(text: str, style: Style) -> list[Part]:
    """Returns a text as parts, marked names in the colours of their seats."""
    parts = enumerate(text.split(MARK))
    return [(part[1:], palette.SEATS[int(part[0]) - 1]) if at % 2 else (part, style) for at, part in parts]


def wrap_again(parts: Iterable[Part], width: int, indent: int = 0) -> list[list[Part]]:
    """Returns `wrap` of a paragraph that is drawn again and again, in lists of its own."""
    return [list(line) for line in wrap_cached(tuple(parts), width, indent)]


def wrap(parts: Iterable[Part], width: int, indent: int = 0) -> list[list[Part]]:
    """Returns a paragraph as lines of at most `width` cells; lines after the first begin with `indent`
    blanks.

    A word that is longer than a line is cut at its end. Words of one style are one part of a line.
    """
    lines: list[list[Part]] = [[]]
    used = 0
    for word in _words(parts):
        whole = width_of(word)
        for piece in [word] if whole <= width - indent else _characters(word):
            fitting, size = piece, whole if piece is word else width_of(piece)
            if used + size > width and lines[-1]:
                fitting = _unspaced(piece)
                size = width_of(fitting)
                lines.append([(" " * indent, piece[0][1])] if indent else [])
                used = indent
            first, *rest = fitting
            line = lines[-1]
            if piece is word and used > indent and line[-1][1] is first[1]:
                line[-1] = line[-1][0] + first[0], first[1]
                line += rest
            else:
                line += fitting
            used += size
    return lines


def sentence_rows(said: Part, width: int) -> list[list[Part]]:
    """Returns a sentence in as many rows as it needs, each with a blank before it."""
    return [[(" ", palette.TEXT), *line] for line in wrap_again([said], max(1, width - 2))]


def _words(parts: Iterable[Part]) -> list[StyledWord]:
    words: list[StyledWord] = []
    for text, style in parts:
        for at, word in enumerate(text.split(" ")):
            if at and (not words or not word.startswith("%")):  # "20 %" stays together
                words.append([(f" {word}", style)])
            elif at:
                words[-1].append((f" {word}", style))
            elif word and words:
                words[-1].append((word, style))
            elif word:
                words.append([(word, style)])
    return words


def _characters(word: StyledWord) -> list[StyledWord]:
    return [[(character, style)] for text, style in word for character in text]


def _unspaced(word: StyledWord) -> StyledWord:
    (text, style), *rest = word
    return [(text.removeprefix(" "), style), *rest]
