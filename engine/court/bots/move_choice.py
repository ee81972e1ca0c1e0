"""The steward's choice: the move of a turn with the highest expected value.

With few dice the solver (`engine.court.odds.solver`) weighs everything that can come, with as many
cards as the effort allows. With more dice, or where cards had to be left out, moves are valued by the
chances of each single goal after them (`engine.court.bots.single_goals`). Both values are roughly lower
bounds, so the greater one counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum

from engine.court.bots import single_goals
from engine.court.bots.goals import Goal, TurnPosition, result_worth, roll_worths
from engine.court.model.dice import joined, selections, without
from engine.court.model.moves import ROLL, Keep, Move, Reroll, Use
from engine.court.model.state import Dice, Kind
from engine.court.odds import index_tables, solver
from engine.court.odds.card_effects import UnusedCards
from engine.court.odds.dice.rolls import distinct_rolls
from engine.court.odds.reachable import after_use
from engine.court.odds.solver import Solution
from engine.court.rules import powers

EFFORT = 3_000.0
"""The effort for one decision, in about microseconds; four times as much wins no more games."""
_ORDER: tuple[Kind, ...] = (
    "alchemist",
    "magician",
    "philosopher",
    "lady",
    "maid",
    "nobleman",
    "astronomer",
    "merchant",
    "jester",
)
"""Cards in the order in which leaving them out costs most."""
_ROUNDING = 1e-9
"""Values whose relative difference is at most this count as equal, since sums are rounded."""

Valued = tuple[float, Move]


def best_move(hand: TurnPosition) -> Move | None:
    """The best move, the first of equal ones; None if the turn should end with the dice set aside."""
    if hand.active is None and not (hand.unused.adders and hand.unused.join):
        return ROLL
    values: dict[Move, float] = {}
    for value, move in _valued(hand):
        values[move] = max(value, values.get(move, 0.0))
    if not values:
        return None
    least = max(values.values()) * (1 - _ROUNDING)
    ends = hand.active == () and least <= result_worth(hand.goals, hand.aside)
    return None if ends else next(move for move, value in values.items() if value >= least)


def valued_moves(hand: TurnPosition) -> Iterator[Valued]:
    """Every candidate move with its full value, lower ones included, for analysis; some come twice."""
    return _valued(hand, prune=False)


def _valued(hand: TurnPosition, *, prune: bool = True) -> Iterator[Valued]:
    """Every candidate move with its value; some come twice."""
    dice = hand.dice + len(hand.unused.adders)
    cards = _affordable(hand.unused, dice)
    if cards is not None and dice:
        yield from _weighed(hand, cards)
    if cards is None or len(cards) < len(hand.unused.cards):
        yield from single_goals.valued_moves(hand, prune=prune)


def _affordable(unused: UnusedCards, dice: int) -> tuple[Kind, ...] | None:
    """The cards that change dice to solve with; None if even solving without cards takes too much effort."""
    if dice > solver.MOST_DICE:
        return None
    cards = tuple([card for card in _ORDER if card in unused.cards])
    while solver.cost(dice, unused.adders + cards) > EFFORT:
        if not cards:
            return None
        cards = cards[:-1]
    return cards


def _weighed(hand: TurnPosition, cards: tuple[Kind, ...]) -> Iterator[Valued]:
    """Every move that uses only these cards and those that add dice, with its value."""
    dice = hand.dice + len(hand.unused.adders)
    found = _solved(hand.goals, hand.aside, dice, hand.unused.adders + cards, hand.kept)
    if hand.active is None:
        yield found.roll_value, ROLL
        yield from _joining(hand.unused, found)
        return
    if hand.kept and hand.active:
        yield found.roll_value, ROLL
    yield from _keeping(hand, hand.active, dice, found)
    for card in hand.unused.adders + cards:
        yield from _using(hand, hand.active, card, found)


@lru_cache(maxsize=32)
def _solved(goals: tuple[Goal, ...], aside: Dice, dice: int, cards: tuple[Kind, ...], kept: bool) -> Solution:
    """Every roll of the same dice asks for it, and so do games that are played on from one position."""
    return solver.solve(roll_worths(goals, aside, dice), dice, cards, aside, kept=kept)


def _joining(unused: UnusedCards, found: Solution) -> Iterator[Valued]:
    """Adding a die before the first roll; others may be added later."""
    for card in unused.adders if unused.join else ():
        values = [
            values[0]
            for left, values in found.before_roll.items()
            if card not in left and found.cards - left <= solver.ADDERS
        ]
        yield max(values), powers.additions(card, rolled=False)[0]


def _keeping(hand: TurnPosition, active: Dice, dice: int, found: Solution) -> Iterator[Valued]:
    """Setting dice aside, most dice first; with all of them aside, the turn may also end."""
    values = found.before_roll[found.cards]
    for picked in sorted(selections(active), key=len, reverse=True):
        value = values[index_tables.aside_index(picked, dice)]
        if picked == active:
            value = max(value, result_worth(hand.goals, joined(hand.aside, active)))
        yield value, Keep(picked)


def _using(hand: TurnPosition, active: Dice, card: Kind, found: Solution) -> Iterator[Valued]:
    table = found.after_roll[found.cards - {card}]
    if card in powers.ADDED_FACE:
        for addition in powers.additions(card, rolled=True):
            yield table[index_tables.roll_index(after_use(active, addition))], addition
    elif active:
        for use in powers.choices(card, active, hand.aside):
            yield _used(active, use, table), use


def _used(active: Dice, use: Use, table: Sequence[float]) -> float:
    if isinstance(use, Reroll):
        rest = without(active, use.dice) or ()
        rolls = distinct_rolls(len(use.dice))
        return fsum(chance * table[index_tables.roll_index(joined(rest, fell))] for chance, fell in rolls)
    return table[index_tables.roll_index(after_use(active, use))]
