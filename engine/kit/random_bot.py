"""The bot `random`: any legal move, each equally likely. A baseline for other bots, and for tests."""

from __future__ import annotations

from itertools import islice
from typing import Any

from engine.chance import Chance
from engine.game import AnyGame, Ask

MOST_MOVES = 2500
"""How many legal moves it looks at: court always has fewer, laurin may have a million."""


class RandomBot:
    """Uniform over all legal moves, or over the first MOST_MOVES if there are more."""

    name = "random"
    known_options = None

    def choose(self, game: AnyGame, view: Any, _ask: Ask, chance: Chance) -> Any:
        """One of the first MOST_MOVES legal moves. One draw."""
        return chance.pick(tuple(islice(game.legal(view), MOST_MOVES)))
