"""The lines below the treasure: what is under the cursor, and what it would bring."""

from __future__ import annotations

from engine.laurin import advice
from engine.laurin.model import View
from engine.laurin.moves import Buy, Give
from engine.laurin.names import DwarfKind
from tui import palette
from tui.boards.laurin import cards, names, phrases
from tui.boards.laurin.picture import number_of
from tui.boards.laurin.scene import Scene
from tui.boards.laurin.slip_rows import Drawn, OnOffer, Option, Target, Way
from tui.widgets.panel import Part


def square(scene: Scene, at: str, dwarf: DwarfKind | None) -> list[Part]:
    """A square: who stands there, what placing `dwarf` there would leave, from where the King scores it."""
    texts = scene.texts
    there = advice.dwarf_on(scene.view, at)
    parts: list[Part] = [(f" {at} ", palette.STRONG)]
    if there is not None:
        name = scene.names(there.seat)
        value = phrases.seen(there)
        if there.turned:
            said = texts._("{name} {value}, then home", name=name, value=value)
        else:
            said = texts._("{name} {value}, then {back}", name=name, value=value, back=there.kind[-1])
        parts.append((said, palette.TEXT))
    elif scene.question == "place" and dwarf is not None:
        left = (scene.position.turn.left if scene.position.turn else 0) - advice.front(dwarf)
        parts.append((texts._("{dwarf} here, {left} left", dwarf=dwarf, left=left), palette.TEXT))
    return [*parts, (_reached(scene.view, at), palette.DIM)]


def _reached(view: View, at: str) -> str:
    """The numbers of the ways that lead the King beside a square."""
    ways = [way for way in advice.reaches(view) if way.end is not None and at in advice.beside(way.end)]
    return f"  <- {' '.join(map(number_of, ways))}" if ways else ""


def target(scene: Scene, chosen: Target | None) -> list[Part]:
    """What is under the cursor of the list."""
    texts = scene.texts
    match chosen:
        case Way(reach):
            said = phrases.walk(texts, reach)
            gains = "" if reach.end is None else f": {phrases.signs(scene.letters, reach.points)}"
            return _line(f"{said}{gains}")
        case OnOffer(card):
            return _line(cards.short(texts, card))
        case Drawn(card):
            return _line(phrases.movement(texts, advice.card(card)))
        case Option(Give(card, _)):
            return _line(phrases.movement(texts, advice.card(card)))
        case Option(Buy(card, _)):
            return _line(f"{names.name(texts, card)}: {cards.short(texts, card)}")
    return []


def treasure(scene: Scene, laid: tuple[int, ...]) -> list[Part]:
    """What is laid out."""
    texts = scene.texts
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


def seat(scene: Scene, number: int) -> list[Part]:
    """A seat: the treasure that everybody knows it has."""
    known = phrases.treasure(scene.position.known[number - 1])
    texts = scene.texts
    said = texts._("known treasure: {cards}", cards=known) if known else texts._("no treasure is known")
    return _line(said)


def _line(said: str) -> list[Part]:
    return [(f" {said}", palette.TEXT)]
