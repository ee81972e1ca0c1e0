"""The lines below the treasure: what is under the cursor, and what it would bring."""

from __future__ import annotations

from engine.laurin import advice
from engine.laurin.model.moves import Buy, Give
from engine.laurin.model.names import DwarfKind
from tui.boards.laurin.panels.choice_rows import Drawn, ListOption, OnOffer, Target
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import cards, names, phrases
from tui.widgets.panel import Part
from tui.wire.terminal import palette


def garden(scene: ViewModel, dwarf: DwarfKind | None) -> list[Part]:
    """What placing `dwarf` leaves, wherever it goes; else what the own treasure is worth.

    Nothing here depends on the square in brackets: what stands there and from where the King
    reaches it is seen beside it, and a step of the cursor stays a few bytes.
    """
    if scene.question != "place" or dwarf is None:
        return treasure(scene, ())
    left = (scene.position.turn.left if scene.position.turn else 0) - advice.front(dwarf)
    return _line(scene.texts._("{dwarf} in hand; {left} left after it", dwarf=dwarf, left=left))


def target(scene: ViewModel, chosen: Target | None) -> list[Part]:
    """What is under the cursor of the list, where the list itself does not say it."""
    texts = scene.texts
    match chosen:
        case OnOffer(card):
            return _line(cards.short(texts, card))
        case Drawn(card):
            return _line(phrases.movement(texts, advice.card(card)))
        case ListOption(Give(card, _)):
            return _line(phrases.movement(texts, advice.card(card)))
        case ListOption(Buy(card, _)):
            return _line(f"{names.name(texts, card)}: {cards.short(texts, card)}")
    return []


def treasure(scene: ViewModel, laid: tuple[int, ...]) -> list[Part]:
    """What is laid out, or what all of it is worth; nothing for whoever looks on."""
    texts = scene.texts
    if scene.view.seat is None:
        return []
    if scene.question == "take-back":
        gone = list(advice.shown_bid(scene.view))
        for card in laid:
            gone.remove(card)
        kept, lost = phrases.treasure(laid) or "-", phrases.treasure(gone) or "-"
        return _line(texts._("back {kept}, gone {lost}", kept=kept, lost=lost))
    if scene.question == "bid":
        said = texts._("{cards}: worth {sum}", cards=phrases.treasure(laid) or "-", sum=sum(laid))
        return _line(said)
    return _line(texts._("your treasure is worth {sum}", sum=sum(scene.view.hand)))


def seat(scene: ViewModel, number: int) -> list[Part]:
    """A seat: the treasure that everybody knows it has."""
    known = phrases.treasure(scene.position.known[number - 1])
    texts = scene.texts
    said = texts._("known treasure: {cards}", cards=known) if known else texts._("no treasure is known")
    return _line(said)


def _line(said: str) -> list[Part]:
    return [(f" {said}", palette.TEXT)]
