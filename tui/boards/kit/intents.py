"""What a player can be in the middle of at every table; each board has its own intents beside these.

Plain values: nothing is on its way before a move is submitted, so that going back is free.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class Idle(NamedTuple):
    """Nothing: looking around, marking, pointing at something."""


class Confirming(NamedTuple):
    """A move of weight waits for its confirming key; `before` is where going back leads."""

    move: Any
    before: Any = Idle()
