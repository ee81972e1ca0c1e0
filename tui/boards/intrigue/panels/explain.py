"""What `?` explains: what something is and does, and who owns it; and what a move is known to lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from textual.geometry import Size

from engine.intrigue import queries
from engine.intrigue.model.events import Laid, Left, Revealed
from engine.intrigue.model.moves import Move, Reveal
from engine.intrigue.model.state import Card, Kind
from tui.boards.intrigue.panels.seat_rows import hand, influence
from tui.boards.intrigue.play.intents import QueueSpot
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names, phrases
from tui.boards.intrigue.words.events import event_text
from tui.language.texts import Texts
from tui.language.wording import sentence
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap_cached
from tui.wire.terminal import palette

Lines = tuple[tuple[Part, ...], ...]


def card_lines(model: ViewModel, kind: Kind) -> Lines:
    """Explain a card: its effect, and whether it stays."""
    return (_headed(names.name(model.texts, kind), card_text(model.texts, kind)),)


def card_text(texts: Texts, kind: Kind) -> str:
    """Return a card's effect, and whether it stays."""
    return f"{cards.effect(texts, kind)} {cards.stays(texts, kind)}"


def place_lines(model: ViewModel, stop: QueueSpot) -> Lines:
    """Explain a place of the queue; if the queue is empty, how cards are played."""
    if model.queue:
        return (_headed(place_title(model, stop.place), place_text(model, stop.place)),)
    where = model.texts._(
        "A card is played at the front, at the end, or on top of one of your own cards; never between two."
    )
    return (_headed(model.texts._("The queue is empty"), where),)


def spot_lines(model: ViewModel, stop: QueueSpot) -> Lines:
    """Explain where a card would go."""
    where = phrases.spot(model.texts, stop.place, on=stop.on, last=len(model.queue))
    return (((sentence(where), palette.STRONG), (".", palette.TEXT)),)


def place_title(model: ViewModel, place: int) -> str:
    """Return the number of a place, its top card, and its owner."""
    texts, card = model.texts, model.top(place)
    owner = model.names(card.owner)
    if card.kind is None:
        return texts._("Place {place}, {name}'s face-down card", place=place, name=owner)
    name = names.name(texts, card.kind)
    return texts._("Place {place}, {name}'s {card}", place=place, card=name, name=owner)


def place_text(model: ViewModel, place: int) -> str:
    """Return who knows the card, what it does, and what is on it and under it."""
    *covered, top = model.queue[place - 1]
    effect = card_text(model.texts, top.kind) if top.kind else ""
    return " ".join(filter(None, (*place_facts(model, place), effect, _covered(model, covered))))


def place_facts(model: ViewModel, place: int) -> tuple[str, ...]:
    """Return who knows the top card of a place, and what is on it."""
    texts, card = model.texts, model.top(place)
    known = texts._("Face up.") if card.up else _known(model, card)
    on = cards.influence(texts, card.influence)
    return (known, texts._("{influence} on it.", influence=on)) if card.influence else (known,)


def _known(model: ViewModel, card: Card) -> str:
    """Return who knows a card that lies face down; others' cards have a name where nothing is hidden."""
    if card.kind is None:
        return model.texts._("Only its owner knows it.")
    own = card.owner == model.view.seat
    return model.texts._("Face down: only you know it.") if own else model.texts._("Face down.")


def covered(model: ViewModel, place: int) -> str:
    """Return the cards under the top card of a place, from above; '' if there are none."""
    return _covered(model, model.queue[place - 1][:-1])


def _covered(model: ViewModel, stack: Sequence[Card]) -> str:
    if not stack:
        return ""
    below = ", ".join(_named(model, card) for card in reversed(stack))
    return model.texts._("Under it: {cards}.", cards=below)


def _named(model: ViewModel, card: Card) -> str:
    texts = model.texts
    name = names.name(texts, card.kind) if card.kind else texts._("a face-down card")
    if card.kind and not card.up:
        name = texts._("{card} (face down)", card=name)
    return f"{name} (+{card.influence})" if card.influence else name


def seat_lines(model: ViewModel, seat: int) -> Lines:
    """Explain a seat: what everybody knows of it; of the viewer's own, also its cards out of the game."""
    texts = model.texts
    said = [seat_text(model, seat)]
    out = listed(texts, model.view.position.out[seat - 1])
    if out:
        own = seat == model.view.seat
        said.append(
            texts._("Not in this game: {cards} (only you know).", cards=out)
            if own
            else texts._("Not in this game: {cards}.", cards=out)
        )
    return (_headed(model.names(seat), " ".join(said)),)


def seat_text(model: ViewModel, seat: int) -> str:
    """Return influence, cards, and the whole discard pile."""
    texts, position = model.texts, model.view.position
    lying = sum(card.owner == seat for stack in position.queue for card in stack)
    queued = texts.ngettext("{number} in the queue", "{number} in the queue", lying)
    facts = f"{influence(model, seat)}, {hand(model, seat)}, {queued}."
    pile = listed(texts, position.discards[seat - 1])
    gone = texts._("Discarded: {cards}.", cards=pile) if pile else texts._("Nothing discarded.")
    held = listed(texts, position.hands[seat - 1]) if seat != model.view.seat else ""
    return " ".join(filter(None, (facts, held and texts._("Hand: {cards}.", cards=held), gone)))


def listed(texts: Texts, kinds: Sequence[Kind | None]) -> str:
    """Return known cards by their names."""
    return ", ".join(names.name(texts, kind) for kind in kinds if kind)


# The consequences of a move


def foreseen(model: ViewModel, move: Move, room: Size) -> Lines:
    """Explain what is known to happen after the confirming key. For a card to be revealed its text comes
    first, if there is room for both.
    """
    kind = model.acting.kind if model.acting else None
    text = card_lines(model, kind) if isinstance(move, Reveal) and kind else ()
    said = happening(model, move)
    follows: Lines = (_headed(model.texts._("Then"), said),) if said else ()
    rows = sum(len(wrap_cached(line, room.width)) for line in (*text, *follows))
    return (*text, *follows) if rows <= room.height or not follows else follows


def happening(model: ViewModel, move: Move) -> str:
    """Return what a move is known to lead to, besides what its own name says, in sentences."""
    known = queries.known_consequences(model.view, move)
    told = [_told(model, event) for event in known.events if not isinstance(event, Left | Revealed | Laid)]
    sentences = [
        f"{model.names(seat)} {', '.join(said)}." if seat else " ".join(said)
        for seat, said in _grouped([one for one in told if one])
    ]
    if known.view is None:
        sentences.append(model.texts._("What follows depends on a face-down card."))
    return " ".join(sentences)


def _told(model: ViewModel, event: Any) -> tuple[int, str] | None:
    told = event_text(model.texts, model.names, event)
    return (told.seat or 0, told.text) if told else None


def _grouped(told: Sequence[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    for seat, together in groupby(told, key=lambda one: one[0]):
        yield seat, [text for _, text in together]


def _headed(head: str, said: str) -> tuple[Part, ...]:
    return (head, palette.STRONG), (f": {said}", palette.TEXT)
