"""What a player of intrigue is in the middle of: nothing, placing a card, moving one, confirming.

`tui.boards.kit.view_model` has the intents of every table.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.intrigue.model.state import Kind
from tui.boards.kit.view_model import Confirming, NoIntent


class Placing(NamedTuple):
    """The player is choosing the place in the queue for a card of the hand."""

    card: Kind


class Moving(NamedTuple):
    """The player is choosing the new place for the top card of a place."""

    source: int


Intent = NoIntent | Placing | Moving | Confirming


class QueueSpot(NamedTuple):
    """A position of the cursor: on a place, or before it (after the last place: before the next number)."""

    place: int
    on: bool = True
