"""Court in words: its value of `tui.boards.kit.speech.Speech`. Its lists are in `menus`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.court import queries
from engine.court.model.events import Ended, Kept, Rolled
from engine.court.model.state import Kind
from tui.boards.court.menus import menu
from tui.boards.court.panels import explain
from tui.boards.court.panels.court_rows import ROWS, payable_kinds
from tui.boards.court.panels.seat_rows import owned_cards
from tui.boards.court.play import hints, prompts
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.words import cards, names, phrases, typed_moves
from tui.boards.kit.speech import Speech, Topic
from tui.language.texts import N_, NC_, Texts
from tui.language.wording import listed, sentence


def _look(model: ViewModel) -> Sequence[str]:
    return (*_turn(model), *_final(model), *_own(model))


def _seat(model: ViewModel, seat: int) -> str:
    texts = model.texts
    number = queries.hand_size(model.view, seat)
    dice = texts.ngettext("{number} die", "{number} dice", number)
    return f"{dice}. {sentence(_cards_of(model, seat))}"


def _confirmation(model: ViewModel, move: Any) -> str:
    return prompts.confirmation(model, move) if prompts.is_weighty(move) else ""


def _about(texts: Texts, model: ViewModel | None, kind: Kind) -> Sequence[str]:
    if model is None:
        return (explain.card_in_general(texts, kind),)
    parts = explain.card_lines(model, kind)
    return tuple("".join(text for text, _ in line) for line in parts)


# The state of the game


def _turn(model: ViewModel) -> Sequence[str]:
    """The dice of the current turn and their worth; those of who is asked are left to the question."""
    texts, turn = model.texts, model.turn
    if turn is None:
        return ()
    asked = model.ask is not None
    if not turn.rolled:
        return (
            () if asked else (texts.ngettext("{number} die in hand.", "{number} dice in hand.", turn.hand),)
        )
    lines = []
    if model.dice and not asked:
        lines.append(texts._("Active: {dice}.", dice=phrases.dice(model.dice)))
    if model.aside:
        best = phrases.group(texts, *queries.best(model.aside))
        aside = phrases.dice(model.aside)
        total = sum(model.aside)
        lines.append(
            texts._("Set aside: {dice}; that is {best}, sum {number}.", dice=aside, best=best, number=total)
        )
    to_have = listed(texts, [names.name(texts, kind) for kind in payable_kinds(model.view)])
    return (*lines, texts._("That is enough for: {cards}.", cards=to_have)) if to_have else lines


def _final(model: ViewModel) -> Sequence[str]:
    final = model.view.position.final
    if final is None:
        return ()
    beat = phrases.group(model.texts, final.mark.count, final.mark.face)
    return (model.texts._("{name} has the King, with {result}.", name=model.names(final.king), result=beat),)


def _own(model: ViewModel) -> Sequence[str]:
    seat = model.view.seat
    if seat is None:
        return ()
    if not owned_cards(model.view, seat):
        return (model.texts._("You have no cards yet."),)
    return (model.texts._("Your cards: {cards}", cards=_cards_of(model, seat)),)


def _cards_of(model: ViewModel, seat: int) -> str:
    """Return a seat's cards by their names, with a mark on those used in this turn."""
    texts = model.texts
    words = []
    for card in owned_cards(model.view, seat):
        name = names.name(texts, card.kind)
        if card.number > 1:
            name = texts._("{card} (×{number})", number=card.number, card=name)
        words.append(texts._("{card} (used)", card=name) if card.used else name)
    return (", ".join(words) or texts._("no cards yet")) + "."


def _own_cards(model: ViewModel) -> Sequence[str]:
    seat = model.view.seat
    if seat is None:
        return ()
    lines = tuple(_does(model, card.kind) for card in owned_cards(model.view, seat))
    return lines or (model.texts._("You have no cards yet."),)


def _does(model: ViewModel, kind: Kind) -> str:
    name, power = names.name(model.texts, kind), sentence(cards.power(model.texts, kind))
    why = explain.why_not(model, kind)
    return f"{name}: {power}. {why}".rstrip()


def _court(model: ViewModel) -> Sequence[str]:
    """Return the middle of the table, a line for each card, from the highest row down."""
    return tuple(_card(model, kind) for _, kinds in ROWS for kind in kinds)


def _card(model: ViewModel, kind: Kind) -> str:
    texts = model.texts
    stock = explain.stock_words(model, kind)
    said = f"{names.name(texts, kind)}: {cards.condition(texts, kind)}"
    return f"{said}; {stock}." if stock else f"{said}."


SPEECH = Speech(
    topics=(
        Topic(
            NC_("plain word", "court"),
            N_("the cards in the middle, what they cost and how many are left"),
            _court,
        ),
        Topic(NC_("plain word", "cards"), N_("your cards and what they do"), _own_cards),
    ),
    model=ViewModel,
    cards=names.CARDS,
    look=_look,
    seat=_seat,
    menu=menu,
    confirmation=_confirmation,
    to_notation=typed_moves.to_notation,
    from_notation=typed_moves.from_notation,
    examples=typed_moves.examples,
    forms=typed_moves.forms,
    about=_about,
    minor=(Kept, Rolled, Ended),
    tip=hints.tip,
)
