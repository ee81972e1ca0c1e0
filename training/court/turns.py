"""The best whole turn of a household, for many values of its results at once, and what results pay for."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from engine.court.bots.prospects import MARKS, Cards, dice_of
from engine.court.model.cards import pays_for
from engine.court.model.dice import FACES, best_group
from engine.court.model.state import Kind
from engine.court.odds import index_tables
from engine.court.odds.whole_turn import roll_tables
from engine.court.odds.whole_turn.result_classes import ClassesOfSize, ResultClasses
from engine.court.odds.whole_turn.roll_tables import Values
from engine.court.odds.whole_turn.turn_solver import TurnCards, solve
from engine.court.rules import powers
from engine.kit.arrays import Numbers

_MOST_JOINED = 6
"""Up to so many dice it is tried, too, to roll all that cards can add from the beginning."""


def best_turn(cards: Cards, worth: Values) -> Values:
    """The mean values of a turn. `worth` has a row for each result of `dice_of(cards)` dice.

    Of the cards that add a die all but one are used before the first roll; the last one's die shows the
    face of any of them, and comes last. That is a little less than the best.
    """
    dice = dice_of(cards)
    changers = tuple(card for card in cards if card in powers.CHANGERS)
    added = [face for card, face in powers.ADDED_FACE.items() if card in cards and face]
    if not added:
        return _solved(worth, dice, changers)
    grown = roll_tables.with_die(dice - 1)
    late: Values = np.max([worth[grown[face - 1]] for face in added], axis=0)
    best = _solved(late, dice - 1, changers)
    return np.maximum(best, _solved(worth, dice, changers)) if dice <= _MOST_JOINED else best


def _solved(worth: Values, dice: int, changers: tuple[Kind, ...]) -> Values:
    columns = worth.shape[1]
    sizes = []
    for size in range(dice + 1):
        number = roll_tables.count(size) * columns
        there = np.repeat(roll_tables.face_masks(size), columns)
        ends = worth.ravel() if size == dice else np.zeros(number)
        sizes.append(ClassesOfSize(ends, there, _grown(size, columns, last=size == dice)))
    solved = solve(ResultClasses(tuple(sizes), (0,)), dice, TurnCards(changers, (), 0))
    return solved.rolled[frozenset(changers)]


@lru_cache(maxsize=32)
def _grown(size: int, columns: int, *, last: bool) -> Numbers:
    if last:
        return np.zeros((0, 0), dtype=np.intp)
    sets = roll_tables.with_die(size)
    grown: Numbers = (sets[:, :, None] * columns + np.arange(columns)).reshape(len(FACES), -1)
    return grown


@lru_cache(maxsize=16)
def paid(dice: int) -> dict[Kind, Numbers]:
    """The results of so many dice that pay for each kind, by number."""
    found: dict[Kind, list[int]] = {}
    for number, result in enumerate(index_tables.all_rolls(dice)):
        for kind in pays_for(tuple(sorted(result))):
            found.setdefault(kind, []).append(number)
    return {kind: np.array(numbers, dtype=np.intp) for kind, numbers in found.items()}


@lru_cache(maxsize=16)
def marks(dice: int) -> tuple[Numbers, Numbers]:
    """The results of so many dice that can take the King, by number, and their places in MARKS."""
    groups = [best_group(result) for result in index_tables.all_rolls(dice)]
    rows = [number for number, (count, _) in enumerate(groups) if count >= MARKS[0][0]]
    places = [MARKS.index((groups[row][0], groups[row][1])) for row in rows]
    return np.array(rows, dtype=np.intp), np.array(places, dtype=np.intp)
