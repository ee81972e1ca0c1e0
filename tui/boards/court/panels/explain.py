"""What `?` explains: what something is, costs and does, who owns it, and what it means right now."""

from __future__ import annotations

from rich.cells import cell_len

from engine.court import power_previews, queries
from engine.court.model.moves import Take
from engine.court.model.state import Kind
from engine.court.rules.powers import ADDED_FACE, CHANGERS
from tui.boards.court.panels.court_rows import left_sign
from tui.boards.court.panels.seat_rows import owned_cards
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.words import cards as words
from tui.boards.court.words import names, phrases
from tui.language.texts import Texts
from tui.language.wording import listed, sentence
from tui.widgets.panel import Part
from tui.wire.terminal import palette

_NAMED = 2
"""The most owners that are named; more are only counted: their cards are listed beside their names."""

_ROOM = 215
"""The cells of an explanation that fits into three rows of the smallest window, allowing for ragged ends."""
_PAID = 3
"""The most cards that one sentence names: the highest of those that the dice pay for."""

Lines = tuple[tuple[Part, ...], ...]


def card_lines(model: ViewModel, kind: Kind) -> Lines:
    """Explain a card: condition, how many are left, power, owners, and why it cannot be taken now."""
    texts = model.texts
    needs = texts._("needs {condition}", condition=words.condition(texts, kind))
    left = stock_words(model, kind)
    stock = f"; {left}" if left else ""
    does = sentence(words.power(texts, kind))
    said = f"{needs}{stock}. {does}. {{}} {why_not(model, kind)}".rstrip()
    name = names.name(texts, kind)
    room = _ROOM - cell_len(name) - cell_len(said)
    owners = next((text for text in _owners(model, kind) if cell_len(text) <= room), "")
    return (((name, palette.STRONG), (f": {said.format(owners)}", palette.TEXT)),)


def stock_words(model: ViewModel, kind: Kind) -> str:
    """Return how many of a card are left in the middle; '' if they are never used up."""
    left = left_sign(model.view, kind)
    if left == "-":
        return model.texts._("none left")
    return model.texts._("{number} left", number=left) if left else ""


def card_in_general(texts: Texts, kind: Kind) -> str:
    """Explain a card by itself: its condition and its power."""
    needs = texts._("needs {condition}", condition=words.condition(texts, kind))
    return f"{names.name(texts, kind)}: {needs}. {sentence(words.power(texts, kind))}."


def why_not(model: ViewModel, kind: Kind) -> str:
    """Return why an own card cannot be used, or another card cannot be taken, now; '' if it can."""
    turn = model.turn
    if turn is None or turn.seat != model.view.seat:
        return ""
    if kind in model.view.position.cards[turn.seat - 1] and (kind in CHANGERS or kind in ADDED_FACE):
        refusal = queries.usable_powers(model.view).get(kind)
    elif turn.active or not turn.rolled:
        refusal = queries.why_not_take(model.view, kind, turn.aside)
    else:
        refusal = model.check(Take(kind))
    return (model.why(refusal) or "") if refusal else ""


def _owners(model: ViewModel, kind: Kind) -> tuple[str, ...]:
    """Return the owners of a card, by name or only counted."""
    texts = model.texts
    seats = [seat for seat in range(1, len(model.seats) + 1) if kind in model.view.position.cards[seat - 1]]
    if not seats:
        return (texts._("Nobody owns it."),)
    counted = texts._("{number} players own it.", number=len(seats))
    named = texts._("Owned by {names}.", names=listed(texts, map(model.names, seats)))
    return (named,) if len(seats) == 1 else (counted,) if len(seats) > _NAMED else (named, counted)


def seat_lines(model: ViewModel, seat: int) -> Lines:
    """Explain a seat: its dice at the start of a turn, and every card by its name."""
    texts = model.texts
    number = queries.hand_size(model.view, seat)
    dice = texts.ngettext("begins a turn with {number} die", "begins a turn with {number} dice", number)
    kinds = [
        names.name(texts, card.kind) + (f" ×{card.number}" if card.number > 1 else "")
        for card in owned_cards(model.view, seat)
    ]
    all_cards = ", ".join(kinds) if kinds else texts._("no cards yet")
    return (((model.names(seat), palette.STRONG), (f": {dice}. {sentence(all_cards)}.", palette.TEXT)),)


def dice_lines(model: ViewModel, face: int | None) -> Lines:
    """Explain the tray: the die under the cursor (None: it shows no face), and the golden rule."""
    texts = model.texts
    golden = texts._("A die set aside never changes again: powers touch active dice only.")
    if face is not None and model.phase == "dice":
        return ((*_die(model, face),), ((_powers_for(model, face), palette.TEXT),), ((golden, palette.DIM),))
    most = queries.most_dice(model.view)
    return (
        ((texts._("Mark active dice and set them aside; the rest can be rerolled."), palette.TEXT),),
        ((golden, palette.TEXT),),
        (
            (
                texts._("Using all your unused cards would bring this turn to {number} dice.", number=most),
                palette.DIM,
            ),
        ),
    )


def _die(model: ViewModel, face: int) -> tuple[Part, ...]:
    """Return what the result would be with this die."""
    texts, dice = model.texts, tuple(sorted((*model.aside, face)))
    best, number = phrases.mark(*queries.best(dice)), sum(dice)
    paid = [names.name(texts, kind) for kind in queries.payable(model.view, dice)]
    pays = listed(texts, (*paid[-_PAID:],)) if paid else texts._("nothing")
    said = texts._("if set aside: {best}, sum {number}, which pays for {cards}.",
                   best=best, number=number, cards=pays)  # fmt: skip
    return (texts._("This {face}", face=face), palette.STRONG), (f": {said}", palette.TEXT)


def _powers_for(model: ViewModel, face: int) -> str:
    texts = model.texts
    found = power_previews.powers_on_face(model.view, face)
    if not found:
        return texts._("None of your powers can change it now.")
    cards = listed(texts, [names.name(texts, kind) for kind in found])
    return texts._("Your powers that can change it now: {cards}.", cards=cards)
