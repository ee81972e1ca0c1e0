"""The best that can be made of a few dice, every choice weighed: throws, sets aside, cards.

What a result is worth is handed in, for every set of faces that the dice can end with (their chance of
paying for a card, or any other value), so that one method serves every goal. A position is what was
set aside since, the dice left and the cards not used; values are worked out from the last die back to
the first throw. A card that brings a die holds its place until then: results always have all dice.

Exact, with all cards in any order, but for the Astronomer: he follows dice aside only, not active ones
that are set aside for his sake in the same throw (alone he loses nothing by that, as the die that he
would turn can be thrown once more before). The work grows fast with dice and cards: see `cost`.
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
    """Roughly how many microseconds `weigh` takes."""
    factor = 1.0
    for card in cards:
        factor *= 1.65 if card in ADDERS else 3.5 if card in _HEAVY else 2.7
    return _ALONE[dice] * factor


_ALONE = (0, 25, 50, 120, 320, 1000, 3000)
_HEAVY: frozenset[Kind] = frozenset(("jester", "merchant", "astronomer"))


class Solution(NamedTuple):
    """What was found: values by the cards that are left."""

    cards: Cards
    """All of them."""
    before_roll: Mapping[Cards, Sequence[float]]
    """After setting dice aside, before a throw (`places.place_aside`); nothing aside comes first."""
    after_roll: Mapping[Cards, Sequence[float]]
    """With each throw (`places.place`) of all dice but those that cards still hold back."""

    @property
    def thrown(self) -> float:
        """The value of throwing now."""
        return self.before_roll[self.cards][0]

    @property
    def joined(self) -> float:
        """The value of throwing after the best use of cards that bring a die."""
        return max(values[0] for left, values in self.before_roll.items() if left | ADDERS >= self.cards)


def solve(
    worth: Sequence[float], dice: int, cards: tuple[Kind, ...], aside: Dice, *, kept: bool = False
) -> Solution:
    """The best means of `worth` that `dice` dice can come to, those included that cards bring.

    `worth` is in the order of `multisets(dice)`: of the dice in question alone. Of the dice set aside
    before, only the faces matter here (to the Astronomer). `kept`: the dice on the table may be thrown
    again as they are.
    """
    sets = _subsets(cards)
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
    """The values of every throw where it may be thrown again, nothing of it set aside."""
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
    """The values of every throw, from those of setting dice aside and those with a card less.

    `again`: of throwing all dice again.
    """
    table = [max(getter(onward)) for getter in index_tables.asides_of_roll(dice)] if dice else [0.0]
    if again:
        table = [max(value, again) for value in table]
    for card in held:
        spent = tables[held - {card}]
        table = list(map(max, table, _with(card, dice, spent, there)))
    return table


def _with(card: Kind, dice: int, spent: Values, there: Dice) -> Iterable[float]:
    """The values of every throw when the card is used at once; `spent`: of every throw without it."""
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


def _subsets(cards: tuple[Kind, ...]) -> list[Cards]:
    """All sets of cards, smaller ones first."""
    return [frozenset(some) for size in range(len(cards) + 1) for some in combinations(cards, size)]


def prepare(most: int = MOST_DICE) -> None:
    """Makes the tables that depend on no question, about half a second's work, for a process that waits."""
    everybody = tuple(powers.CHANGERS)
    for dice in range(1, most + 1):
        for card in everybody:
            solve([0.0] * len(index_tables.all_rolls(dice)), dice, (card,), FACES)
