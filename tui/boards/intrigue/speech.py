"""Intrigue in words: its value of `tui.boards.kit.speech.Speech`. Its lists are in `menus`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.intrigue.model.events import Discarded, Ended
from engine.intrigue.model.moves import Leave, Play
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.menus import menu
from tui.boards.intrigue.panels import explain
from tui.boards.intrigue.play import hints, prompts
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import names, typed_moves
from tui.boards.kit.speech import Speech, Topic
from tui.language.texts import N_, NC_, Texts
from tui.language.wording import sentence


def _look(model: ViewModel) -> Sequence[str]:
    return (*_own(model), *_going_on(model))


def _seat(model: ViewModel, seat: int) -> str:
    crown = model.texts._("Has the crown.") if model.view.position.crown == seat else ""
    return f"{explain.seat_text(model, seat)} {crown}".rstrip()


def _confirmation(model: ViewModel, move: Any) -> str:
    """Return what is known to follow, then the question; '' if a card is played or left face down."""
    if isinstance(move, Play | Leave):
        return ""
    asked = sentence(prompts.confirmation(model, move))
    follows = explain.happening(model, move)
    return " ".join([model.texts._("This would happen:"), follows, asked]) if follows else asked


def _about(texts: Texts, _model: ViewModel | None, kind: Kind) -> Sequence[str]:
    return (f"{names.name(texts, kind)}: {explain.card_text(texts, kind)}",)


def _own(model: ViewModel) -> Sequence[str]:
    if model.view.seat is None:
        return ()
    own = explain.listed(model.texts, model.hand)
    return (model.texts._("Your hand: {cards}.", cards=own),) if own else ()


def _going_on(model: ViewModel) -> Sequence[str]:
    """Return the queue's length, and what is being resolved or who still plays a card."""
    texts = model.texts
    length = len(model.queue)
    places = (
        texts.ngettext("{number} place in the queue.", "{number} places in the queue.", length)
        if length
        else texts._("The queue is empty.")
    )
    if model.place:
        acting = explain.place_title(model, model.place)
        return places, texts._("{card}: being resolved now.", card=acting)
    waiting = ", ".join(map(model.names, model.view.position.waiting))
    return (places, texts._("Still to play a card: {names}.", names=waiting)) if waiting else (places,)


def _queue(model: ViewModel) -> Sequence[str]:
    """Return a line for each place, from the front."""
    if not model.queue:
        return (model.texts._("The queue is empty."),)
    return tuple(_place(model, place) for place in range(1, len(model.queue) + 1))


def _place(model: ViewModel, place: int) -> str:
    said = (*explain.place_facts(model, place), explain.covered(model, place))
    return f"{explain.place_title(model, place)}. {' '.join(filter(None, said))}"


def _hand(model: ViewModel) -> Sequence[str]:
    texts = model.texts
    lines = tuple(f"{names.name(texts, kind)}: {explain.card_text(texts, kind)}" for kind in model.hand)
    return lines or (texts._("You have no cards in your hand."),)


def _discards(model: ViewModel) -> Sequence[str]:
    """Return a line for each player who has discarded anything."""
    texts, piles = model.texts, model.view.position.discards
    lines = [
        f"{model.names(seat)}: {explain.listed(texts, pile)}."
        for seat, pile in enumerate(piles, start=1)
        if pile
    ]
    return lines or (texts._("Nothing discarded."),)


SPEECH = Speech(
    topics=(
        Topic(NC_("plain word", "queue"), N_("the queue from the front: each card and its owner"), _queue),
        Topic(NC_("plain word", "hand"), N_("the cards in your hand and what they do"), _hand),
        Topic(NC_("plain word", "discards"), N_("the cards that everyone has discarded"), _discards),
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
    minor=(Discarded, Ended),
    tip=hints.tip,
)
