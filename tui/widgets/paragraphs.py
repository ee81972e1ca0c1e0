"""Styled text in lines: paragraphs wrapped at blanks, by cells. No widget."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from tui.widgets.panel import Part
from tui.widgets.pieces import width_of

Word = list[Part]
"""A word may consist of several parts; the blank before it belongs to it."""
Line = tuple[Part, ...]
Paragraph = tuple[Line, ...]


@lru_cache(maxsize=4096)
def laid(parts: tuple[Part, ...], width: int, indent: int = 0) -> Paragraph:
    """`wrapped`, worked out once: the same paragraphs are shown after each step, and to all who look on."""
    return tuple(map(tuple, wrapped(parts, width, indent)))


def wrapped(parts: Iterable[Part], width: int, indent: int = 0) -> list[list[Part]]:
    """A paragraph as lines of at most `width` cells; those after the first begin with `indent` blanks.

    A word that is longer than a line is cut where the line ends.
    """
    lines: list[list[Part]] = [[]]
    used = 0
    for word in _words(parts):
        for piece in [word] if width_of(word) <= width - indent else _characters(word):
            fitting = piece
            if used + width_of(piece) > width and lines[-1]:
                fitting = _unspaced(piece)
                lines.append([(" " * indent, piece[0][1])] if indent else [])
                used = indent
            lines[-1].extend(fitting)
            used += width_of(fitting)
    return lines


def _words(parts: Iterable[Part]) -> list[Word]:
    words: list[Word] = []
    for text, style in parts:
        for at, word in enumerate(text.split(" ")):
            if at:
                words.append([(f" {word}", style)])
            elif word and words:
                words[-1].append((word, style))
            elif word:
                words.append([(word, style)])
    return words


def _characters(word: Word) -> list[Word]:
    return [[(character, style)] for text, style in word for character in text]


def _unspaced(word: Word) -> Word:
    (text, style), *rest = word
    return [(text.removeprefix(" "), style), *rest]
