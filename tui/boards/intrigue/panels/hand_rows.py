"""The cards of the viewer's own hand: their names and texts, as far as the cells of a card have room."""

from __future__ import annotations

from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.panels.hand import HandShape
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names
from tui.widgets.card_faces import CardFace, CardRow


def hand_rows(model: ViewModel, shape: HandShape) -> tuple[CardRow, ...]:
    """Return the hand in rows; no row for a spectator. All cards say what they do in whole sentences, in a
    few words or not at all: what has room in the cells of any card.
    """
    hand, texts = model.hand, model.texts
    said = next((say for say in cards.WORDINGS if fits(texts.language, say, shape)), None)
    faces = [
        CardFace(
            kind,
            "\n".join(names.in_lines(texts, kind, shape.name_cells, most=2 if said else 1)),
            powers=(said(texts, kind),) if said else (),
        )
        for kind in hand
    ]
    rows = range(0, len(hand), shape.columns)
    return tuple(CardRow("", tuple(faces[at : at + shape.columns])) for at in rows)


def fits(language: str, say: cards.Wording, shape: HandShape) -> bool:
    """Return whether every card has room for its text in this wording."""
    needs = cards.lines_of(language, say, shape.name_cells, shape.text_cells)
    return needs + shape.framed <= shape.lines


def kind_of(key: str) -> Kind:
    """Return the card of a cell's key."""
    return next(kind for kind in KINDS if kind == key)
