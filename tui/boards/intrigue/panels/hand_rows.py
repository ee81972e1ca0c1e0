"""The cards of the viewer's own hand: their names and texts, in as many rows as the plan has."""

from __future__ import annotations

from collections.abc import Sequence

from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.panels.hand import widths_of
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names
from tui.widgets.card_faces import CardFace, CardRow


def hand_rows(model: ViewModel, width: int, columns: int, *, framed: bool) -> tuple[CardRow, ...]:
    """Return the hand in rows of so many cards and `width` cells; no row for a spectator. The names are as
    long as all of them fit.
    """
    wordings = [_rows(model, columns, word) for word in range(3)]
    fits = (rows for rows in wordings if sum(widths_of(rows, width - 1, framed=framed)) < width)
    return next(fits, wordings[-1])


def _rows(model: ViewModel, columns: int, word: int) -> tuple[CardRow, ...]:
    hand = model.hand
    starts = range(0, len(hand), max(1, columns))
    return tuple(CardRow("", _cards(model, hand[at : at + columns], word)) for at in starts)


def _cards(model: ViewModel, kinds: Sequence[Kind], word: int) -> tuple[CardFace, ...]:
    texts = model.texts
    return tuple(
        CardFace(
            kind,
            names.lengths(texts, kind)[word],
            powers=(cards.effect(texts, kind), cards.short_effect(texts, kind)),
        )
        for kind in kinds
    )


def kind_of(key: str) -> Kind:
    """Return the card of a cell's key."""
    return next(kind for kind in KINDS if kind == key)
