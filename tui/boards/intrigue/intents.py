"""What a player is in the middle of: nothing, placing a card, moving one, confirming.

Plain values: nothing is on its way before a move is submitted, so that going back is free.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.intrigue.model import Kind
from engine.intrigue.moves import Move


class Idle(NamedTuple):
    """Looking around, pointing at a card."""


class Placing(NamedTuple):
    """A card of the hand looks for its place in the queue."""

    card: Kind


class Moving(NamedTuple):
    """The top card of a place looks for its new place."""

    source: int


class Sure(NamedTuple):
    """A move waits for its confirming key; `before` is where going back leads."""

    move: Move
    before: Idle | Moving


Intent = Idle | Placing | Moving | Sure
