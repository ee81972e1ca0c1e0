"""What `?` says: what something in the garden is, does, and means right now."""

from __future__ import annotations

from collections import Counter

from engine.laurin import advice
from engine.laurin.names import Magic
from tui import palette
from tui.boards.laurin import cards, names, phrases
from tui.boards.laurin.scene import Scene
from tui.boards.laurin.slip_rows import Drawn, OnOffer, Option, Target, Way
from tui.widgets.panel import Part

Lines = tuple[tuple[Part, ...], ...]


def _said(head: str, text: str) -> tuple[Part, ...]:
    return (head, palette.STRONG), (f": {text}", palette.TEXT)


def magic_lines(scene: Scene, kind: Magic) -> Lines:
    """A magic card: price, when, what, limits, and why it cannot be played now."""
    texts = scene.texts
    price = texts._("costs {price}", price=advice.price(kind))
    why = advice.playable(scene.view).get(kind)
    now = f" {scene.why(why)}" if why else ""
    said = f"{price}. {' '.join(cards.sentences(texts, kind))}{now}"
    return (_said(names.name(texts, kind), said),)


def square_lines(scene: Scene, square: str) -> Lines:
    """A square: who stands there and what the King's points beside it would bring."""
    texts = scene.texts
    there = advice.dwarf_on(scene.view, square)
    rule = texts._("A dwarf beside the King scores what it shows; then it is turned, at last it goes home.")
    if there is None:
        return (_said(square, texts._("an empty square.") + f" {rule}"),)
    name, value = scene.names(there.seat), phrases.seen(there)
    if there.turned:
        said = texts._("{name} {value}, then home", name=name, value=value)
    else:
        said = texts._("{name} {value}, then {back}", name=name, value=value, back=there.kind[-1])
    return (_said(square, f"{said}. {rule}"),)


def seat_lines(scene: Scene, seat: int) -> Lines:
    """A seat: points, treasure, what of it is known, magic, dwarfs at home."""
    texts, position = scene.texts, scene.position
    score = texts.ngettext("{number} point", "{number} points", position.scores[seat - 1])
    held = texts.ngettext("{number} treasure card", "{number} treasure cards", position.cards[seat - 1])
    known = phrases.treasure(position.known[seat - 1])
    seen = texts._("{cards} of it known to all", cards=known) if known else ""
    magic = ", ".join(
        names.name(texts, kind) + (f" ×{number}" if number > 1 else "")
        for kind, number in Counter(position.magic[seat - 1]).items()
    )
    home = ", ".join(position.stocks[seat - 1])
    dwarfs = texts._("dwarfs at home: {dwarfs}", dwarfs=home or texts._("none"))
    found = [score, held, *([seen] if seen else []), magic or texts._("no magic"), dwarfs]
    return (_said(scene.names(seat), ", ".join(found) + "."),)


def target_lines(scene: Scene, chosen: Target | None) -> Lines:
    """What lies in the list."""
    texts = scene.texts
    match chosen:
        case OnOffer(card):
            return magic_lines(scene, card)
        case Option(move):
            return _option_lines(scene, move)
        case Drawn(card):
            return (_said(phrases.movement(texts, advice.card(card)), _card_rule(scene)),)
        case Way(reach):
            gains = phrases.gains(texts, scene.names, reach.points)
            there = texts._("this way nobody is scored: the card may lapse") if reach.end is None else gains
            said = f"{phrases.walk(texts, reach)}: {there}. {_card_rule(scene)}"
            return (_said(phrases.movement(texts, reach.card), said),)
    return treasure_lines(scene)


def _option_lines(scene: Scene, move: object) -> Lines:
    kind = advice.magic_of(move)
    return magic_lines(scene, kind) if kind else treasure_lines(scene)


def _card_rule(scene: Scene) -> str:
    return scene.texts._(
        "A movement card says how far the King goes, what you may place, how many dwarfs you may move."
    )


def treasure_lines(scene: Scene) -> Lines:
    """Treasure: what it is for, and what becomes of bids."""
    texts, ink = scene.texts, palette.TEXT
    return (
        ((texts._("Treasure pays for magic and for the King's moves; only you know its values."), ink),),
        (
            (
                texts._(
                    "The highest bid wins and is lost; the others take back half of their cards at most."
                ),
                ink,
            ),
        ),
        ((texts._("Equal sums: more cards win, then who is first after the crown."), palette.DIM),),
    )
