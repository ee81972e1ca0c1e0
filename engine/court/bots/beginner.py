"""The bot `beginner`: plays a turn for a card that looks good, and makes the mistakes of a first evening.

It plans like `page`, but
- wants cards for the look of them (`ADMIRED`): those high up in the rows, and too little those with dice;
- overlooks a power of its own, each of them 30 times of 100 whenever it moves;
- stops too early, 20 times of 100 as soon as its dice pay for a card of the rows, 70 times of 100 when they
  beat the mark of the final round;
- sets a five or six aside that its plan does not need, 25 times of 100.

It never leaves the King if its dice pay for him, never ends a turn without a card that they pay for, and
never stands in the final round without having looked at all its powers. All mistakes follow from its
chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from engine.chance import Chance
from engine.court.bots.page import decide
from engine.court.model.cards import ROWS, pays_for
from engine.court.model.dice import best_group, joined, without
from engine.court.model.moves import STAND, Keep, Move
from engine.court.model.state import Kind, Result, State, Turn, View
from engine.court.rules.validation import beats, final_round, take_refusal
from engine.game import AnyGame, Ask
from engine.kit.mixture import slips

OVERLOOKS, STOPS, STOPS_AHEAD, KEEPS_HIGH = 30, 20, 70, 25
"""How many times of 100 each mistake is made."""
HIGH = 5
"""The lowest face that looks good by itself."""
ADMIRED: Mapping[Kind, float] = MappingProxyType(
    {
        "jester": 3,
        "charlatan": 6,
        "farmer": 10,
        "maid": 6,
        "philosopher": 7,
        "craftsman": 7,
        "guard": 8,
        "hunter": 12,
        "astronomer": 14,
        "merchant": 14,
        "lady": 19,
        "magician": 23,
        "pawnbroker": 19,
        "knight": 23,
        "bishop": 31,
        "alchemist": 30,
        "nobleman": 30,
        "general": 40,
        "king": 90,
    }
)
"""What a card seems to be worth, in points of the bot's own."""


class Beginner:
    """Plays court like somebody who has just learned it."""

    name = "beginner"
    known_options = frozenset(("edition", "rounds"))

    def choose(self, _game: AnyGame, view: View, _ask: Ask, chance: Chance) -> Move:
        """A legal move, mistakes included. Draws for each of them."""
        position, turn = view.position, view.position.turn
        assert turn is not None  # noqa: S101  (nobody is asked after the end)
        if turn.active and _content(position, turn, chance):
            return Keep(turn.active)
        move = decide(_remembered(position, turn, chance), ADMIRED)
        if move == STAND:
            return decide(position, ADMIRED)
        return _with_high_die(turn, move, chance) if isinstance(move, Keep) else move


def _content(position: State, turn: Turn, chance: Chance) -> bool:
    """Whether it stops with the dice as they lie."""
    result = joined(turn.aside, turn.active)
    if position.final is not None and final_round(position):
        ahead = beats(Result(turn.seat, *best_group(result)), position.final)
        return ahead and slips(chance, STOPS_AHEAD)
    payable = (kind for kind in pays_for(result) if not take_refusal(position, turn.seat, kind))
    return any(kind not in ROWS[0] for kind in payable) and slips(chance, STOPS)


def _remembered(position: State, turn: Turn, chance: Chance) -> State:
    """The position without the powers that it overlooks."""
    cards = dict.fromkeys(position.cards[turn.seat - 1])
    overlooked = tuple(card for card in cards if card not in turn.used and slips(chance, OVERLOOKS))
    return replace(position, turn=replace(turn, used=turn.used + overlooked))


def _with_high_die(turn: Turn, move: Keep, chance: Chance) -> Keep:
    """The same dice set aside, and perhaps the highest of the others, if it is high."""
    highest = max(without(turn.active, move.dice) or (0,))
    if highest >= HIGH and slips(chance, KEEPS_HIGH):
        return Keep(joined(move.dice, (highest,)))
    return move
