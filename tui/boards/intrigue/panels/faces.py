"""The places of an intrigue queue as cells: the cards on them, their owners, and what is going on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size

from engine.intrigue.model.events import Discarded, Laid, Moved, Removed
from engine.intrigue.model.state import Card, Stack
from tui.boards.intrigue.panels.places import DOWN, PlaceFace
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.intrigue.words import cards, names
from tui.boards.kit.board import Names

TAG, LONGEST_TAG = 3, 12
"""The fewest cells that tell owners apart if there is no room for their names, and the most."""
Gone = Mapping[int, Removed]
"""Cards that were just removed, by where they stand among the places that are left, from 0 on."""


def removed_from(before: Sequence[Stack], after: Sequence[Stack], happened: Sequence[Any]) -> Gone:
    """Return the cards that events removed from places of their own; none if cards have moved about, which
    nobody could follow, or if something else was shown before.
    """
    row: list[Removed | int] = [len(stack) for stack in before]
    for event in happened:
        if isinstance(event, Moved | Laid):
            return {}
        if isinstance(event, Removed | Discarded):
            places = [(at, cards) for at, cards in enumerate(row) if isinstance(cards, int)]
            if event.place > len(places):
                return {}
            at, cards = places[event.place - 1]
            gone = [event] if isinstance(event, Removed) else []
            row[at : at + 1] = [cards - 1] if cards > 1 else gone
    left = [cards for cards in row if isinstance(cards, int)]
    if left != [len(stack) for stack in after]:
        return {}
    return {at: one for at, one in enumerate(row) if isinstance(one, Removed)}


def faces_of(model: ViewModel, signs: Mapping[int, str], gone: Gone) -> tuple[PlaceFace, ...]:
    """Return all places, with the signs that some of them have, and cards that are gone among them."""
    owners = owners_of(model.names, len(model.seats))
    faces = [
        _face(model, number, stack, owners, signs.get(number, ""))
        for number, stack in enumerate(model.queue, start=1)
    ]
    for at, event in sorted(gone.items()):
        faces.insert(at, _gone(model, event, owners))
    return tuple(faces)


def _gone(model: ViewModel, event: Removed, owners: Sequence[tuple[str, ...]]) -> PlaceFace:
    return PlaceFace(
        0,
        names.lengths(model.texts, event.removed),
        owners[event.owner - 1],
        event.owner,
        up=True,
        split=names.split(model.texts, event.removed),
        gone=model.texts._("✗ gone"),
    )


def _face(
    model: ViewModel, number: int, stack: Stack, owners: Sequence[tuple[str, ...]], sign: str
) -> PlaceFace:
    card = stack[-1]
    return PlaceFace(
        number,
        names.lengths(model.texts, card.kind) if card.kind else (),
        owners[card.owner - 1],
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


def owners_of(called: Names, seats: int) -> tuple[tuple[str, ...], ...]:
    """Return the names of every seat's owner: the whole one, then ever fewer of its first letters."""
    names = tuple([called(seat) for seat in range(1, seats + 1)])
    shorter = [_tags(names, cells) for cells in range(LONGEST_TAG, TAG - 1, -1)]
    return tuple(zip(names, *shorter, strict=True))


def _tags(names: Sequence[str], cells: int) -> Sequence[str]:
    """Return so many letters of each name, of a longer one those before a hyphen, with the seat's number if
    they are not unique.
    """
    heads = [name if cell_len(name) <= cells else name.partition("-")[0] for name in names]
    first = [set_cell_size(head, cells).rstrip() for head in heads]
    return [
        tag if first.count(tag) == 1 and tag else f"{_shortened(tag, cells)}{seat}"
        for seat, tag in enumerate(first, start=1)
    ]


def _shortened(tag: str, cells: int) -> str:
    return tag if cell_len(tag) < cells else set_cell_size(tag, cells - 1).rstrip()
