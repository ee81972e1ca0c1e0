"""What `?` says: what something is and does, whose it is; and what a move is known to lead to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from engine.intrigue import advice
from engine.intrigue.events import Left, Revealed
from engine.intrigue.model import Card, Kind
from engine.intrigue.moves import Move, Reveal
from tui import palette
from tui.boards.intrigue import cards, names
from tui.boards.intrigue.events import tell
from tui.boards.intrigue.queue import Stop
from tui.boards.intrigue.scene import Scene
from tui.boards.intrigue.seat_rows import hand, influence
from tui.widgets.panel import Part

Lines = tuple[tuple[Part, ...], ...]


def card_lines(scene: Scene, kind: Kind) -> Lines:
    """A card: its effect, and whether it stays."""
    return (_headed(names.name(scene.texts, kind), card_text(scene, kind)),)


def card_text(scene: Scene, kind: Kind) -> str:
    texts = scene.texts
    return f"{cards.effect(texts, kind)} {cards.stays(texts, kind)}"


def place_lines(scene: Scene, stop: Stop) -> Lines:
    """A place of the queue: its top card, whose it is, what lies on it and under it."""
    texts = scene.texts
    if not stop.on or not scene.queue:
        return (_headed(texts._("A place in the queue"), where_text(scene)),)
    *covered, top = scene.queue[stop.place - 1]
    said = " ".join(filter(None, (_state(scene, top), _effect(scene, top), _covered(scene, covered))))
    return (_headed(_title(scene, top, stop.place), said),)


def where_text(scene: Scene) -> str:
    """Where cards may be played."""
    return scene.texts._(
        "A card is played at the front, at the end, or on top of a card of your own; never between two."
    )


def _title(scene: Scene, card: Card, place: int) -> str:
    texts, owner = scene.texts, scene.names(card.owner)
    if card.kind is None:
        return texts._("Place {place}, face-down card of {name}", place=place, name=owner)
    name = names.name(texts, card.kind)
    return texts._("Place {place}, {card} of {name}", place=place, card=name, name=owner)


def _state(scene: Scene, card: Card) -> str:
    texts = scene.texts
    lies = texts._("{influence} on it.", influence=cards.influence(texts, card.influence))
    if card.up:
        return lies
    known = texts._("Face down: only you know it.") if card.kind else texts._("Only its owner knows it.")
    return f"{known} {lies}"


def _effect(scene: Scene, card: Card) -> str:
    return card_text(scene, card.kind) if card.kind else ""


def _covered(scene: Scene, stack: Sequence[Card]) -> str:
    if not stack:
        return ""
    texts = scene.texts
    below = ", ".join(_named(scene, card) for card in reversed(stack))
    return texts._("Under it: {cards}.", cards=below)


def _named(scene: Scene, card: Card) -> str:
    """A covered card, with what lies on it."""
    texts = scene.texts
    name = names.name(texts, card.kind) if card.kind else texts._("a face-down card")
    if card.kind and not card.up:
        name = texts._("{card} (face down)", card=name)
    return f"{name} (+{card.influence})" if card.influence else name


def seat_lines(scene: Scene, seat: int) -> Lines:
    """A seat: influence, cards, the whole discard pile, and of the own one what is out of the game."""
    texts, position = scene.texts, scene.view.position
    lying = sum(card.owner == seat for stack in position.queue for card in stack)
    queued = texts.ngettext("{number} in the queue", "{number} in the queue", lying)
    facts = f"{influence(scene, seat)}, {hand(scene, seat)}, {queued}."
    pile = _names(scene, position.discards[seat - 1])
    said = [facts, texts._("Discarded: {cards}.", cards=pile) if pile else texts._("Nothing discarded.")]
    out = _names(scene, position.out[seat - 1])
    if out:
        said.append(texts._("Not in this game: {cards} (only you know).", cards=out))
    return (_headed(scene.names(seat), " ".join(said)),)


def _names(scene: Scene, kinds: Sequence[Kind | None]) -> str:
    return ", ".join(names.name(scene.texts, kind) for kind in kinds if kind)


# What a move leads to


def foreseen(scene: Scene, move: Move) -> Lines:
    """What is known to happen after the confirming key; of a card to be revealed, its text first."""
    kind = scene.acting.kind if scene.acting else None
    text = card_lines(scene, kind) if isinstance(move, Reveal) and kind else ()
    return (*text, *_happening(scene, move))


def _happening(scene: Scene, move: Move) -> Iterator[tuple[Part, ...]]:
    texts = scene.texts
    known = advice.foresee(scene.view, move)
    told = [_told(scene, event) for event in known.events if not _is_said(event)]
    sentences = [
        f"{scene.names(seat)} {', '.join(said)}." if seat else " ".join(said)
        for seat, said in _grouped([one for one in told if one])
    ]
    if known.view is None:
        sentences.append(texts._("What follows depends on a face-down card."))
    if sentences:
        yield _headed(texts._("Then"), " ".join(sentences))


def _told(scene: Scene, event: Any) -> tuple[int, str] | None:
    told = tell(scene.texts, scene.names, event)
    return (told.seat or 0, told.text) if told else None


def _grouped(told: Sequence[tuple[int, str]]) -> Iterator[tuple[int, list[str]]]:
    for seat, together in groupby(told, key=lambda one: one[0]):
        yield seat, [text for _, text in together]


def _is_said(event: Any) -> bool:
    """The question said it already."""
    return isinstance(event, Left | Revealed)


def _headed(head: str, said: str) -> tuple[Part, ...]:
    return (head, palette.STRONG), (f": {said}", palette.TEXT)
