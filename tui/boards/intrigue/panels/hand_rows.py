"""The own hand as cards in a row, with as much of their names and texts as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names
from tui.widgets.card_faces import Card, CardRow

AROUND = 3
"""Cells around a name: a sign and a bracket on either side."""
FRAME = 4
"""The same where cards have frames, which are of one width."""
ROOMY = 18
"""Columns of a framed card from which whole sentences fit without broken words."""


def hand_rows(model: ViewModel, width: int, *, framed: bool) -> tuple[CardRow, ...]:
    """The hand in a row of `width` cells; no row for a spectator."""
    hand = model.hand
    if not hand:
        return ()
    word = next((word for word in range(2) if _fits(model, hand, word, width - 2, framed=framed)), 2)
    roomy = width // len(hand) >= ROOMY
    return (CardRow("", tuple(_card(model, kind, word, roomy=roomy) for kind in hand)),)


def _fits(model: ViewModel, hand: Sequence[Kind], word: int, width: int, *, framed: bool) -> bool:
    """Whether a length of the names leaves room for all cards."""
    needs = [cell_len(names.lengths(model.texts, kind)[word]) for kind in hand]
    if framed:
        return len(hand) * (max(needs) + FRAME) <= width
    return sum(needs) + len(hand) * AROUND <= width


def _card(model: ViewModel, kind: Kind, word: int, *, roomy: bool) -> Card:
    texts = model.texts
    full = (cards.effect(texts, kind),) if roomy else ()
    return Card(kind, names.lengths(texts, kind)[word], powers=(*full, cards.in_short(texts, kind)))


def kind_of(key: str) -> Kind:
    """The card behind a cell's key."""
    return next(kind for kind in KINDS if kind == key)
