"""The bot `master`: a steward that knows what stewards are likely to do.

It bids what pays best against their bids (`best_bid`), and places and moves dwarfs with a view to how they
answer (`ahead`). It uses no memory, no clock and no chance, and looks at a bounded number of positions for
each answer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

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
    known_options = frozenset(("rounds",))

    def __init__(self) -> None:
        self._steward = Steward()

    def choose(self, game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """A legal move. Draws nothing."""
        return deque(self.improving(game, view, ask, chance), 1)[0]

    def improving(self, game: AnyGame, view: View, ask: Ask, chance: Chance) -> Iterator[Move]:
        """The best move found so far."""
        match ask.kind:
            case "bid":
                yield from best_bid.bid(view, ask.seat)
            case "place":
                yield from ahead.place(Evaluation(view.position, ask.seat))
            case "move":
                yield from ahead.move(Evaluation(view.position, ask.seat))
            case _:
                yield self._steward.choose(game, view, ask, chance)
