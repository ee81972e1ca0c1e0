"""The bot `steward`: plays every turn for what the court that is left is worth, by the chances of the dice."""

from __future__ import annotations

from engine.chance import Chance
from engine.court import advice
from engine.court.choosing import choose
from engine.court.judge import final_round
from engine.court.model import State, Turn, View
from engine.court.moves import STAND, Move, Take
from engine.court.odds.aids import unused
from engine.court.wishes import Hand, wish_of, wishes
from engine.game import AnyGame, Ask


class Steward:
    """Needs no chance of its own: the same view is always answered by the same move."""

    name = "steward"

    def choose(self, _game: AnyGame, view: View, _ask: Ask, _chance: Chance) -> Move:
        position, turn = view.position, view.position.turn
        assert turn is not None  # noqa: S101  (nobody is asked after the end)
        hand = _hand(view, turn)
        return choose(hand) or _ending(position, hand)


def _hand(view: View, turn: Turn) -> Hand:
    aids = unused(view.position, turn)
    active = turn.active if turn.rolled else None
    dice = len(turn.active) if turn.rolled else turn.hand
    wanted = wishes(view.position, turn, advice.most_dice(view))
    return Hand(turn.aside, dice, active, turn.kept, aids, wanted)


def _ending(position: State, hand: Hand) -> Move:
    """The end of a turn with the dice that lie aside."""
    return STAND if final_round(position) else Take(wish_of(hand.wishes, hand.aside).card)
