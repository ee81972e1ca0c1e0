"""Styled text in lines: paragraphs wrapped at blanks, by cells. No widget."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from textual.strip import Strip

from tui.widgets.panel import Part


def wrapped(parts: Iterable[Part], width: int, indent: int = 0) -> list[list[Part]]:
    """A paragraph as lines of at most `width` cells; those after the first begin with `indent` blanks.

    A word that is longer than a line is cut into pieces.
    """
    lines: list[list[Part]] = [[]]
    used = 0
    for word in _words(parts):
        size = _cells(word)
        if used + size > width and used > (indent if len(lines) > 1 else 0):
            lines.append([(" " * indent, word[0][1])] if indent else [])
            used = indent
            word = _unspaced(word)  # noqa: PLW2901  (the blank before a word stays behind)
        for piece in _pieces(word, max(1, width - used), max(1, width - indent)):
            if piece is not word and used + _cells(piece) > width:
                lines.append([(" " * indent, word[0][1])] if indent else [])
                used = indent
            lines[-1].extend(piece)
            used += _cells(piece)
    return lines


def cells_of(parts: Iterable[Part]) -> int:
    """How many cells these parts take."""
    return sum(cell_len(text) for text, _ in parts)


def _cells(parts: Sequence[Part]) -> int:
    return cells_of(parts)


def _words(parts: Iterable[Part]) -> list[list[Part]]:
    """The parts cut before every blank: a word may consist of several parts."""
    words: list[list[Part]] = []
    for text, style in parts:
        for at, word in enumerate(text.split(" ")):
            if at:
                words.append([(f" {word}", style)])
            elif word and words:
                words[-1].append((word, style))
            elif word:
                words.append([(word, style)])
    return words


def _unspaced(word: Sequence[Part]) -> list[Part]:
    (text, style), *rest = word
    return [(text.removeprefix(" "), style), *rest]


def _pieces(word: list[Part], first: int, other: int) -> list[list[Part]]:
    """The word whole where it fits into `first` or `other` cells, else cut up."""
    if _cells(word) <= max(first, other):
        return [word]
    strip = Strip([Segment(text, style) for text, style in word])
    cuts = [first]
    while cuts[-1] < strip.cell_length:
        cuts.append(cuts[-1] + other)
    starts = [0, *cuts[:-1]]
    return [_parts(strip.crop(start, end)) for start, end in zip(starts, cuts, strict=True)]


def _parts(strip: Strip) -> list[Part]:
    return [(segment.text, segment.style) for segment in strip if segment.style is not None]
