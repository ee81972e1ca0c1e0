"""Treasure as a panel: how many cards of each value there are, and how many of them are laid out.

It is used for bids and for taking cards back. Which cards there are, and how many may be laid out, comes from
outside; if none may be laid out it only shows the cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.pieces import CARET, width_of
from tui.wire.terminal import palette, tones

TreasureCards = tuple[int, ...]
VALUES = (3, 2, 1)
LAID, NOTHING = "+", "-"
"""Before a card that is laid out, and where there is no card of a value."""
LEAST_ROOM = 20
"""The cells besides the label and the cards: blanks, the caret, and what they are worth."""


class TreasurePanel(Panel):
    """A stack for each value, with a cursor."""

    can_focus = True
    DEFAULT_CSS: ClassVar[str] = "TreasurePanel { width: 1fr; height: 1; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "step(-1)"),
        Binding("right,l", "step(1)"),
        Binding("up,k,space,plus", "lay(1)"),
        Binding("down,j,minus", "lay(-1)"),
        Binding("backspace", "take"),
        Binding("enter", "confirm"),
        *(Binding(str(value), f"lay_value({value})") for value in VALUES),
    ]

    @dataclass
    class Barred(Message):
        """A card was pressed that may not be laid out."""

        treasure_panel: TreasurePanel

    @dataclass
    class Confirmed(Message):
        """Enter was pressed; `cards` may be empty."""

        treasure_panel: TreasurePanel
        cards: TreasureCards

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002  (Textual's own name for it)
        super().__init__(id=id)
        self.label = ""
        self.sayings: tuple[str, ...] = ()
        """What to say after the cards, the longest first."""
        self.cards: TreasureCards = ()
        self.laid: TreasureCards = ()
        self.most = 0
        """How many cards may be laid out."""
        self.cursor = 0

    def show(self, label: str, cards: TreasureCards, sayings: tuple[str, ...] = ()) -> None:
        """Show cards with a word before them; laid-out cards stay laid out if they are still there. Without a
        word there is no treasure, as for spectators.
        """
        if (label, cards, sayings) != (self.label, self.cards, self.sayings):
            self.label, self.cards, self.sayings = label, cards, sayings
            self._to_cards()
            self.refresh()

    def lay(self, cards: TreasureCards, most: int) -> None:
        """Lay out these cards, and allow at most `most` from now on."""
        if (cards, most) != (self.laid, self.most):
            self.laid, self.most = cards, most
            self.refresh()

    # Keys

    def action_step(self, by: int) -> None:
        """Moves the cursor."""
        stacks = [at for at in self._stacks if (at - self.cursor) * by > 0]
        if stacks:
            self.cursor = min(stacks, key=lambda at: abs(at - self.cursor))
            self._changed()

    @property
    def _stacks(self) -> list[int]:
        return [at for at, value in enumerate(VALUES) if self.cards.count(value)]

    def _to_cards(self) -> None:
        """Moves the cursor to the nearest stack with cards, if there is one."""
        self.cursor = min(self._stacks, key=lambda at: abs(at - self.cursor), default=self.cursor)

    def action_lay_value(self, value: int) -> None:
        """Lay out one more card of a value; after the last one, take all of them back."""
        if not self.most:
            self.post_message(self.Barred(self))
            return
        self.cursor = VALUES.index(value)
        if self.laid.count(value) == self.cards.count(value):
            self._put(tuple(card for card in self.laid if card != value))
        else:
            self.action_lay(1)

    def action_lay(self, by: int) -> None:
        """Lay out one more or one fewer card of the stack under the cursor."""
        value = VALUES[self.cursor]
        count = self.laid.count(value) + by
        if not 0 <= count <= self.cards.count(value):
            return
        if by > 0 and len(self.laid) >= self.most:
            self.post_message(self.Barred(self))
            return
        others = [card for card in self.laid if card != value]
        self._put(tuple(sorted([*others, *[value] * count], reverse=True)))

    def action_take(self) -> None:
        """Take the smallest card laid out back."""
        self._put(self.laid[:-1])

    def action_confirm(self) -> None:
        """Reports what is under the cursor as confirmed."""
        self.post_message(self.Confirmed(self, self.laid))

    def _put(self, laid: TreasureCards) -> None:
        self.laid = laid
        self._changed()

    def _changed(self) -> None:
        self.refresh()
        self.post_message(self.Moved(self))

    # Drawing

    def caret(self) -> Offset | None:
        before = sum(cell_len(self._stack(value)) + 1 for value in VALUES[: self.cursor])
        return Offset(cell_len(self.label) + 4 + before, 0)

    def render_line(self, y: int) -> Strip:
        """Row `y` of the panel."""
        if y or not self.label:
            return Strip.blank(self.size.width)
        parts: list[Part] = [(f" {self.label} ", palette.DIM)]
        for at, value in enumerate(VALUES):
            left = CARET if self._chosen(at) else " "
            there = bool(self.cards.count(value))
            parts += [(left, palette.ACCENT), (self._stack(value), tones.TILE if there else palette.DIM)]
        parts.append((" ", palette.TEXT))
        room = self.size.width - width_of(parts) - 2
        said = next((saying for saying in self.sayings if cell_len(saying) <= room), "")
        return line_of([*parts, (f" {said}", palette.TEXT)], self.size.width)

    def _chosen(self, at: int) -> bool:
        return self.is_focused and at == self.cursor

    @property
    def _lists(self) -> bool:
        """True if there is room to show every card."""
        return len(self.label) + 2 * len(self.cards) + LEAST_ROOM <= self.size.width

    def _stack(self, value: int) -> str:
        """Return the cards of a value, a sign before those laid out; only their number where there is little
        room.
        """
        count, laid = self.cards.count(value), self.laid.count(value)
        if not count:
            return f" {NOTHING} "
        if self._lists:
            return "".join(f"{LAID if at < laid else ' '}{value}" for at in range(count)) + " "
        return f" {value}×{count} " if not self.most else f" {value}: {laid}/{count} "
