"""The bot `steward`: plays every turn by the chances of the dice, with regard to the cards left and the King.

`engine.court.bots.goals` says what it wants, `engine.court.bots.move_choice` which move is best for that.
It sees views alone and remembers nothing but the bounded caches of the odds. It counts its effort instead
of timing it, so the same view always gets the same answer. Measured (tests/bench/steward.py): one or two
milliseconds on average, at most some 150 if a process has to make its tables first.
"""

from __future__ import annotations

from engine.chance import Chance
from engine.court.bots.goals import best_goal_met, turn_position
from engine.court.bots.move_choice import best_move
from engine.court.model.moves import CONCEDE, STAND, Move, Take
from engine.court.model.state import State, Turn, View
from engine.court.odds.card_odds import beating_target
from engine.court.rules.validation import final_round
from engine.game import AnyGame, Ask


class Steward:
    """Plays court by expected values."""

    name = "steward"
    known_options = frozenset(("edition", "rounds"))

    def choose(self, _game: AnyGame, view: View, _ask: Ask, _chance: Chance) -> Move:
        """The legal move with the highest expected value. Draws nothing."""
        turn = view.position.turn
        assert turn is not None  # noqa: S101  (nobody is asked after the end)
        return decide(view.position, turn)


def decide(position: State, turn: Turn) -> Move:
    hand = turn_position(position, turn)
    if not turn.rolled and _lost(position, turn, hand.dice + len(hand.unused.adders)):
        return CONCEDE
    move = best_move(hand)
    if move is not None:
        return move
    return STAND if final_round(position) else Take(best_goal_met(hand.goals, hand.aside).card)


def _lost(position: State, turn: Turn, most: int) -> bool:
    """True if not even `most` dice alike would win the final round, nor a better place.

    With three seats and more the others' results rank the seats behind the King, so that playing on
    is always worth something.
    """
    final = position.final
    if final is None or not final.begun or len(position.cards) > 2:
        return False
    return not beating_target(final, turn.seat).possible((), most)
