"""Solves a turn with a few dice: the best expected value over every roll, every choice and every card.

The caller gives the value of every result (1 if it pays for a card, or any other value), so one method
serves every goal. A position consists of the dice set aside since the start, the dice left and the
unused cards. Dynamic programming works out the values from the last die back to the first roll. A card
that adds a die holds its place until it is used, so results always have all dice.

Exact, with all cards in any order, but for the Astronomer: he follows dice aside only, not active ones
that are set aside for his sake in the same roll (alone he loses nothing by that, as the die that he
would turn can be rolled once more before). The work grows fast with dice and cards: see `cost`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import fsum
from operator import mul
from typing import Any, NamedTuple

from engine.court.model.dice import FACES, distinct, joined
from engine.court.model.state import Dice, Kind
from engine.court.odds import index_tables
from engine.court.rules import powers

MOST_DICE = 6
ADDERS: frozenset[Kind] = frozenset(powers.ADDED_FACE)
Values = list[float]
Cards = frozenset[Kind]


def cost(dice: int, cards: tuple[Kind, ...]) -> float:
    """Roughly how many microseconds `solve` takes."""
    factor = 1.0
    for card in cards:
        factor *= 1.65 if card in ADDERS else 3.5 if card in _HEAVY else 2.7
    return _ALONE[dice] * factor


_ALONE = (0, 25, 50, 120, 320, 1000, 3000)
_HEAVY: frozenset[Kind] = frozenset(("jester", "merchant", "astronomer"))


class Solution(NamedTuple):
    """The expected values, by the cards that are left."""

    cards: Cards
    """All cards."""
    before_roll: Mapping[Cards, Sequence[float]]
    """Values before a roll by dice set aside (`index_tables.aside_index`); nothing aside comes first."""
    after_roll: Mapping[Cards, Sequence[float]]
    """Values after a roll (`index_tables.roll_index`) of all dice but those that cards can still add."""

    @property
    def roll_value(self) -> float:
        return self.before_roll[self.cards][0]

    @property
    def joined(self) -> float:
        """The value of rolling after the best use of cards that add a die."""
        return max(values[0] for left, values in self.before_roll.items() if left | ADDERS >= self.cards)


def solve(
    worth: Sequence[float], dice: int, cards: tuple[Kind, ...], aside: Dice, *, kept: bool = False
) -> Solution:
    """The highest expected `worth` of `dice` dice, those that cards add included, with these cards.

    `worth` gives the value of each result of these dice alone, in the order of `distinct_rolls(dice)`.
    Of the dice already `aside`, only the faces matter here (to the Astronomer). `kept` is true if the
    active dice may be rerolled without setting one aside.
    """
    sets = [frozenset(some) for size in range(len(cards) + 1) for some in combinations(cards, size)]
    best = {held: [0.0] * index_tables.size_starts(dice)[-1] + list(worth) for held in sets}
    tables: dict[Cards, Values] = {}
    for size in range(dice - 1, -1, -1):
        seen: dict[Any, int] = {}
        thrown = [(held, left) for held in sets if (left := dice - size - len(held & ADDERS)) >= 0]
        steps = zip(
            index_tables.all_rolls(size),
            index_tables.final_results(size, dice),
            index_tables.grown_asides(size, dice),
            strict=True,
        )
        for here, (fixed, ends, onward) in enumerate(steps, index_tables.size_starts(dice)[size]):
            there = distinct(joined(aside, fixed)) if "astronomer" in cards else ()
            like = seen.setdefault((ends(worth), there), here)
            for held, left in thrown:
                if like == here:
                    tables[held] = _after_roll(onward(best[held]), left, held, tables, there)
                    best[held][here] = fsum(map(mul, index_tables.roll_chances(left), tables[held]))
                else:
                    best[held][here] = best[held][like]
    if kept:
        tables = _kept_before(best, dice, sets, distinct(aside))
    return Solution(frozenset(cards), best, tables)


def _kept_before(
    best: Mapping[Cards, Values], dice: int, sets: list[Cards], there: Dice
) -> dict[Cards, Values]:
    """The values of every roll if it may be rerolled without setting a die aside."""
    tables: dict[Cards, Values] = {}
    [onward] = index_tables.grown_asides(0, dice)
    for held in sets:
        thrown = dice - len(held & ADDERS)
        tables[held] = _after_roll(onward(best[held]), thrown, held, tables, there, again=best[held][0])
    return tables


def _after_roll(
    onward: tuple[float, ...],
    dice: int,
    held: Cards,
    tables: Mapping[Cards, Values],
    there: Dice,
    again: float = 0.0,
) -> Values:
    """The values of every roll, from the values of setting dice aside and those with one card less.

    `again` is the value of rerolling all dice.
    """
    table = [max(getter(onward)) for getter in index_tables.asides_of_roll(dice)] if dice else [0.0]
    if again:
        table = [max(value, again) for value in table]
    for card in held:
        spent = tables[held - {card}]
        table = list(map(max, table, _with(card, dice, spent, there)))
    return table


def _with(card: Kind, dice: int, spent: Values, there: Dice) -> Iterable[float]:
    """The values of every roll if the card is used at once; `spent` are the values without the card."""
    if card in powers.ADDED_FACE:
        return [max(getter(spent)) for getter in index_tables.rolls_with_added_die(card, dice)]
    if not dice:
        return [0.0]
    if card == "jester":
        means = [fsum(getter(spent)) / 6 for getter in index_tables.one_rerolled(dice)]
        return [max(getter(means)) for getter in index_tables.rests_without_one(dice)]
    if card == "merchant":
        means = [
            fsum(map(mul, chances, getter(spent))) for chances, getter in index_tables.some_rerolled(dice)
        ]
        return [max(getter(means)) for getter in index_tables.rests(dice)]
    return [
        max(getter(spent))
        for getter in index_tables.turned_rolls(card, dice, there if card == "astronomer" else ())
    ]


def prepare(most: int = MOST_DICE) -> None:
    """Fills the tables that depend on no question, for up to `most` dice: about half a second's work."""
    everybody = tuple(powers.CHANGERS)
    for dice in range(1, most + 1):
        for card in everybody:
            solve([0.0] * len(index_tables.all_rolls(dice)), dice, (card,), FACES)
