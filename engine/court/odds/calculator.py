"""Court's implementation of `engine.game.OddsCalculator`."""

from __future__ import annotations

from msgspec.structs import replace

from engine.court.model.moves import Move
from engine.court.model.refusals import refused
from engine.court.model.state import View
from engine.court.odds.best_chances import EFFORTS
from engine.court.odds.card_odds import card_chances, odds_with_move, prepare
from engine.game import Odds


class CourtOdds:
    """Chances to pay for each card; in the final round, the King stands for beating the mark."""

    answer = Odds
    dear = False

    def odds(self, view: View, move: Move | None = None) -> Odds:
        """The odds of a view; `what` of each likelihood is a card."""
        return self.better_odds(view, move, 0)

    def better_odds(self, view: View, move: Move | None, effort: int) -> Odds:
        limit = EFFORTS[min(effort, len(EFFORTS) - 1)]
        if move is not None:
            found = odds_with_move(view, move, limit)
        elif view.position.turn is not None:
            found = Odds(view.position.turn.seat, card_chances(view, limit))
        else:
            raise refused("game-over")
        bounded = not all(likely.exact for likely in found.now + found.then)
        return replace(found, more=bounded and effort < len(EFFORTS) - 1)

    def prepare(self) -> None:
        """Fills the caches that depend on no question: about a second's work."""
        prepare()
