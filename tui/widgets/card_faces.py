"""How a card looks in a grid: what it says, one row of it, or a frame around it. No widget.

Every state has a sign of its own, so that nothing depends on colour. The focus is a pair of
brackets on cells that are otherwise blank or a piece of frame: moving it changes four cells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from rich.cells import cell_len
from rich.style import Style

from tui.widgets.even import even_lines
from tui.widgets.panel import Part
from tui.wire.terminal import palette

State = Literal["free", "gone", "mine", "used", "affordable"]


class Card(NamedTuple):
    """What a grid shows of one card. `left` is how many there are to take, '' where it is no matter."""

    key: str
    name: str
    condition: str = ""
    left: str = ""
    state: State = "free"
    powers: tuple[str, ...] = ()
    """What it does, in wordings from long to short: the longest that fits is shown."""
    demands: tuple[str, ...] = ()
    """Its condition in words, from long to short: shown where there is much room."""


class CardRow(NamedTuple):
    """Cards side by side, with what stands before them."""

    label: str
    cards: tuple[Card, ...]


SIGNS: Mapping[State, tuple[str, Style]] = MappingProxyType(
    {
        "free": (" ", palette.TEXT),
        "gone": (" ", palette.FAINT),
        "mine": ("•", palette.MINE),
        "used": ("◦", palette.USED),
        "affordable": ("+", palette.AFFORDABLE),
    }
)
LIT = ("+", palette.AFFORDABLE)
"""The sign of a card that what is marked would pay for."""


def sign_of(card: Card, *, lit: bool) -> Part:
    """The one cell that says how a card stands."""
    return LIT if lit and card.state == "free" else SIGNS[card.state]


def need(card: Card) -> int:
    """Cells a card takes at least, in one row: bracket, sign, name, bracket, condition, left."""
    words = [card.name, *filter(None, (card.condition, card.left))]
    return 2 + sum(map(cell_len, words)) + len(words) - 1


def columns(
    rows: Sequence[CardRow], room: int, *, framed: bool, even: bool = False, close: bool = False
) -> tuple[int, ...]:
    """The width of each column: what its cards need, and an equal share of what is left (`close`: of a
    cell each at most); or, where that is enough for all, as `even` as can be.

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


def compact(card: Card, width: int, *, lit: bool, focused: bool) -> list[Part]:
    """A card as `width` cells; the bracket behind it belongs to the next cell."""
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


def title(card: Card, width: int, *, lit: bool, focused: bool) -> list[Part]:
    """The upper border of a framed card, `width` cells between its corners."""
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


def inside(card: Card, width: int, height: int) -> list[Part]:
    """What a framed card demands, where there is much room, and does: `height` rows of `width` cells.

    A single row is for the short wordings alone, so that all cards speak alike.
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
    """The corner where these lines meet."""
    return _JOINTS[left + 2 * down + 4 * up + 8 * right]
