"""The lines below the treasure: what is under the cursor, and what it would bring."""

from __future__ import annotations

from engine.laurin import queries
from engine.laurin.model.moves import Buy, Give
from engine.laurin.model.names import DwarfKind
from tui.boards.laurin.panels.choice_rows import DrawnCard, MagicOffer, MoveOption, Option
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import cards, names, phrases
from tui.widgets.panel import Part
from tui.wire.terminal import palette


def garden(model: ViewModel, dwarf: DwarfKind | None) -> list[Part]:
    """Return what is left after placing `dwarf`, wherever it goes; else what the viewer's own treasure is
    worth.

    Nothing here depends on the square in brackets: its dwarf, and the points from which the King reaches it,
    are shown beside it, so that a step of the cursor costs only a few bytes.
    """
    if model.question != "place" or dwarf is None:
        return treasure(model, ())
    left = (model.position.turn.left if model.position.turn else 0) - queries.placing_cost(dwarf)
    return _line(model.texts._("placing {dwarf}; {left} left after that", dwarf=dwarf, left=left))


def target(model: ViewModel, chosen: Option | None) -> list[Part]:
    """Return what is under the cursor of the list, if the list itself does not say it."""
    texts = model.texts
    match chosen:
        case MagicOffer(card):
            return _line(cards.short(texts, card))
        case DrawnCard(card):
            return _line(phrases.movement(texts, queries.card(card)))
        case MoveOption(Give(card, _)):
            return _line(phrases.movement(texts, queries.card(card)))
        case MoveOption(Buy(card, _)):
            return _line(f"{names.name(texts, card)}: {cards.short(texts, card)}")
    return []


def treasure(model: ViewModel, laid: tuple[int, ...]) -> list[Part]:
    """Return what is laid out, or what all of it is worth; nothing for spectators."""
    texts = model.texts
    if model.view.seat is None:
        return []
    if model.question == "take-back":
        gone = list(queries.shown_bid(model.view))
        for card in laid:
            gone.remove(card)
        kept, lost = phrases.treasure(laid) or "-", phrases.treasure(gone) or "-"
        return _line(texts._("keep {kept}, lose {lost}", kept=kept, lost=lost))
    if model.question == "bid":
        said = texts._("{cards}: worth {sum}", cards=phrases.treasure(laid) or "-", sum=sum(laid))
        return _line(said)
    return _line(texts._("your treasure is worth {sum}", sum=sum(model.view.hand)))


def seat(model: ViewModel, number: int) -> list[Part]:
    """Return the treasure that everybody knows a seat has."""
    known = phrases.treasure(model.position.known[number - 1])
    texts = model.texts
    said = texts._("known treasure: {cards}", cards=known) if known else texts._("no treasure is known")
    return _line(said)


def _line(said: str) -> list[Part]:
    return [(f" {said}", palette.TEXT)]
