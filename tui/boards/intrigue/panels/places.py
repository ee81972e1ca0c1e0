"""The cells of a place of the queue: three lines of a narrow cell, or a frame around more. No widget.

Every fact has a sign of its own, so that nothing depends on colour: ? before a face-down card, ×3 for three
cards in a stack, +2 for the influence on the top card, » for the card being resolved, + for what can be
chosen, * for what was chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tui.widgets.panel import Part
from tui.widgets.pieces import fit, justify
from tui.wire.terminal import palette

DOWN = "?"
"""Before the name of a face-down card, or alone if the name is not known."""


class PlaceFace(NamedTuple):
    """What is shown of one place."""

    number: int
    names: tuple[str, ...]
    """The names of the top card, from long to short; empty: it is not known."""
    owner: tuple[str, ...]
    """The names of its owner, from long to short."""
    influence: int = 0
    up: bool = False
    own: bool = False
    """True if it belongs to the viewer."""
    depth: int = 1
    """The number of cards in the stack."""
    below: tuple[tuple[str, ...], ...] = ()
    """The cards under it, from the top, each from long to short."""
    resolving: bool = False
    sign: str = ""
    """+ it can be chosen, * it was chosen."""

    @property
    def ink(self) -> Style:
        if self.own:
            return palette.MINE
        return palette.TEXT if self.up else palette.DIM


def longest(words: Sequence[str], width: int) -> str:
    """Return the first wording that fits, from long to short; the last one, cut, if none does."""
    return next((word for word in words if cell_len(word) <= width), words[-1] if words else "")


def head(face: PlaceFace, width: int, *, framed: bool = False) -> list[Part]:
    """Return number, stack and signs; in a frame with blanks around them."""
    ink, blank = palette.ACCENT if face.resolving else palette.DIM, " " * framed
    number = f"{'»' if face.resolving else blank}{face.number}"
    left: list[Part] = [(f"{number}{blank}", ink)]
    if face.depth > 1:
        left = [(number, ink), (f" ×{face.depth}{blank}", palette.TEXT)]
    return justify(left, [(face.sign, palette.AFFORDABLE)], width)


def label(face: PlaceFace, width: int) -> list[Part]:
    """Return the top card."""
    if not face.names:
        return [(fit(DOWN, width), face.ink)]
    down = "" if face.up else DOWN
    return [(fit(down + longest(face.names, width - len(down)), width), face.ink)]


def foot(face: PlaceFace, width: int) -> list[Part]:
    """Return the owner of the top card, and the influence on it."""
    ink = palette.MINE if face.own else palette.TEXT
    return justify([(longest(face.owner, width - 4), ink), (" ", palette.TEXT), *_influence(face)], [], width)


def _influence(face: PlaceFace) -> list[Part]:
    return [(f"+{face.influence}", palette.STRONG)] if face.influence else []


def inside(face: PlaceFace, width: int, rows: int) -> list[list[Part]]:
    """Return a larger cell: card, owner, influence, and as many covered cards as fit."""
    ink = palette.MINE if face.own else palette.TEXT
    owner = [(fit(longest(face.owner, width), width), ink)]
    influence = justify(_influence(face), [], width)
    below = [[(fit(f" {longest(words, width - 1)}", width), palette.DIM)] for words in face.below]
    if len(below) > rows - 3 > 0:
        more = f" +{len(below) - rows + 4}"
        below = [*below[: rows - 4], [(fit(more, width), palette.DIM)]]
    blank: list[Part] = [(" " * width, palette.TEXT)]
    lines = [label(face, width), owner, influence, *below]
    return (lines + [blank] * rows)[:rows]
