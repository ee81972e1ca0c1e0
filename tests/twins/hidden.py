"""What seats may not know of each other, game by game: written once more, apart from the rules' views.

Two positions are alike in the open if nothing differs but what is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.intrigue.model import events as intrigue
from engine.intrigue.model.moves import Play
from engine.laurin.model import events as laurin
from engine.laurin.model.moves import Bid

Secretive = Collection[int]
"""The seats whose secrets differ."""


class HiddenParts(NamedTuple):
    """What is hidden in one game: states, moves and events without the secrets of some seats.

    `shows` are the events by which something hidden comes into the open.
    """

    state: Callable[[Any, Secretive], Any]
    move: Callable[[Any], Any]
    event: Callable[[Any, Secretive], Any]
    shows: tuple[type, ...]


def _intrigue_state(state: Any, seats: Secretive) -> Any:
    """Without the kinds of cards in hands, out of the game, and face down in the queue."""
    return replace(
        state,
        hands=_sizes(state.hands, seats),
        out=_sizes(state.out, seats),
        queue=tuple(tuple(_face_down(card, seats) for card in stack) for stack in state.queue),
    )


def _face_down(card: Any, seats: Secretive) -> Any:
    return replace(card, kind=None) if card.owner in seats and not card.up else card


def _sizes(cards: Any, seats: Secretive) -> tuple[Any, ...]:
    return tuple(len(own) if seat in seats else own for seat, own in enumerate(cards, start=1))


def _intrigue_move(move: Any) -> Any:
    return replace(move, card=None) if isinstance(move, Play) else move


def _intrigue_event(event: Any, seats: Secretive) -> Any:
    return replace(event, card=None) if isinstance(event, intrigue.Laid) and event.seat in seats else event


def _laurin_state(state: Any, seats: Secretive) -> Any:
    """Without treasure in hands and in bids that lie face down."""
    return replace(state, hands=_sizes(state.hands, seats), bids=_sizes(state.bids, seats))


def _laurin_move(move: Any) -> Any:
    return len(move.cards) if isinstance(move, Bid) else move


def _laurin_event(event: Any, seats: Secretive) -> Any:
    if isinstance(event, laurin.Drew | laurin.BidLaid) and event.seat in seats:
        return replace(event, cards=None)
    return event


def _as_it_is(what: Any, *_: Any) -> Any:
    return what


HIDDEN: Mapping[str, HiddenParts] = MappingProxyType(
    {
        "court": HiddenParts(_as_it_is, _as_it_is, _as_it_is, ()),
        "intrigue": HiddenParts(
            _intrigue_state, _intrigue_move, _intrigue_event, (intrigue.Revealed, intrigue.Removed)
        ),
        "laurin": HiddenParts(_laurin_state, _laurin_move, _laurin_event, (laurin.TurnedUp,)),
    }
)
