"""The cells of a place of the queue: a filled card with a few lines, or a frame around more. No widget.

Every fact has a sign of its own, so that nothing depends on colour: ? before a face-down card that the viewer
knows, a pattern on one that they do not, ×3 for three cards in a stack, a dot for each influence on the top
card, » behind the number of the card being resolved, ✓ for what can be chosen, * for what was chosen, ✗ for
a card that has just been removed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tui.boards.intrigue.panels import inks
from tui.widgets.even import even_lines
from tui.widgets.panel import Part
from tui.widgets.pieces import cut, fit, width_of
from tui.wire.terminal import palette

DOWN = "?"
"""Before the name of a face-down card, or alone if the name is not known."""
PATTERN = "░░░░"
"""The back of a card that the viewer does not know. (Each of its signs costs three bytes.)"""
DOT, MOST_DOTS = "●", 4
"""One influence, and how many are shown by dots in a narrow cell."""
COMPACT, ROOMY = 3, 4
"""The lines of a place: number, card, owner; the card in two lines."""
LARGE, DOES = 7, 3
"""The lines of a frame in which there is room for what a card does, and the lines that this takes."""


class PlaceFace(NamedTuple):
    """What is shown of one place."""

    number: int
    names: tuple[str, ...]
    """The names of the top card, from long to short; empty: it is not known."""
    owner: tuple[str, ...]
    """The names of its owner, from long to short."""
    seat: int = 1
    """The seat of its owner."""
    influence: int = 0
    up: bool = False
    own: bool = False
    """True if it belongs to the viewer."""
    depth: int = 1
    """The number of cards in the stack."""
    below: tuple[tuple[str, ...], ...] = ()
    """The cards under it, from the top, each from long to short."""
    does: str = ""
    """What the top card does, in a few words, for large cards."""
    split: tuple[str, str] = ("", "")
    """The name of the top card in two lines, for cards too narrow for it."""
    resolving: bool = False
    sign: str = ""
    """✓ it can be chosen, * it was chosen."""
    gone: str = ""
    """Instead of a number: that the card was removed. It is shown until the next thing happens, and no place
    any more.
    """

    @property
    def tone(self) -> Style:
        """The style of the card."""
        if self.gone:
            return palette.DIM
        card = inks.UP if self.up else inks.BACK
        return inks.own(card) if self.own else card


CHOOSABLE, CHOSEN, NOW = "✓", "*", "»"


def longest(words: Sequence[str], width: int) -> str:
    """Return the first wording that fits, from long to short; the last one, cut, if none does."""
    return next((word for word in words if cell_len(word) <= width), words[-1] if words else "")


def lines_of(face: PlaceFace, width: int, rows: int) -> list[list[Part]]:
    """Return a card without a frame in `rows` lines."""
    return [cut(_signs(face), width), *_name(face, width, rows - 2), foot(face, width)]


def inside(face: PlaceFace, width: int, rows: int) -> list[list[Part]]:
    """Return what is in a frame of `rows` lines: card, owner, influence, and as many covered cards as fit."""
    name = _name(face, width, 2)
    if rows < len(name) + 2:
        lines = [*name, foot(face, width)]
    else:
        owner = (fit(longest(face.owner, width), width), inks.family(face.tone, face.seat))
        dots = DOT * face.influence if face.influence <= width else f"{DOT}{face.influence}"
        does = _does(face, width) if rows >= LARGE and len(face.below) <= rows - LARGE else []
        lines = [
            *name,
            *does,
            [owner],
            [(dots.ljust(width), inks.on(face.tone, inks.INFLUENCE))],
            *_below(face, width, rows - len(name) - len(does) - 2),
        ]
    blank: list[Part] = [(" " * width, face.tone)]
    return (lines + [blank] * rows)[:rows]


def _does(face: PlaceFace, width: int) -> list[list[Part]]:
    """Return what the card does, if all of that fits; else blank lines, as for a card that is not known."""
    said = even_lines(face.does, width) if face.does else ()
    if len(said) > DOES or " ".join(said) != face.does:
        said = ()
    return [[(fit(text, width), face.tone)] for text in (*said, "", "", "")[:DOES]]


def title(face: PlaceFace) -> list[Part]:
    """Return the same for the line of a frame, with blanks around it."""
    parts = _signs(face)
    return [(" ", palette.TEXT), *parts, *([(" ", palette.TEXT)] if len(parts) > 2 else [])]


def _signs(face: PlaceFace) -> list[Part]:
    """Return the number, the sign for what is resolved (or a blank: nothing moves when it comes), the size of
    the stack, and the sign for what can be chosen; of a card that is gone, that it is.
    """
    if face.gone:
        return [(face.gone, palette.WARNING)]
    parts: list[Part] = [(str(face.number), palette.DIM), (NOW if face.resolving else " ", palette.ACCENT)]
    if face.depth > 1:
        parts.append((f"×{face.depth}", palette.TEXT))
    if face.sign:
        parts.append((f" {face.sign}" if face.depth > 1 else face.sign, palette.AFFORDABLE))
    return parts


def foot(face: PlaceFace, width: int) -> list[Part]:
    """Return the owner of the top card, and the influence on it: both in full, or the longest that fit, with
    a blank between if only a few letters are left.
    """
    counted = f"{DOT}{face.influence}" if face.influence else ""
    dots = DOT * face.influence if face.influence <= MOST_DOTS else counted
    (whole, *shorter), tag = face.owner, face.owner[-1]
    wishes = [(whole, dots), (whole, counted), *[(f"{owner} ", dots) for owner in shorter], (tag, dots)]
    fitting = (wish for wish in wishes if cell_len("".join(wish)) <= width)
    owner, lies = next(fitting, (tag, counted))
    its = owner, inks.family(face.tone, face.seat)
    return _spread([its], (lies, inks.on(face.tone, inks.INFLUENCE)), width, face.tone)


def _name(face: PlaceFace, width: int, rows: int) -> list[list[Part]]:
    """Return the top card in `rows` lines."""
    said = _wording(face, width, rows) if face.names else (PATTERN,)
    lines = (*said, *[""] * rows)[:rows]
    tones = [(inks.CHOSEN if face.sign == CHOSEN else face.tone) if text else face.tone for text in lines]
    inked = [inks.strong(tone) if face.names else tone for tone in tones]
    return [[(fit(text, width), ink)] for text, ink in zip(lines, inked, strict=True)]


def before(face: PlaceFace, width: int, rows: int) -> str:
    """Return the sign of a face-down card where its name, in `rows` lines, leaves no cell for it: then it
    stands before the place.
    """
    known_down = face.names and not face.up
    return DOWN if known_down and not _wording(face, width, rows)[0].startswith(DOWN) else ""


def _wording(face: PlaceFace, width: int, rows: int) -> tuple[str, str]:
    """Return the name of the top card in two lines, of which the second may be empty; without its sign where
    that leaves no room for the name.
    """
    down = "" if face.up else DOWN
    first, second = f"{down}{face.split[0]}", face.split[1]
    halves = rows > 1 and second and max(cell_len(first), cell_len(second)) <= width
    if halves and cell_len(down + face.names[0]) > width:
        return first, second
    return longest([*(down + name for name in face.names), *face.names], width), ""


def _below(face: PlaceFace, width: int, rows: int) -> list[list[Part]]:
    """Return the covered cards in at most `rows` lines, indented where a name leaves room."""
    names = [longest([f" {words[0]}", *words, *(word[1:] for word in words)], width) for words in face.below]
    below = [[(fit(name, width), face.tone)] for name in names]
    if len(below) > rows:
        more = f" +{len(below) - rows + 1}"
        below = [*below[: rows - 1], [(fit(more, width), face.tone)]]
    return below[:rows]


def _spread(left: list[Part], right: Part, width: int, tone: Style) -> list[Part]:
    """Return a line of the card with something at either end."""
    blank = width - width_of(left) - cell_len(right[0])
    return [*left, (" " * blank, tone), right]
