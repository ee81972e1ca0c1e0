"""How words are spelled for terminals that lack their letters: by the rules of the language, else by sound.

A terminal shows UTF-8, one of the older sets of 256 characters (ISO 8859), or ASCII. `spelled` is for text of
any length. On a screen everything has its place: there a word that becomes longer takes up blanks beside it
(`SpelledScreen`), and where there are none its letters lose their marks, cell for cell.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from tui.wire.encoding.cells import cells, clusters, stand_in
from tui.wire.encoding.grid import Grid
from tui.wire.encoding.letters import GERMAN, ITALIAN, SYMBOLS, is_in, sound_of
from tui.wire.terminal.looks import CellStyle, blank_style
from tui.wire.terminal.terminals import Terminal

FRAME = frozenset("|+│┃║┆┇┊┋┌┐└┘├┤┬┴┼╭╮╯╰╔╗╚╝╠╣╦╩╬")
"""What has to stay in its column; a plus beside a letter or digit is a sign."""
PLAIN = frozenset(map(chr, range(32, 127)))
"""What every terminal shows."""


def spelled(text: str, charset: str, language: str) -> str:
    """Returns a text in the letters that a set of characters has. It may become longer."""
    if charset == "utf-8" or (text.isascii() and text.isprintable()):
        return text
    return "".join(_words(_clusters(text), charset, language, any_length=True))


@lru_cache(maxsize=512)
def _clusters(text: str) -> tuple[str, ...]:
    return tuple(clusters(unicodedata.normalize("NFC", text)))


def _words(found: Sequence[str], charset: str, language: str, *, any_length: bool = False) -> list[str]:
    """Returns each cluster in its letters, as its neighbours want it."""
    said = list(found)
    for at, cluster in enumerate(found):
        if cluster not in PLAIN:
            before, after = found[at - 1] if at else "", found[at + 1] if at + 1 < len(found) else ""
            said[at] = _letters(cluster, before, after, charset, language, any_length)
    return said


@lru_cache(maxsize=2048)
def _letters(cluster: str, before: str, after: str, charset: str, language: str, any_length: bool) -> str:
    if cluster.isascii():
        return cluster if cluster.isprintable() else "?" * len(cluster)
    if is_in(cluster, charset):
        return cluster
    small = cluster.lower()
    as_typed = GERMAN.get(small) if language == "de" else None
    if language == "it" and not after[:1].isalpha():
        as_typed = ITALIAN.get(small)
    found = as_typed or sound_of(small) or (SYMBOLS.get(cluster, "") if any_length else "")
    if not found:
        return "".join(cells(cluster, charset))
    if small == cluster:
        return found
    is_shouted = after[:1].isupper() or (before[-1:].isupper() and not after[:1].islower())
    return found.upper() if is_shouted else found.capitalize()


class SpelledScreen:
    """The cells as they are meant, and from them each row as this terminal can show it."""

    def __init__(self, terminal: Terminal, columns: int, rows: int) -> None:
        self._charset, self._language = terminal.charset, terminal.language
        self._meant = Grid(columns, rows)
        self._columns: dict[int, list[int]] = {}
        """Where the cells of a row are shown, if not all are where they are meant."""

    def put(
        self, y: int, x: int, chars: list[str], looks: list[CellStyle]
    ) -> tuple[list[str], list[CellStyle]]:
        """Sets cells from (x, y) on, and returns the whole row as it is shown. It has to be on the screen."""
        self._meant.put(y, x, chars, looks)
        self._meant.settle()
        row = self._meant.shown[y]
        shown, looked, columns = _fitted(row.chars, row.looks, self._charset, self._language)
        if columns is None:
            self._columns.pop(y, None)
        else:
            self._columns[y] = columns
        return shown, looked

    def column(self, x: int, y: int) -> int:
        """Returns where a cell is shown."""
        columns = self._columns.get(y)
        return columns[x] if columns and x < len(columns) else x


def _fitted(
    chars: list[str], looks: list[CellStyle], charset: str, language: str
) -> tuple[list[str], list[CellStyle], list[int] | None]:
    """Returns a row in the letters of a set of characters, in as many cells, and where each cell has gone;
    None: nowhere. Whatever becomes longer takes up the blanks of the next gap, else of the one before.
    """
    if "".join(chars).isascii():
        return chars.copy(), looks.copy(), None
    said = _words(chars, charset, language)
    if {*map(len, said)} == {1}:
        return said, _without_ink(said, looks), None
    gaps = _Gaps(chars)
    shown: list[list[str]] = []
    for at, (meant, word) in enumerate(zip(chars, said, strict=True)):
        more = len(word) - 1
        if meant == "":
            shown.append([said[at - 1][1:2] or " "])
        elif chars[at + 1 : at + 2] == [""]:
            shown.append([word[:1]])
        else:
            shown.append(list(word) if not more or gaps.take(at, more) else list(stand_in(meant)))
    return _laid_out(shown, looks, gaps.taken)


def _laid_out(
    shown: list[list[str]], looks: list[CellStyle], taken: frozenset[int]
) -> tuple[list[str], list[CellStyle], list[int] | None]:
    chars: list[str] = []
    styles: list[CellStyle] = []
    columns: list[int] = []
    for at, (cell, look) in enumerate(zip(shown, looks, strict=True)):
        columns.append(len(chars))
        if at not in taken:
            chars += cell
            styles += [look] * len(cell)
    return chars, _without_ink(chars, styles), columns if taken else None


def _without_ink(chars: Sequence[str], looks: Sequence[CellStyle]) -> list[CellStyle]:
    """Returns the looks of cells; a letter that has become a blank has no ink any more."""
    return [blank_style(look) if char == " " else look for char, look in zip(chars, looks, strict=True)]


class _Gaps:
    """The blanks of a row that words may take up: of two and more beside each other all but one, and the
    last of the row, which parts nothing.
    """

    def __init__(self, chars: Sequence[str]) -> None:
        beside = [" ", *chars, " "]
        self._frames = [
            char in FRAME and not (char == "+" and (beside[at].isalnum() or beside[at + 2].isalnum()))
            for at, char in enumerate(chars)
        ]
        last = len(chars) - 1
        self._free = [
            at for at in range(1, len(chars)) if chars[at] == " " and (chars[at - 1] == " " or at == last)
        ]
        self._taken: set[int] = set()

    @property
    def taken(self) -> frozenset[int]:
        """Returns the blanks that were taken."""
        return frozenset(self._taken)

    def take(self, at: int, count: int) -> bool:
        """Takes blanks for a word that becomes longer at a cell; returns whether there are as many."""
        behind = [free for free in self._free if free > at and self._reaches(at, free)][:count]
        before = [free for free in self._free if free < at and self._reaches(free, at)][: -count - 1 : -1]
        found = behind if len(behind) == count else before
        if len(found) < count:
            return False
        self._taken.update(found)
        self._free = [free for free in self._free if free not in self._taken]
        return True

    def _reaches(self, start: int, end: int) -> bool:
        return not any(self._frames[start:end])
