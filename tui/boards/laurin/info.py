"""The lines below the treasure: what is under the cursor, and what it would bring."""

from __future__ import annotations

from engine.laurin import advice
from engine.laurin.model import View
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
            return [(f" {said}{gains}", palette.TEXT)]
        case OnOffer(card):
            return [(f" {cards.short(texts, card)}", palette.TEXT)]
        case Drawn(card):
            return [(f" {phrases.movement(texts, advice.card(card))}", palette.TEXT)]
        case Option(move):
            return [] if move is None else [(_option(scene, chosen), palette.TEXT)]
    return []


def _option(scene: Scene, chosen: Option) -> str:
    from engine.laurin.moves import Buy, Give

    move = chosen.move
    if isinstance(move, Buy):
        return f" {names.name(scene.texts, move.card)}: {cards.short(scene.texts, move.card)}"
    if isinstance(move, Give):
        return f" {phrases.movement(scene.texts, advice.card(move.card))}"
    return ""


def treasure(scene: Scene, laid: tuple[int, ...]) -> list[Part]:
    """What is laid out."""
    texts = scene.texts
    if scene.question == "take-back":
        gone = list(advice.shown_bid(scene.view))
        for card in laid:
            gone.remove(card)
        kept, lost = phrases.treasure(laid) or "-", phrases.treasure(gone) or "-"
        return [(texts._(" back {kept}, gone {lost}", kept=kept, lost=lost), palette.TEXT)]
    if scene.question == "bid":
        said = texts._(" {cards}: worth {sum}", cards=phrases.treasure(laid) or "-", sum=sum(laid))
        return [(said, palette.TEXT)]
    return [(texts._(" your treasure is worth {sum}", sum=sum(scene.view.hand)), palette.TEXT)]


def seat(scene: Scene, number: int) -> list[Part]:
    """A seat: the treasure that everybody knows it has."""
    known = phrases.treasure(scene.position.known[number - 1])
    texts = scene.texts
    said = texts._(" known treasure: {cards}", cards=known) if known else texts._(" no treasure is known")
    return [(said, palette.TEXT)]
