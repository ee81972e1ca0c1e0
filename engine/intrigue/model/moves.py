"""The moves of intrigue, as data. Places are numbered from 1, the front of the queue.

`engine.intrigue.rules.validation` says which are allowed, `engine.intrigue.notation` how they are written.
(gc=False: plain data is never part of a reference cycle, so Python's collector need not visit it; the same in
`events` and `state`.)
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from engine.intrigue.model.state import Kind

Spot = Literal["front", "end"] | int
"""Where a card is played: at the front, at the end, or on the stack at this place.

Into an empty queue a card is played at the front.
"""


class Play(Struct, frozen=True, gc=False, tag="play"):
    """Play a card from the hand face down."""

    card: Kind
    spot: Spot


class Reveal(Struct, frozen=True, gc=False, tag="reveal"):
    """Turn the card being resolved face up and carry out its effect."""


class Leave(Struct, frozen=True, gc=False, tag="leave"):
    """Leave the card being resolved face down, with one more influence on it."""


class Remove(Struct, frozen=True, gc=False, tag="remove"):
    """Assassination, Archer, Soldier: remove the top card of this place."""

    place: int


class MoveTo(Struct, frozen=True, gc=False, tag="move-to"):
    """Royal Decree: the top card of `place` becomes a place of its own.

    `to` is the number it has afterwards; places that the move opens or closes are counted.
    """

    place: int
    to: int


class MoveOn(Struct, frozen=True, gc=False, tag="move-on"):
    """Royal Decree: the top card of `place` goes on top of the stack at `on`.

    Both are numbers before the move.
    """

    place: int
    on: int


class Copy(Struct, frozen=True, gc=False, tag="copy"):
    """Shapeshifter: copy the effect of the top card of this place."""

    place: int


class Steal(Struct, frozen=True, gc=False, tag="steal"):
    """Spy: take 1 influence from the family of this seat."""

    seat: int


Choice = Remove | MoveTo | MoveOn | Copy | Steal
"""What an effect lets its owner choose."""
Move = Play | Reveal | Leave | Choice

REVEAL = Reveal()
LEAVE = Leave()
