"""What a player can be in the middle of at every table. Each board adds its own intents.

Intents are plain values: nothing is sent before a move is submitted, so going back is free.
"""

from __future__ import annotations

from typing import Any, NamedTuple


class NoIntent(NamedTuple):
    """Nothing is begun: the player looks around or marks something."""


class Confirming(NamedTuple):
    """An important move waits for its confirming key. Going back leads to `before`."""

    move: Any
    before: Any = NoIntent()
