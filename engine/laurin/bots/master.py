"""The bot `master`: a steward that knows what stewards are likely to bid (`best_bid`).

It uses no memory, no clock and no chance, and looks at a bounded number of positions for each answer.
"""

from __future__ import annotations

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.laurin.bots import best_bid
from engine.laurin.bots.steward import Steward
from engine.laurin.model.moves import Move
from engine.laurin.model.state import View


class Master:
    """Plays as `Steward`, but for its bids; the same view always gets the same answer."""

    name = "master"

    def __init__(self) -> None:
        self._steward = Steward()

    def choose(self, game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """A legal move. Draws nothing."""
        if ask.kind == "bid":
            return best_bid.bid(view, ask.seat)
        return self._steward.choose(game, view, ask, chance)
