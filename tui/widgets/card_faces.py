"""The cells of a card in a grid: a row of text, or a frame with more in it. No widget.

Every state has a sign of its own, so that nothing depends on colour. The focus is a pair of brackets on cells
that are otherwise blank or part of a frame: moving it changes four cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.style import Style
from textual.geometry import Size

from tui.widgets.even import even_lines
from tui.widgets.panel import Part
from tui.wire.terminal import palette

CardState = Literal["free", "gone", "mine", "used", "affordable"]


class CardFace(NamedTuple):
    """What a grid shows of one card. `left` is how many are left to take, '' if that does not matter."""

    key: str
    name: str
    condition: str = ""
    left: str = ""
    state: CardState = "free"
    powers: tuple[str, ...] = ()
    """What it does, in wordings from long to short: the longest that fits is shown."""
    demands: tuple[str, ...] = ()
    """Its condition in words, from long to short: shown if there is much room."""


class CardRow(NamedTuple):
    """Cards side by side, with a label before them."""

    label: str
    cards: tuple[CardFace, ...]


SIGNS: Mapping[CardState, tuple[str, Style]] = MappingProxyType(
    {
        "free": (" ", palette.TEXT),
        "gone": (" ", palette.FAINT),
        "mine": ("•", palette.MINE),
        "used": ("◦", palette.USED),
        "affordable": ("+", palette.AFFORDABLE),
    }
)
LIT = ("+", palette.AFFORDABLE)
"""The sign of a card that the marked dice would pay for."""


def sign_of(card: CardFace, *, lit: bool) -> Part:
    """Returns the one cell that shows a card's state."""
    return LIT if lit and card.state == "free" else SIGNS[card.state]


def need(card: CardFace) -> int:
    """Returns the least cells of a card in one row: bracket, sign, name, bracket, condition, left."""
    words = [card.name, *filter(None, (card.condition, card.left))]
    return 2 + sum(map(cell_len, words)) + len(words) - 1


def columns(
    rows: Sequence[CardRow], room: int, *, framed: bool, even: bool = False, close: bool = False
) -> tuple[int, ...]:
    """Returns the width of each column: what its cards need, and an equal share of the rest (`close`: at most
    a cell each); or equal widths if that is enough for all and `even` is set.

    Framed cards need a cell more, for the second bracket; the lines between them are not counted.
    """
    count = max((len(row.cards) for row in rows), default=0)
    needs = [max(need(row.cards[at]) + framed for row in rows if at < len(row.cards)) for at in range(count)]
    if even and count and (max(needs) + framed) * count + framed <= room:
        needs = [max(needs)] * count
    spare = max(0, room - sum(needs) - framed * (count + 1))
    spare = min(spare, count) if close else spare
    share, more = divmod(spare, count) if count else (0, 0)
    return tuple(width + share + (at < more) for at, width in enumerate(needs))


def compact(card: CardFace, width: int, *, lit: bool, focused: bool) -> list[Part]:
    """Returns a card as `width` cells; the bracket after it belongs to the next cell."""
    sign, style = sign_of(card, lit=lit)
    ink = SIGNS[card.state][1]
    tail = f"{card.condition} {card.left}".rstrip() if card.condition or card.left else ""
    fill = max(1, width - 2 - cell_len(card.name) - cell_len(tail))
    return [
        ("[" if focused else " ", palette.ACCENT),
        (sign, style),
        (card.name, ink),
        (" " * fill, palette.TEXT),
        (tail, ink if card.state == "gone" else palette.DIM),
    ]


def title(card: CardFace, width: int, *, lit: bool, focused: bool) -> list[Part]:
    """Returns the upper border of a framed card, `width` cells between its corners."""
    sign, style = sign_of(card, lit=lit)
    ink = palette.STRONG if card.state == "free" else SIGNS[card.state][1]
    tail = f" {card.condition} {card.left}".rstrip() if card.condition else f" {card.left}".rstrip()
    fill = max(0, width - 3 - cell_len(card.name) - cell_len(tail))
    left, right = "[]" if focused else "─ "
    edge = palette.ACCENT if focused else palette.FAINT
    return [
        (left, edge),
        (sign, style),
        (card.name, ink),
        (right, edge),
        ("─" * (fill - 1), palette.FAINT),
        (tail if fill else tail[1:], ink if card.state == "gone" else palette.DIM),
        (" " if fill or tail else "", palette.TEXT),
    ]


def inside(card: CardFace, width: int, height: int) -> list[Part]:
    """Returns the condition (if there is much room) and the power of a framed card: `height` rows of `width`
    cells.

    A single row uses the short wordings only, so that all cards look alike.
    """
    gone = card.state == "gone"
    demand = next((text for text in card.demands if cell_len(text) <= width), "") if height > 2 else ""
    rows: list[Part] = [(demand, palette.FAINT if gone else palette.TEXT)] if demand else []
    left = height - len(rows)
    wordings = card.powers if height > 1 else card.powers[-1:]
    wraps = [even_lines(text, width) for text in wordings]
    does = next((wrap for wrap in wraps if len(wrap) <= left), wraps[-1] if wraps else ())
    rows += [(text, palette.FAINT if gone else palette.DIM) for text in does]
    return (rows + [("", palette.TEXT)] * height)[:height]


_JOINTS = " ╴╷╮╵╯│┤╶─╭┬╰┴├┼"


def joint(*, left: bool, down: bool, up: bool, right: bool) -> str:
    """Returns the corner where these lines meet."""
    return _JOINTS[left + 2 * down + 4 * up + 8 * right]


class GridShape(NamedTuple):
    """Where the cells are: left edges, widths, and rows of text a framed card has inside (0: no frames)."""

    lefts: tuple[int, ...]
    widths: tuple[int, ...]
    inner: int

    @property
    def pitch(self) -> int:
        """Rows from one row of cards to the next."""
        return self.inner + 1


def grid_shape(rows: Sequence[CardRow], size: Size, *, even: bool) -> GridShape:
    """The cells of a grid of `size`: framed if the cards fit that way, else a row of text each."""
    label = max((cell_len(row.label) for row in rows), default=0) + 1
    inner = (size.height - 1) // max(1, len(rows)) - 1
    framed = columns(rows, size.width - label, framed=True, even=even)
    if inner < 1 or label + sum(framed) + len(framed) + 1 > size.width:
        widths = columns(rows, size.width - label - 1, framed=False, close=even)
        return GridShape(tuple(accumulate(widths, initial=label)), widths, 0)
    lefts = accumulate((width + 1 for width in framed), initial=label)
    return GridShape(tuple(lefts), framed, inner)
