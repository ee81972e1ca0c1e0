"""The lines beside or below the treasure and below the list: what is under the cursor, and what it would
bring. Each is said in several ways, the longest first, for there may be little room.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.laurin import queries
from engine.laurin.model.moves import Buy, Give
from engine.laurin.model.names import DwarfKind
from tui.boards.laurin.panels.choice_rows import DrawnCard, MagicOffer, MoveOption, Option, WayOption
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import cards, names, phrases

Sayings = tuple[str, ...]
"""The same in fewer and fewer cells; none: there is nothing to say."""


def garden(model: ViewModel, dwarf: DwarfKind | None) -> Sayings:
    """Return what is left after placing `dwarf`, wherever it goes; else what the viewer's own treasure is
    worth.

    Nothing here depends on the square behind the caret: its dwarf, and the points from which the King
    reaches it, are shown beside it, so that a step of the cursor costs only a few bytes.
    """
    if model.question != "place" or dwarf is None:
        return treasure(model, ())
    texts = model.texts
    left = (model.position.turn.left if model.position.turn else 0) - queries.placing_cost(dwarf)
    return (
        texts._("placing {dwarf}; {left} left after that", dwarf=dwarf, left=left),
        texts._("then {left} left", left=left),
    )


def target(model: ViewModel, chosen: Option | None) -> Sayings:
    """Return what is under the cursor of the list, if the list itself does not say it."""
    texts = model.texts
    match chosen:
        case MagicOffer(card):
            return (cards.short(texts, card),)
        case DrawnCard(card):
            return (phrases.movement(texts, queries.card(card)),)
        case MoveOption(Give(card, _)):
            return (phrases.movement(texts, queries.card(card)),)
        case MoveOption(Buy(card, _)):
            return (f"{names.name(texts, card)}: {cards.short(texts, card)}",)
        case WayOption(reach) if model.own:
            number = reach.points[model.own - 1]
            brings = texts.ngettext(
                "this way brings you {number} point", "this way brings you {number} points", number
            )
            if not number:
                brings = texts._("this way brings you nothing")
            then = _then(model, reach)
            return (*([f"{brings}: {', '.join(then)}"] if then else []), brings)
    return ()


def _then(model: ViewModel, reach: queries.KingDestination) -> list[str]:
    """Return what becomes of the viewer's dwarfs that would score on a way."""
    texts, told = model.texts, list[str]()
    for square in queries.beside(reach.end) if reach.end else ():
        dwarf = queries.dwarf_on(model.view, square)
        if dwarf is None or dwarf.seat != model.own:
            continue
        value, back = queries.dwarf_value(dwarf), queries.dwarf_value(replace(dwarf, turned=True))
        if dwarf.turned:
            told.append(texts._("your {value} goes home", value=value))
        elif back == value:
            told.append(texts._("your {value} flips", value=value))
        else:
            told.append(texts._("your {value} flips to {back}", value=value, back=back))
    return told


def treasure(model: ViewModel, laid: tuple[int, ...]) -> Sayings:
    """Return what is laid out, or what all of it is worth; nothing for spectators."""
    texts = model.texts
    if model.view.seat is None:
        return ()
    if model.question == "take-back":
        gone = list(queries.shown_bid(model.view))
        for card in laid:
            gone.remove(card)
        kept, lost = phrases.treasure(laid) or "-", phrases.treasure(gone) or "-"
        return texts._("keep {kept}, lose {lost}", kept=kept, lost=lost), texts._("keep {sum}", sum=sum(laid))
    if model.question == "bid":
        if not laid:
            return texts._("the highest sum moves the King"), texts._("nothing picked yet")
        worth = texts._("worth {sum}", sum=sum(laid))
        return texts._("{cards}: worth {sum}", cards=phrases.treasure(laid), sum=sum(laid)), worth
    value = sum(model.view.hand)
    return texts._("your treasure is worth {sum}", sum=value), texts._("worth {sum}", sum=value)


def seat(model: ViewModel, number: int) -> Sayings:
    """Return the treasure that everybody knows a seat has."""
    known = phrases.treasure(model.position.known[number - 1])
    texts = model.texts
    if not known:
        return (texts._("no treasure is known"),)
    return texts._("known treasure: {cards}", cards=known), texts._("known: {cards}", cards=known)
