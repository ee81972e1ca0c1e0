"""The places of an intrigue queue as cells: the cards on them, their owners, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.cells import cell_len, set_cell_size

from engine.intrigue.model.state import Card, Stack
from tui.boards.intrigue.panels.places import DOWN, PlaceFace
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names
from tui.boards.kit.board import Names

TAG = 3
"""The cells that tell owners apart if there is no room for their names."""


def faces_of(model: ViewModel, signs: Mapping[int, str]) -> tuple[PlaceFace, ...]:
    """Return all places, with the signs that some of them have."""
    tags = tags_of(model.names, len(model.seats))
    return tuple(
        _face(model, number, stack, tags, signs.get(number, ""))
        for number, stack in enumerate(model.queue, start=1)
    )


def _face(model: ViewModel, number: int, stack: Stack, tags: Sequence[str], sign: str) -> PlaceFace:
    card = stack[-1]
    return PlaceFace(
        number,
        names.lengths(model.texts, card.kind) if card.kind else (),
        (model.names(card.owner), tags[card.owner - 1]),
        card.owner,
        influence=card.influence,
        up=card.up,
        own=card.owner == model.view.seat,
        depth=len(stack),
        below=tuple(_below(model, card) for card in reversed(stack[:-1])),
        does=cards.short_effect(model.texts, card.kind) if card.kind else "",
        split=names.split(model.texts, card.kind) if card.kind else ("", ""),
        resolving=number == model.place,
        sign=sign,
    )


def _below(model: ViewModel, card: Card) -> tuple[str, ...]:
    """Return a covered card in words, from long to short."""
    if card.kind is None:
        return (DOWN,)
    return tuple(("" if card.up else DOWN) + name for name in names.lengths(model.texts, card.kind))


def tags_of(called: Names, seats: int) -> tuple[str, ...]:
    """Return the first letters of each name, with the seat's number if they are not unique."""
    first = [set_cell_size(called(seat), TAG).rstrip() for seat in range(1, seats + 1)]
    return tuple(
        tag if first.count(tag) == 1 and tag else f"{_shortened(tag)}{seat}"
        for seat, tag in enumerate(first, start=1)
    )


def _shortened(tag: str) -> str:
    return tag if cell_len(tag) < TAG else set_cell_size(tag, TAG - 1).rstrip()
