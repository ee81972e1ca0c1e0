"""The bot `page`: holds at 20, where one more roll loses as much as it gains, or as soon as it wins."""

from __future__ import annotations

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.pig.model import HOLD, ROLL, Move, View

ENOUGH = 20
"""A roll gains 20/6 points on average and loses the pending ones in one case of six."""


class Page:
    """Holds at 20 or at the goal. Needs no chance of its own."""

    name = "page"
    known_options = frozenset(("goal",))

    def choose(self, _game: AnyGame, view: View, ask: Ask, _chance: Chance) -> Move:
        position = view.position
        missing = position.options.goal - position.points[ask.seat - 1]
        return HOLD if position.pending >= min(ENOUGH, missing) else ROLL
