"""The cells of a card in a grid: a tile of one row, or a larger one that says what the card does. No widget.

A tile stands on the colour of its rank. Every state has a sign of its own, so that nothing depends on colour.
The focus is a caret in the blank cell before the tile: moving it changes two cells, and no background.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from types import MappingProxyType
from typing import Literal, NamedTuple

from rich.cells import cached_cell_len as cell_len
from rich.style import Style
from textual.geometry import Region, Size

from tui.widgets.even import even_lines
from tui.widgets.panel import Part
from tui.widgets.pieces import CARET, fit
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent

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
    rank: int | None = None
    """Its rank, of `tones.LEVELS`; None: it has none."""


class CardRow(NamedTuple):
    """Cards side by side, with a label before them."""

    label: str
    cards: tuple[CardFace, ...]


SIGNS: Mapping[CardState, str] = MappingProxyType(
    {"free": " ", "gone": " ", "mine": tones.OWN, "used": "◦", "affordable": tones.TICK}
)
GAP, MORE = 1, 1
"""The cell before each tile, in which the caret stands; the cell at the end of a line that shows where more
lines are.
"""
ABOVE, BELOW = "↑", "↓"


def tile_of(card: CardFace, accent: Accent) -> Style:
    """Returns what a card's title is written on and in."""
    if card.state == "affordable":
        return accent.loud
    return ground_of(card) if card.state in {"free", "gone"} else tones.own(ground_of(card))


def ground_of(card: CardFace) -> Style:
    """Returns what the rows below a card's title are written on and in. Whose it is and whether it can be had
    the title says, so that a change of that changes one row.
    """
    if card.state == "gone":
        return tones.GONE
    return tones.TILE if card.rank is None else tones.LEVELS[card.rank]


def need(card: CardFace) -> int:
    """Returns the least cells of a card in one row: gap, sign, name, condition, left."""
    words = [card.name, *filter(None, (card.condition, card.left))]
    return GAP + 1 + sum(map(cell_len, words)) + len(words) - 1


def columns(rows: Sequence[CardRow], room: int, *, most: int = 0) -> tuple[int, ...]:
    """Returns the width of each column: equal ones if that is enough for all, else what its cards need and an
    equal share of the rest. `most`: the widest a card gets.
    """
    count = max((len(row.cards) for row in rows), default=0)
    needs = [max(need(row.cards[at]) for row in rows if at < len(row.cards)) for at in range(count)]
    if not count:
        return ()
    equal = room // count
    if max(needs) < equal:
        return (min(equal, most) if most else equal,) * count
    share, more = divmod(max(0, room - sum(needs)), count)
    return tuple(width + share + (at < more) for at, width in enumerate(needs))


def title(card: CardFace, width: int, accent: Accent, *, focused: bool, strong: bool = False) -> list[Part]:
    """Returns the first row of a card, or the only one, as `width` cells with the gap before it; `strong`: it
    is the heading of others.
    """
    tile = tile_of(card, accent)
    tile = tones.bold(tile) if strong and card.state != "gone" else tile
    name = f"{SIGNS[card.state]}{card.name}"
    room = width - GAP
    tails = (f"{card.condition} {card.left}".strip(), card.left)
    tail = next((tail for tail in tails if cell_len(name) + cell_len(tail) < room), "")
    padding = " " if room > cell_len(name) + cell_len(tail) + 1 else ""
    fill = room - cell_len(name) - cell_len(tail) - len(padding)
    text = f"{name}{' ' * fill}{tail}{padding}" if fill > 0 else name
    return [(CARET if focused else " ", palette.ACCENT), (fit(text, room), tile)]


def inside(card: CardFace, width: int, height: int) -> list[str]:
    """Returns the condition (if there is much room) and the power of a card: `height` rows that fit `width`.

    A single row uses the short wordings only, so that all cards look alike.
    """
    demand = next((text for text in card.demands if cell_len(text) <= width), "") if height > 2 else ""
    rows = [demand] if demand else []
    left = height - len(rows)
    wordings = card.powers if height > 1 else card.powers[-1:]
    wraps = [even_lines(text, width) for text in wordings]
    does = next((wrap for wrap in wraps if len(wrap) <= left), wraps[-1] if wraps else ())
    rows += does
    return (rows + [""] * height)[:height]


class GridShape(NamedTuple):
    """Where the cells are: left edges and widths with the gaps, rows of text in a card, blank rows between
    two. A row of cards that is too wide goes on in the next line.
    """

    lefts: tuple[int, ...]
    widths: tuple[int, ...]
    inner: int
    between: int = 0
    starts: tuple[int, ...] = ()
    """The first line of each row, where a row can have several."""
    lines: int = 0
    """All of these lines."""

    def line(self, row: int, column: int) -> int:
        """The line of a card, from 0."""
        return self.starts[row] + column // len(self.widths) if self.starts else row

    def region(self, row: int, column: int, first: int) -> Region:
        """A card's cells with the gap before it, where `first` is the first line that is shown."""
        line, at = divmod(column, len(self.widths))
        line, tall = (self.starts[row] + line if self.starts else row) - first, self.inner + 1
        return Region(self.lefts[at], line * (tall + self.between), self.widths[at], tall)

    @property
    def tall(self) -> int:
        """Rows of a card."""
        return self.inner + 1

    @property
    def pitch(self) -> int:
        """Rows from one row of cards to the next."""
        return self.tall + self.between


_JOINTS = " ╴╷╮╵╯│┤╶─╭┬╰┴├┼"


def joint(*, left: bool, down: bool, up: bool, right: bool) -> str:
    """Returns the corner where these lines meet."""
    return _JOINTS[left + 2 * down + 4 * up + 8 * right]


def grid_height(rows: int, inner: int, *, between: int) -> int:
    """Returns the rows of a grid with `rows` rows of cards with `inner` rows of text in each."""
    return rows * (inner + 1 + between) - between


def grid_shape(rows: Sequence[CardRow], size: Size, *, widest: int = 0) -> GridShape:
    """The cells of a grid of `size`: as many rows of text in each card as fit, with a blank row between
    two cards if there is room.
    """
    label = max((cell_len(row.label) for row in rows), default=0)
    widths = columns(rows, size.width - label, most=widest)
    if label + sum(widths) > size.width:
        return _folded(rows, size)
    count = max(1, len(rows))
    inner = max(0, size.height // count - 1)
    between = int(inner > 0 and grid_height(count, inner, between=1) <= size.height)
    return GridShape(tuple(accumulate(widths[:-1], initial=label)) if widths else (), widths, inner, between)


def _folded(rows: Sequence[CardRow], size: Size) -> GridShape:
    """The cells of a grid whose rows are too wide: as many cards in a line as fit, without labels and perhaps
    without prices. The last column shows whether there are more lines.
    """
    room = size.width - MORE
    widest = max(need(card._replace(condition="")) for row in rows for card in row.cards)
    each = max(1, room // max(1, widest))
    lines = [-(-len(row.cards) // each) for row in rows]
    starts = tuple(accumulate(lines[:-1], initial=0))
    width = max(1, room // each)
    return GridShape(tuple(at * width for at in range(each)), (width,) * each, 0, 0, starts, sum(lines))
