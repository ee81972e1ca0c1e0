"""Court's implementation of `engine.game.OddsCalculator`."""

from __future__ import annotations

from engine.court.model.moves import Move
from engine.court.model.refusals import refused
from engine.court.model.state import View
from engine.court.odds.card_odds import card_chances, odds_with_move, prepare
from engine.game import Odds


class CourtOdds:
    """Chances to pay for each card; in the final round, the King stands for beating the mark."""

    answer = Odds
    dear = False

    def odds(self, view: View, move: Move | None = None) -> Odds:
        """See `engine.game.OddsCalculator`; `what` of each likelihood is a card."""
        turn = view.position.turn
        if turn is None:
            raise refused("game-over")
        if move is None:
            return Odds(turn.seat, card_chances(view))
        return odds_with_move(view, move)

    def prepare(self) -> None:
        """Fills the caches that depend on no question: about a second's work."""
        prepare()
