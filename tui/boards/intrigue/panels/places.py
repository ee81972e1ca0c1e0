"""How a place of the queue looks: three lines of a narrow cell, or a frame around more. No widget.

Every fact has a sign of its own, so that nothing depends on colour: ? before what lies face
down, ×3 for three cards in a stack, +2 for the influence on the top card, » for what is being
resolved, + for what can be chosen, * for what was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tui.widgets.panel import Part
from tui.widgets.pieces import apart, fit
from tui.wire.terminal import palette

DOWN = "?"
"""Stands before the name of a card that lies face down, or alone where the name is not known."""


class Face(NamedTuple):
    """What is shown of one place."""

    number: int
    names: tuple[str, ...]
    """Of the top card, from long to short; none: it is not known."""
    owner: tuple[str, ...]
    """Whose it is, from long to short."""
    influence: int = 0
    up: bool = False
    own: bool = False
    """It belongs to who looks."""
    depth: int = 1
    """Cards in the stack."""
    below: tuple[tuple[str, ...], ...] = ()
    """What lies under it, from the top, each from long to short."""
    resolving: bool = False
    sign: str = ""
    """+ it can be chosen, * it was."""

    @property
    def ink(self) -> Style:
        if self.own:
            return palette.MINE
        return palette.TEXT if self.up else palette.DIM


def longest(words: Sequence[str], width: int) -> str:
    """The first wording that fits, from long to short; the last one, cut, if none does."""
    return next((word for word in words if cell_len(word) <= width), words[-1] if words else "")


def head(face: Face, width: int, *, framed: bool = False) -> list[Part]:
    """Number, stack and signs; in a frame with blanks around them."""
    ink, blank = palette.ACCENT if face.resolving else palette.DIM, " " * framed
    number = f"{'»' if face.resolving else blank}{face.number}"
    left: list[Part] = [(f"{number}{blank}", ink)]
    if face.depth > 1:
        left = [(number, ink), (f" ×{face.depth}{blank}", palette.TEXT)]
    return apart(left, [(face.sign, palette.AFFORDABLE)], width)


def label(face: Face, width: int) -> list[Part]:
    """The top card."""
    if not face.names:
        return [(fit(DOWN, width), face.ink)]
    down = "" if face.up else DOWN
    return [(fit(down + longest(face.names, width - len(down)), width), face.ink)]


def foot(face: Face, width: int) -> list[Part]:
    """The owner of the top card, and the influence on it."""
    ink = palette.MINE if face.own else palette.TEXT
    return apart([(longest(face.owner, width - 4), ink), (" ", palette.TEXT), *_influence(face)], [], width)


def _influence(face: Face) -> list[Part]:
    return [(f"+{face.influence}", palette.STRONG)] if face.influence else []


def inside(face: Face, width: int, rows: int) -> list[list[Part]]:
    """A larger cell: card, owner, influence, and what lies below it as far as there is room."""
    ink = palette.MINE if face.own else palette.TEXT
    owner = [(fit(longest(face.owner, width), width), ink)]
    influence = apart(_influence(face), [], width)
    below = [[(fit(f" {longest(words, width - 1)}", width), palette.DIM)] for words in face.below]
    if len(below) > rows - 3 > 0:
        more = f" +{len(below) - rows + 4}"
        below = [*below[: rows - 4], [(fit(more, width), palette.DIM)]]
    blank: list[Part] = [(" " * width, palette.TEXT)]
    lines = [label(face, width), owner, influence, *below]
    return (lines + [blank] * rows)[:rows]
