"""What a player is in the middle of: nothing, placing a card, moving one, confirming.

Beside what every table has (`tui.boards.kit.intents`).
"""

from __future__ import annotations

from typing import NamedTuple

from engine.intrigue.model.state import Kind
from tui.boards.kit.intents import Confirming, Idle


class Placing(NamedTuple):
    """A card of the hand looks for its place in the queue."""

    card: Kind


class Moving(NamedTuple):
    """The top card of a place looks for its new place."""

    source: int


Intent = Idle | Placing | Moving | Confirming


class QueueSpot(NamedTuple):
    """Where the cursor can be: on a place, or before it (behind the last: before the next number)."""

    place: int
    on: bool = True
