"""The bot `random`: any legal move, each equally likely. A yardstick, and for tests."""

from __future__ import annotations

from itertools import islice
from typing import Any

from engine.chance import Chance
from engine.game import AnyGame, Ask

MOST_MOVES = 2500
"""Legal moves it looks at: a position of court has fewer, one of laurin may have a million more."""


class RandomBot:
    """Uniform over all legal moves, or the first ones that the rules name where there are very many."""

    name = "random"

    def choose(self, game: AnyGame, view: Any, _ask: Ask, chance: Chance) -> Any:
        """One of the first MOST_MOVES legal moves. One draw."""
        return chance.pick(tuple(islice(game.legal(view), MOST_MOVES)))
