"""The bot `random`: any legal move, each equally likely. A yardstick, and for tests."""

from __future__ import annotations

from typing import Any

from engine.chance import Chance
from engine.game import AnyGame, Ask


class Uniform:
    """Uniform over all legal moves, however many there are."""

    name = "random"

    def choose(self, game: AnyGame, view: Any, _ask: Ask, chance: Chance) -> Any:
        return chance.pick(tuple(game.legal(view)))
