"""The bot `master`: a steward that knows what stewards are likely to do.

It bids what pays best against their bids (`best_bid`), and places and moves dwarfs with a view to how they
answer (`ahead`). It uses no memory, no clock and no chance, and looks at a bounded number of positions for
each answer.
"""

from __future__ import annotations

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.laurin.bots import ahead, best_bid
from engine.laurin.bots.evaluation import Evaluation
from engine.laurin.bots.steward import Steward
from engine.laurin.model.moves import Move
from engine.laurin.model.state import View


class Master:
    """Looks ahead further than `Steward`; the same view always gets the same answer."""

    name = "master"

    def __init__(self) -> None:
        self._steward = Steward()

    def choose(self, game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """A legal move. Draws nothing."""
        match ask.kind:
            case "bid":
                return best_bid.bid(view, ask.seat)
            case "place":
                return ahead.place(Evaluation(view.position, ask.seat))
            case "move":
                return ahead.move(Evaluation(view.position, ask.seat))
        return self._steward.choose(game, view, ask, chance)
