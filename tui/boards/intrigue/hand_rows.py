"""The own hand as cards in a row, with as much of their names and texts as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from engine.intrigue.cards import KINDS
from engine.intrigue.model import Kind
from tui.boards.intrigue import cards, names
from tui.boards.intrigue.scene import Scene
from tui.widgets.card_faces import Card, Row

AROUND = 3
"""Cells around a name: a sign and a bracket on either side."""
FRAME = 4
"""The same where cards have frames."""


def hand_rows(scene: Scene, width: int, *, framed: bool) -> tuple[Row, ...]:
    """The hand in `width` cells; nobody's hand is no row."""
    hand = scene.hand
    if not hand:
        return ()
    word = _fitting(scene, hand, width - 2, FRAME if framed else AROUND)
    return (Row("", tuple(_card(scene, kind, word) for kind in hand)),)


def _fitting(scene: Scene, hand: Sequence[Kind], width: int, around: int) -> int:
    """Which length of the names all fit in."""
    for word in range(2):
        if sum(cell_len(names.lengths(scene.texts, kind)[word]) + around for kind in hand) <= width:
            return word
    return 2


def _card(scene: Scene, kind: Kind, word: int) -> Card:
    texts = scene.texts
    said = (cards.effect(texts, kind), cards.in_short(texts, kind))
    return Card(kind, names.lengths(texts, kind)[word], powers=said)


def kind_of(key: str) -> Kind:
    """The card behind a cell's key."""
    return next(kind for kind in KINDS if kind == key)
