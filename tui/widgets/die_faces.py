"""The ways to draw a die, one for each size, and how large the dice of a tray can be. No widget.

A die is a light block with dark pips, or with its digit where there is no room for pips. Below every die with
pips stands its digit: it is the key that marks it, and what a Braille display reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len

UNROLLED = 0
"""A die in hand: it shows no face yet."""
MARK = "▀"
"""Stands at both sides of the digit under a marked die, or under its whole width where it has no pips."""

_WIDE: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {
        UNROLLED: ("     ", "     ", "     "),
        1: ("     ", "  ●  ", "     "),
        2: ("●    ", "     ", "    ●"),
        3: ("●    ", "  ●  ", "    ●"),
        4: ("●   ●", "     ", "●   ●"),
        5: ("●   ●", "  ●  ", "●   ●"),
        6: ("●   ●", "●   ●", "●   ●"),
    }
)
_NARROW = {face: tuple(f"{row[0]}{row[2]}{row[4]}" for row in rows) for face, rows in _WIDE.items()}
_DIGITS = "·123456"
"""Faces as one cell; a die in hand is a dot."""


class DieFace(NamedTuple):
    """One way to draw a die: cells of the block, and whether it has pips."""

    width: int
    height: int = 1
    pips: bool = False

    @property
    def pitch(self) -> int:
        """Cells from one die to the next."""
        return self.width + 1

    @property
    def middle(self) -> int:
        """The row of the label and of the focus, and of a digit on the die."""
        return self.height // 2

    def row(self, face: int, y: int) -> str:
        """The cells of row `y`, from 0 to height - 1."""
        if not self.pips:
            return _DIGITS[face].center(self.width) if y == self.middle else " " * self.width
        pips = (_WIDE if self.width > NARROW.width else _NARROW)[face]
        at = y - (self.height - len(pips)) // 2
        return (pips[at] if 0 <= at < len(pips) else "").center(self.width)

    def below(self, face: int, *, marked: bool, note: str = "") -> str:
        """The cells under a die: its digit where it has pips, its mark, what a power makes of it."""
        shown = _DIGITS[face] if self.pips and face != UNROLLED else ""
        if note:
            arrow = "" if note == "*" else "→"
            return f"{shown}{arrow}{note}".center(self.width)[: self.width]
        sign = MARK if marked else " "
        return f"{sign}{shown}{sign}".center(self.width) if shown else sign * self.width


TINY, DIGIT = DieFace(2), DieFace(3)
NARROW, WIDE = DieFace(5, 3, pips=True), DieFace(7, 3, pips=True)

SIZES: tuple[tuple[DieFace, DieFace], ...] = (
    (WIDE, WIDE),
    (WIDE, NARROW),
    (NARROW, NARROW),
    (NARROW, DIGIT),
    (DIGIT, DIGIT),
    (TINY, TINY),
)
"""The ways to draw dice that can be moved and those set aside, the largest first."""
LOW = NARROW.height + 1
"""The rows of a tray that has none to spare for dice with pips."""
BETWEEN = 3
"""Cells between the two groups, side by side."""


class TrayPlace(NamedTuple):
    """Where a group of dice stands: its label, its first die, and how they are drawn."""

    label: int
    left: int
    top: int
    face: DieFace


class TrayShape(NamedTuple):
    """Where the dice are that can be moved, where those set aside, and the row with marks."""

    active: TrayPlace
    aside: TrayPlace
    below: int


@lru_cache(maxsize=512)
def tray_shape(size: tuple[int, int], dice: int, aside: int, labels: tuple[str, str]) -> TrayShape:
    """Returns the largest dice that fit with a row below them: both groups side by side, or one above the
    other; labels are left out where nothing else fits. In a tray that is no higher they fit however many of
    them are set aside, so that none changes when another one is.
    """
    width, height = size
    own, other = (cell_len(label) + 3 if label else 1 for label in labels)
    for active, small in SIZES:
        second = own + dice * active.pitch + BETWEEN
        whole = second + other + aside * small.pitch - 2 if aside else own + dice * active.pitch - 1
        if height <= LOW:
            whole = own + (dice + aside - 1) * active.pitch + BETWEEN + other + small.pitch - 2
        if whole <= width and height > active.height:
            top = (height - 1 - active.height) // 2
            beside = top + (active.height - small.height) // 2
            return TrayShape(
                TrayPlace(1, own, top, active),
                TrayPlace(second, second + other - 1, beside, small),
                top + active.height,
            )
    left, most = max(own, other), dice + aside if height <= LOW else max(dice, aside)
    face = next((face for face in (DIGIT, TINY) if left + most * face.pitch <= width), TINY)
    left = left if left + most * face.pitch <= width else 1
    return TrayShape(TrayPlace(1, left, 0, face), TrayPlace(min(1, left - 1), left, 2, face), 1)
