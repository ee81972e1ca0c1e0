"""Exact chances of several targets from the same dice on, and beforehand what they will cost."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.court.model.state import Dice
from engine.court.odds import index_tables
from engine.court.odds.card_effects import UnusedCards
from engine.court.odds.targets import CARDS, Target
from engine.court.odds.whole_turn import roll_tables, turn_solver
from engine.court.odds.whole_turn.result_classes import ResultClasses, result_classes
from engine.court.odds.whole_turn.roll_tables import Values
from engine.court.odds.whole_turn.turn_solver import Price, TurnCards
from engine.court.rules import powers


class TurnLeft(NamedTuple):
    """What is left of a turn: `dice` dice that are active or about to be rolled, beside those `aside`."""

    aside: Dice
    dice: int
    cards: TurnCards

    @property
    def most(self) -> int:
        """How many dice can be set aside yet, with those that cards add."""
        return self.dice + self.cards.most


class ExactChances(NamedTuple):
    """The chances of several targets, in columns: by roll as dice lie, by roll if they may be rolled again,
    for a roll, and for a roll that added dice may join.
    """

    fallen: Values
    kept: Values
    rolled: Values
    joined: Values

    def of_roll(self, active: Dice, *, kept: bool) -> Values:
        """The chance (0 to 1) of each target with these dice active; `kept`: all of them may be rolled."""
        found: Values = (self.kept if kept else self.fallen)[index_tables.roll_index(active)]
        return found


def turn_left(aside: Dice, dice: int, held: UnusedCards) -> TurnLeft:
    """The rest of a turn with these unused cards."""
    adders = tuple(sorted(held.adders + held.crowded))
    return TurnLeft(aside, dice, TurnCards(tuple(sorted(held.cards)), adders, len(held.adders)))


def least_effort(targets: int, left: TurnLeft) -> float:
    """What it costs at least to find out the price of so many targets, in about microseconds."""
    return 0.7 * targets * roll_tables.count(left.most) + 100


def price(targets: tuple[Target, ...], left: TurnLeft) -> Price:
    """What it costs to solve these targets together."""
    return turn_solver.price(_classes(targets, left).sizes, left.dice, left.cards)


@lru_cache(maxsize=32)
def exact_chances(targets: tuple[Target, ...], left: TurnLeft) -> ExactChances:
    """The chance (0 to 1) of each target with best play for it."""
    classes = _classes(targets, left)
    columns = list(classes.begin)
    values = turn_solver.solve(classes, left.dice, left.cards)
    all_cards = frozenset(left.cards.changers + left.cards.adders)
    return ExactChances(
        values.fallen[all_cards][:, columns],
        values.kept[all_cards][:, columns],
        values.rolled[all_cards][columns],
        turn_solver.best_joined(values, left.cards)[columns],
    )


@lru_cache(maxsize=64)
def _classes(targets: tuple[Target, ...], left: TurnLeft) -> ResultClasses:
    copies = "astronomer" in left.cards.changers
    return result_classes(targets, left.aside, left.dice, left.most, copies=copies)


def prepare(most: int = 8) -> None:
    """Fill the tables that depend on no question, for turns of up to `most` dice."""
    for card in sorted(powers.CHANGERS):
        for dice in range(1, most + 1):
            exact_chances((CARDS["farmer"],), TurnLeft((), dice, TurnCards((card,), (), 0)))
