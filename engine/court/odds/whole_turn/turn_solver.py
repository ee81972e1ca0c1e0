"""A turn from its last die back to now: the best chances with every choice, every roll and every card.

A position is the class of the dice set aside (`result_classes`), the active dice and the cards left. Values
are worked out for all of them: as dice lie after a roll, and once one of them was set aside, so that the
others may be rolled. Cards are used before dice are set aside, which loses nothing, unless the Astronomer
is among them: then they may be used afterwards as well, with what lies aside by then.

This is the method of optimal play at Yahtzee (Verhoeff 1999), with cards: see docs/odds.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from math import comb
from types import MappingProxyType
from typing import NamedTuple

from engine.court.model.state import Kind
from engine.court.odds.whole_turn import card_steps, roll_tables
from engine.court.odds.whole_turn.result_classes import ClassesOfSize, ResultClasses
from engine.court.odds.whole_turn.roll_tables import Values
from engine.court.rules import powers
from engine.kit.arrays import Numbers, np

Cards = frozenset[Kind]


class TurnCards(NamedTuple):
    """The unused cards of a turn, and how many of them may still add a die."""

    changers: tuple[Kind, ...]
    adders: tuple[Kind, ...]
    room: int

    @property
    def most(self) -> int:
        """How many dice can be added."""
        return min(self.room, len(self.adders))

    def added(self, left: Cards) -> int:
        """How many dice were added once only these cards are left."""
        return sum(card not in left for card in self.adders)

    def subsets(self) -> list[Cards]:
        """All sets of cards that can be left, smaller ones first."""
        cards = (*self.changers, *self.adders)
        found = [frozenset(some) for size in range(len(cards) + 1) for some in combinations(cards, size)]
        return [left for left in found if self.added(left) <= self.most]


class SolvedTurn(NamedTuple):
    """The values with none of the dice set aside, by the cards that are left; a column for each class."""

    fallen: Mapping[Cards, Values]
    """By roll, right after it."""
    kept: Mapping[Cards, Values]
    """By roll, if all may be rolled."""
    rolled: Mapping[Cards, Values]
    """Before the roll."""


class SizeValues(NamedTuple):
    """Values with as many dice aside, as in SolvedTurn."""

    fallen: dict[Cards, Values]
    kept: dict[Cards, Values]
    rolled: dict[Cards, Values]


def solve(classes: ResultClasses, dice: int, cards: TurnCards) -> SolvedTurn:
    """The best values of a turn with `dice` dice that are not aside, and those that cards add."""
    *_, last = _by_size(classes.sizes, dice, cards)
    return SolvedTurn(*last)


def solved_sizes(classes: Sequence[ClassesOfSize], dice: int, cards: TurnCards) -> list[SizeValues]:
    """The same for every number of dice set aside, from none on."""
    return list(_by_size(classes, dice, cards))[::-1]


def _by_size(classes: Sequence[ClassesOfSize], dice: int, cards: TurnCards) -> Iterator[SizeValues]:
    """Values by the number of dice aside, from all of them to none."""
    subsets = cards.subsets()
    above = SizeValues({}, {}, {})
    for size in range(len(classes) - 1, -1, -1):
        here = SizeValues({}, {}, {})
        late = size == 0 or "astronomer" in cards.changers
        for left in subsets:
            active = dice + cards.added(left) - size
            if active >= 0:
                _weigh(classes[size], active, left, above, here, late=late)
        yield here
        above = here


def _weigh(
    classes: ClassesOfSize, active: int, left: Cards, above: SizeValues, here: SizeValues, *, late: bool
) -> None:
    """Work out the values of every roll of `active` dice with these cards left, and note them in `here`."""
    shape = roll_tables.count(active), classes.number
    if not active:
        best = classes.worth[None, :].copy()
        kept = best.copy()
        _use_cards(best, classes, active, left, here.fallen)
        rolled = best[0]
    else:
        kept = np.zeros(shape)
        _set_aside(kept, classes, active, above.kept[left])
        best = kept.copy()
        _use_cards(best, classes, active, left, here.fallen)
        rolled = np.einsum("i,ij->j", roll_tables.chances(active), best)
        np.maximum(kept, rolled, out=kept)
    if late:
        _use_cards(kept, classes, active, left, here.kept)
    here.fallen[left], here.kept[left], here.rolled[left] = best, kept, rolled


def _set_aside(best: Values, classes: ClassesOfSize, active: int, above: Values) -> None:
    for rows, columns in zip(roll_tables.with_die(active - 1), classes.grown, strict=True):
        card_steps.raise_rows(best, rows, above[:, columns])


def _use_cards(
    best: Values, classes: ClassesOfSize, active: int, left: Cards, spent: Mapping[Cards, Values]
) -> None:
    for card in left:
        after = spent.get(left - {card})
        if after is None:  # there is no room for its die
            continue
        if card in powers.CHANGERS:
            card_steps.use(card, best, after, active, classes.there)
        else:
            card_steps.add(_FACES[card], best, after, active)


def kept_column(
    tables: Mapping[Cards, Values], actives: Mapping[Cards, int], there: Numbers
) -> dict[Cards, Values]:
    """Values once one of the dice was set aside, by cards left, with the use of those cards weighed as well.

    `tables` has them by roll, some columns of classes each, `actives` the number of active dice, `there` the
    faces aside, as bits by column.
    """
    found: dict[Cards, Values] = {}
    classes = ClassesOfSize(np.zeros(len(there)), there, np.zeros((0, 0), dtype=np.intp))
    for left in sorted(tables, key=len):
        best = tables[left].copy()
        _use_cards(best, classes, actives[left], left, found)
        found[left] = best
    return found


def best_joined(values: SolvedTurn, cards: TurnCards) -> Values:
    """The values of rolling after the best choice of dice to join, by class."""
    changers = frozenset(cards.changers)
    found: Values = np.stack([value for left, value in values.rolled.items() if left >= changers]).max(axis=0)
    return found


class Price(NamedTuple):
    """What a solution costs: about so many microseconds, bytes kept at once, and bytes of all sizes."""

    effort: float
    memory: int
    whole: int


def price(classes: Sequence[ClassesOfSize], dice: int, cards: TurnCards, columns: int = 1) -> Price:
    """What `solve` costs; for so many columns of worths side by side, each with all the classes."""
    effort, memory, above, whole = 0.0, 0, 0, 0
    each = 1 << len(cards.changers)
    changing = sum(_STEPS[card] for card in cards.changers) / 2  # a card is left in every other set
    for size in range(len(classes) - 1, -1, -1):
        held = 0
        weight = 2 if size == 0 or "astronomer" in cards.changers else 1
        for added in range(cards.most + 1):
            active = dice + added - size
            if active >= 0:
                cells = roll_tables.count(active) * classes[size].number * columns
                sets = each * comb(len(cards.adders), added)
                steps = _STEPS[""] + weight * (changing + len(cards.adders) - added)
                effort += sets * steps * (_CALL + cells * _CELL)
                held += 2 * sets * cells * _BYTES
        memory, above, whole = max(memory, held + above), held, whole + held
    return Price(effort, memory, whole)


_STEPS: Mapping[str, float] = MappingProxyType(
    {"": 5, "jester": 4, "merchant": 9, "maid": 8, "magician": 4, "astronomer": 5}
    | {"philosopher": 10, "alchemist": 20, "lady": 10, "nobleman": 9}
)
"""Roughly how many times each value is looked at, for each card that changes dice and without any; once for
each that adds one.
"""
_CALL, _CELL = 4.5, 0.0022
"""About how many microseconds it takes to look at a table, and at a value."""
_BYTES = 8
_FACES: Mapping[Kind, int | None] = MappingProxyType(dict(powers.ADDED_FACE.items()))
