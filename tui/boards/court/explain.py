"""What `?` says: what something is, costs and does, who owns it, and what it means right now."""

from __future__ import annotations

from engine.court import advice
from engine.court.model import Kind
from engine.court.moves import Take
from engine.court.powers import ADDS, TOUCHES
from tui import palette
from tui.boards.court import cards, names, phrases
from tui.boards.court.court_rows import left_sign
from tui.boards.court.scene import Scene
from tui.boards.court.seat_rows import owned
from tui.texts import Texts
from tui.widgets.panel import Part

_NAMED = 2
"""Owners that are named; more are counted, their cards stand beside their names anyway."""

Lines = tuple[tuple[Part, ...], ...]


def card_lines(scene: Scene, kind: Kind) -> Lines:
    """A card: condition and stock, power, owners, and what speaks against it now."""
    texts = scene.texts
    needs = texts._("needs {condition}", condition=cards.condition(texts, kind))
    left = left_sign(scene.view, kind)
    stock = "; " + texts._("{number} left", number=left) if left else ""
    does = names.sentence(cards.power(texts, kind))
    said = f"{needs}{stock}. {does}. {_owners(scene, kind)} {why_not(scene, kind)}".rstrip()
    return (((names.name(texts, kind), palette.STRONG), (f": {said}", palette.TEXT)),)


def card_in_general(texts: Texts, kind: Kind) -> str:
    """A card wherever it is: its condition and its power."""
    needs = texts._("needs {condition}", condition=cards.condition(texts, kind))
    return f"{names.name(texts, kind)}: {needs}. {names.sentence(cards.power(texts, kind))}."


def why_not(scene: Scene, kind: Kind) -> str:
    """Why an own card cannot be used now, or another not be taken; '' where it can."""
    turn = scene.turn
    if turn is None or turn.seat != scene.view.seat:
        return ""
    if kind in scene.view.position.cards[turn.seat - 1] and (kind in TOUCHES or kind in ADDS):
        refusal = advice.usable(scene.view).get(kind)
    elif turn.active or not turn.rolled:
        refusal = advice.why_not_take(scene.view, kind, turn.aside)
    else:
        refusal = scene.check(Take(kind))
    return (scene.why(refusal) or "") if refusal else ""


def _owners(scene: Scene, kind: Kind) -> str:
    texts = scene.texts
    seats = [seat for seat in range(1, len(scene.seats) + 1) if kind in scene.view.position.cards[seat - 1]]
    if not seats:
        return texts._("Nobody owns it.")
    if len(seats) > _NAMED:
        return texts._("{number} players own it.", number=len(seats))
    return texts._("Owned by {names}.", names=phrases.listed(texts, map(scene.names, seats)))


def seat_lines(scene: Scene, seat: int) -> Lines:
    """A seat: dice at the start of a turn, and every card by its name."""
    texts = scene.texts
    number = advice.hand(scene.view, seat)
    dice = texts.ngettext("begins a turn with {number} die", "begins a turn with {number} dice", number)
    kinds = [
        names.name(texts, card.kind) + (f" ×{card.number}" if card.number > 1 else "")
        for card in owned(scene.view, seat)
    ]
    all_cards = ", ".join(kinds) if kinds else texts._("no cards yet")
    return (((scene.names(seat), palette.STRONG), (f": {dice}. {names.sentence(all_cards)}.", palette.TEXT)),)


def dice_lines(scene: Scene) -> Lines:
    """The tray: what can be done with dice, and the golden rule."""
    texts = scene.texts
    most = advice.most_dice(scene.view)
    return (
        ((texts._("Mark active dice and set them aside; the rest may be rolled again."), palette.TEXT),),
        ((texts._("A die set aside never changes again: powers touch active dice only."), palette.TEXT),),
        ((texts._("With every unused card this turn comes to {number} dice.", number=most), palette.DIM),),
    )
