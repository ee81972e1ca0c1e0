"""What a player is in the middle of: nothing, placing a card, moving one, confirming.

`tui.boards.kit.intents` has those of every table.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.intrigue.model.state import Kind
from tui.boards.kit.intents import Confirming, NoIntent


class Placing(NamedTuple):
    """Choosing the place in the queue for a card of the hand."""

    card: Kind


class Moving(NamedTuple):
    """Choosing the new place for the top card of a place."""

    source: int


Intent = NoIntent | Placing | Moving | Confirming


class QueueSpot(NamedTuple):
    """Where the cursor can be: on a place, or before it (behind the last: before the next number)."""

    place: int
    on: bool = True
