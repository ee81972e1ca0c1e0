"""Intrigue in words alone: see `tui.boards.kit.speech`. Its lists are in `menus`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.intrigue.model.moves import Leave, Play
from tui.boards.intrigue.menus import menu
from tui.boards.intrigue.panels import explain
from tui.boards.intrigue.play import prompts
from tui.boards.intrigue.play.view_model import ViewModel, view_model
from tui.boards.intrigue.words import names, spoken
from tui.boards.kit.speech import Speech, Topic
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.language.wording import sentence


def _look(texts: Texts, news: TableSnapshot) -> Sequence[str]:
    scene = view_model(texts, news)
    return (*_own(scene), *_going_on(scene))


def _seat(texts: Texts, news: TableSnapshot, seat: int) -> str:
    scene = view_model(texts, news)
    crown = texts._("Has the crown.") if scene.view.position.crown == seat else ""
    return f"{explain.seat_text(scene, seat)} {crown}".rstrip()


def _sure(texts: Texts, news: TableSnapshot, move: Any) -> str:
    """What is known to follow, then the question. A card is played, or left, without one."""
    if isinstance(move, Play | Leave):
        return ""
    scene = view_model(texts, news)
    asked = sentence(prompts.sure(scene, move))
    follows = explain.happening(scene, move)
    return " ".join([texts._("This would happen:"), follows, asked]) if follows else asked


def _about(texts: Texts, news: TableSnapshot | None, word: str) -> Sequence[str]:
    del news
    kind = names.CARDS.called(texts, word)
    if kind is None:
        return ()
    return (f"{names.name(texts, kind)}: {explain.card_text(texts, kind)}",)


def _own(scene: ViewModel) -> Sequence[str]:
    if scene.view.seat is None:
        return ()
    own = explain.listed(scene.texts, scene.hand)
    return (scene.texts._("Your hand: {cards}.", cards=own),) if own else ()


def _going_on(scene: ViewModel) -> Sequence[str]:
    """The queue's length, and what is being resolved or who still plays a card."""
    texts = scene.texts
    places = texts.ngettext("{number} place in the queue.", "{number} places in the queue.", len(scene.queue))
    if scene.place:
        acting = explain.place_title(scene, scene.place)
        return places, texts._("Being resolved: {card}.", card=acting)
    waiting = ", ".join(map(scene.names, scene.view.position.waiting))
    return (places, texts._("Still to play a card: {names}.", names=waiting)) if waiting else (places,)


def _queue(scene: ViewModel) -> Sequence[str]:
    """A line for each place, from the front."""
    if not scene.queue:
        return (scene.texts._("The queue is empty."),)
    return tuple(_place(scene, place) for place in range(1, len(scene.queue) + 1))


def _place(scene: ViewModel, place: int) -> str:
    said = (*explain.place_facts(scene, place), explain.covered(scene, place))
    return f"{explain.place_title(scene, place)}. {' '.join(filter(None, said))}"


def _hand(scene: ViewModel) -> Sequence[str]:
    texts = scene.texts
    lines = tuple(f"{names.name(texts, kind)}: {explain.card_text(texts, kind)}" for kind in scene.hand)
    return lines or (texts._("You have no cards in your hand."),)


def _discards(scene: ViewModel) -> Sequence[str]:
    """A line for each player who has discarded anything."""
    texts, piles = scene.texts, scene.view.position.discards
    lines = [
        f"{scene.names(seat)}: {explain.listed(texts, pile)}."
        for seat, pile in enumerate(piles, start=1)
        if pile
    ]
    return lines or (texts._("Nothing discarded."),)


SPEECH = Speech(
    topics=(
        Topic(
            "queue",
            lambda texts: texts.pgettext("plain word", "queue"),
            lambda texts: texts._("the queue from its front: what lies where, whose it is"),
            lambda texts, news: _queue(view_model(texts, news)),
        ),
        Topic(
            "hand",
            lambda texts: texts.pgettext("plain word", "hand"),
            lambda texts: texts._("the cards of your hand and what they do"),
            lambda texts, news: _hand(view_model(texts, news)),
        ),
        Topic(
            "discards",
            lambda texts: texts.pgettext("plain word", "discards"),
            lambda texts: texts._("the cards that everybody has discarded"),
            lambda texts, news: _discards(view_model(texts, news)),
        ),
    ),
    look=_look,
    seat=_seat,
    menu=lambda texts, news: menu(view_model(texts, news)),
    sure=_sure,
    in_english=spoken.in_english,
    in_own_words=spoken.in_own_words,
    examples=spoken.examples,
    forms=spoken.forms,
    about=_about,
)
