"""The value of every move of a turn whose results are worth something: the whole turn, solved from its end.

Results are worth what the first goal is worth that they meet. Sets of dice aside are of one class if whatever
is set aside later ends alike, as in `result_classes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import NamedTuple

from engine.court.model.dice import FACES, joined, selections, without
from engine.court.model.moves import ROLL, AddDie, Keep, Move, Reroll, Use
from engine.court.model.state import Dice, Kind
from engine.court.odds import index_tables
from engine.court.odds.dice.rolls import distinct_rolls
from engine.court.odds.reachable import after_use
from engine.court.odds.targets import Target
from engine.court.odds.whole_turn import roll_tables
from engine.court.odds.whole_turn.result_classes import ClassesOfSize, numbered
from engine.court.odds.whole_turn.results_met import results_met
from engine.court.odds.whole_turn.roll_tables import Values
from engine.court.odds.whole_turn.turn_solver import SizeValues, TurnCards, price, solved_sizes
from engine.court.rules import powers
from engine.kit.arrays import Numbers, np

Goals = Sequence[tuple[float, Target | None]]
"""What results are worth, best first; any result meets None."""


class DiceLeft(NamedTuple):
    """The dice of a turn: those aside, and the others."""

    aside: Dice
    dice: int
    active: Dice | None
    """None if the dice are about to be rolled for the first time."""
    kept: bool
    join: bool
    """True if added dice may join before the first roll."""


def move_values(goals: Goals, hand: DiceLeft, cards: TurnCards, effort: float) -> dict[Move, float] | None:
    """Every move with its value; None if that takes more than this effort (about microseconds)."""
    most = hand.dice + cards.most
    classes = worth_classes(goals, hand.aside, hand.dice, most, copies="astronomer" in cards.changers)
    if price(classes, hand.dice, cards).effort > effort:
        return None
    solved = _Solved(classes, hand, cards)
    return dict(solved.moves())


def worth_classes(goals: Goals, aside: Dice, least: int, most: int, *, copies: bool) -> list[ClassesOfSize]:
    """The classes of sets of dice, by size, for results of `least` to `most` dice beside those `aside`."""
    found: list[ClassesOfSize] = []
    above: Numbers = np.zeros(0, dtype=np.intp)
    already = sum(1 << (face - 1) for face in set(aside))
    worths = np.array([0.0, *(worth for worth, _ in goals)])
    for size in range(most, -1, -1):
        ends = np.zeros(roll_tables.count(size), dtype=np.intp)
        if size >= least:
            for number, (_, target) in reversed(list(enumerate(goals, 1))):
                ends[slice(None) if target is None else results_met(target, aside, size)] = number
        there = np.zeros_like(ends)
        if copies and size < most:
            there[:] = roll_tables.face_masks(size) | already
        columns = [ends, there]
        if size < most:
            columns += [above[rows] for rows in roll_tables.with_die(size)]
        here, first = numbered(columns)
        grown = np.array([column[first] for column in columns[2:]], dtype=np.intp)
        shape = (len(FACES) if size < most else 0, len(first))
        found.append(ClassesOfSize(worths[ends[first]], there[first], grown.reshape(shape)))
        above = here
    return found[::-1]


class _Solved:
    """A solved turn, asked for the values of its next moves."""

    def __init__(self, classes: list[ClassesOfSize], hand: DiceLeft, cards: TurnCards) -> None:
        self._classes, self._hand, self._cards = classes, hand, cards
        self._all = frozenset((*cards.changers, *cards.adders))
        self._sizes: list[SizeValues] = solved_sizes(classes, hand.dice, cards)

    def moves(self) -> Iterator[tuple[Move, float]]:
        active = self._hand.active
        if active is None:
            yield ROLL, float(self._sizes[0].rolled[self._all][0])
            yield from self._joining()
            return
        if self._hand.kept and active:
            yield ROLL, float(self._sizes[0].rolled[self._all][0])
        for picked in sorted(selections(active), key=len, reverse=True) if active else ():
            yield Keep(picked), self._after_keeping(active, picked)
        for card in (*self._cards.adders, *self._cards.changers):
            yield from self._using(active, card)

    def _joining(self) -> Iterator[tuple[Move, float]]:
        """Adding a die before the first roll; others may be added later."""
        changers = frozenset(self._cards.changers)
        for card in self._cards.adders if self._hand.join else ():
            values = [
                float(value[0])
                for left, value in self._sizes[0].rolled.items()
                if card not in left and left >= changers
            ]
            if values:
                yield powers.additions(card, rolled=False)[0], max(values)

    def _after_keeping(self, active: Dice, picked: Dice) -> float:
        number = 0
        for size, face in enumerate(picked):
            number = int(self._classes[size].grown[face - 1][number])
        rest = without(active, picked) or ()
        row = index_tables.roll_indexes(len(rest))[rest]
        return float(self._sizes[len(picked)].kept[self._all][row, number])

    def _using(self, active: Dice, card: Kind) -> Iterator[tuple[Move, float]]:
        here = self._sizes[0]
        table = (here.kept if self._hand.kept else here.fallen).get(self._all - {card})
        if table is None:
            return
        uses: Iterator[Use] | Sequence[AddDie]
        if card in powers.ADDED_FACE:
            uses = powers.additions(card, rolled=True)
        else:
            uses = iter(powers.choices(card, active, self._hand.aside)) if active else iter(())
        for use in uses:
            yield use, _used(active, use, table)


def _used(active: Dice, use: Use, table: Values) -> float:
    if isinstance(use, Reroll):
        rest = without(active, use.dice) or ()
        numbers = index_tables.roll_indexes(len(active))
        return fsum(
            chance * float(table[numbers[joined(rest, fell)], 0])
            for chance, fell in distinct_rolls(len(use.dice))
        )
    after = after_use(active, use)
    return float(table[index_tables.roll_indexes(len(after))[after], 0])
