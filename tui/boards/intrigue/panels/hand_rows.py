"""The viewer's own hand as cards in a row, with as much of their names and texts as fits."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names
from tui.widgets.card_faces import CardFace, CardRow

AROUND = 3
"""The cells around a name: a sign and a bracket on either side."""
FRAME = 4
"""The same for framed cards, which are all of one width."""
ROOMY = 18
"""The columns of a framed card from which whole sentences fit without broken words."""


def hand_rows(model: ViewModel, width: int, *, framed: bool) -> tuple[CardRow, ...]:
    """Return the hand in a row of `width` cells; no row for a spectator."""
    hand = model.hand
    if not hand:
        return ()
    word = next((word for word in range(2) if _fits(model, hand, word, width - 2, framed=framed)), 2)
    roomy = width // len(hand) >= ROOMY
    return (CardRow("", tuple(_card(model, kind, word, roomy=roomy) for kind in hand)),)


def _fits(model: ViewModel, hand: Sequence[Kind], word: int, width: int, *, framed: bool) -> bool:
    """Return whether all cards fit with names of this length."""
    needs = [cell_len(names.lengths(model.texts, kind)[word]) for kind in hand]
    if framed:
        return len(hand) * (max(needs) + FRAME) <= width
    return sum(needs) + len(hand) * AROUND <= width


def _card(model: ViewModel, kind: Kind, word: int, *, roomy: bool) -> CardFace:
    texts = model.texts
    full = (cards.effect(texts, kind),) if roomy else ()
    return CardFace(kind, names.lengths(texts, kind)[word], powers=(*full, cards.short_effect(texts, kind)))


def kind_of(key: str) -> Kind:
    """Return the card of a cell's key."""
    return next(kind for kind in KINDS if kind == key)
