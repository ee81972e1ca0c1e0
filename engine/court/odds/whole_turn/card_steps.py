"""What the use of a card makes of a table of values: the best of everything that it can do, for every roll.

Each takes the values after the use (`spent`), and raises those before it (`best`) where the use is better.
Uses of many dice are taken apart into steps of one die, or of dice with one sum, so that no roll is looked
at once for each use. To use a card for nothing is counted, too: it is never better than to keep it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from types import MappingProxyType

from engine.court.model.dice import FACES
from engine.court.model.state import Dice, Kind
from engine.court.odds.whole_turn.roll_tables import Values, with_dice, with_die
from engine.court.rules import powers
from engine.kit.arrays import Numbers, np

Step = Callable[[Values, Values, int], None]
"""Raises the first table by the second, for this number of dice."""


def use(card: Kind, best: Values, spent: Values, dice: int, there: Numbers) -> None:
    """Raise `best` where using a changing card is better. `there`: the faces aside, as bits, by column."""
    if not dice:
        return
    if card == "astronomer":
        _copy(best, spent, dice, there)
    else:
        _STEPS[card](best, spent, dice)


def add(face: int | None, best: Values, spent: Values, dice: int) -> None:
    """Raise `best` where adding a die of this face (None: any) is better; `spent` has one die more."""
    for added in (face,) if face else FACES:
        np.maximum(best, spent[with_die(dice)[added - 1]], out=best)


def raise_rows(best: Values, rows: Numbers, values: Values) -> None:
    """Raise these rows of `best`, each named once, to at least these values."""
    best[rows] = np.maximum(best[rows], values)


def _any_die(best: Values, rests: Values, dice: int) -> None:
    """Raise every roll by what the rest without one of its dice comes to."""
    for rows in with_die(dice - 1):
        raise_rows(best, rows, rests)


def mean_of_die(values: Values, dice: int) -> Values:
    """The means over one die, for every rest without it."""
    grown = with_die(dice - 1)
    found: Values = values[grown[0]]
    for rows in grown[1:]:
        found += values[rows]
    found /= len(FACES)
    return found


def _jester(best: Values, spent: Values, dice: int) -> None:
    _any_die(best, mean_of_die(spent, dice), dice)


def _merchant(best: Values, spent: Values, dice: int) -> None:
    means = [spent]
    for thrown in range(dice, 0, -1):
        means.append(mean_of_die(means[-1], thrown))
    means.reverse()
    for stays in range(1, dice):
        _any_die(means[stays], means[stays - 1], stays)
    _any_die(best, means[dice - 1], dice)


def _maid(best: Values, spent: Values, dice: int) -> None:
    grown = with_die(dice - 1)
    for face in FACES[:-1]:
        for to in range(face + 1, min(face + 3, FACES[-1]) + 1):
            raise_rows(best, grown[face - 1], spent[grown[to - 1]])


def _magician(best: Values, spent: Values, dice: int) -> None:
    grown = with_die(dice - 1)
    rests = spent[grown[0]]
    for rows in grown[1:]:
        np.maximum(rests, spent[rows], out=rests)
    _any_die(best, rests, dice)


def _copy(best: Values, spent: Values, dice: int, there: Numbers) -> None:
    """The Astronomer: one die to any face that is aside."""
    grown = with_die(dice - 1)
    rests = np.zeros((grown.shape[1], spent.shape[1]))
    for place, rows in enumerate(grown):
        columns = np.flatnonzero(there >> place & 1)
        if len(columns) == spent.shape[1]:
            np.maximum(rests, spent[rows], out=rests)
        elif len(columns):
            rests[:, columns] = np.maximum(rests[:, columns], spent[rows[:, None], columns])
    _any_die(best, rests, dice)


def _same_sum(best: Values, spent: Values, dice: int, size: int) -> None:
    """Any `size` dice to others with their sum."""
    for groups in _by_sum(size):
        rests = spent[with_dice(dice - size, groups[0])]
        for group in groups[1:]:
            np.maximum(rests, spent[with_dice(dice - size, group)], out=rests)
        for group in groups:
            raise_rows(best, with_dice(dice - size, group), rests)


@lru_cache(maxsize=4)
def _by_sum(size: int) -> tuple[tuple[Dice, ...], ...]:
    """The groups of `size` dice that can be turned into one another, without those that stand alone."""
    found: dict[int, list[Dice]] = {}
    for group in combinations_with_replacement(FACES, size):
        found.setdefault(sum(group), []).append(group)
    return tuple(tuple(groups) for groups in found.values() if len(groups) > 1)


def _philosopher(best: Values, spent: Values, dice: int) -> None:
    if dice > 1:
        _same_sum(best, spent, dice, 2)


def _alchemist(best: Values, spent: Values, dice: int) -> None:
    if dice > 1:
        _same_sum(best, spent, dice, min(dice, 3))


def _raising(pips: int) -> Step:
    def raising(best: Values, spent: Values, dice: int) -> None:
        """The last face to be raised is the lowest, so that no die is raised twice."""
        values = spent
        for face in FACES[:-pips]:
            before, values = values, values.copy()
            for number in range(1, dice + 1):
                rows = with_dice(dice - number, (face,) * number)
                raise_rows(values, rows, before[with_dice(dice - number, (face + pips,) * number)])
        np.maximum(best, values, out=best)

    return raising


_STEPS: Mapping[Kind, Step] = MappingProxyType(
    {
        "jester": _jester,
        "merchant": _merchant,
        "maid": _maid,
        "magician": _magician,
        "philosopher": _philosopher,
        "alchemist": _alchemist,
        "lady": _raising(powers.RAISES["lady"]),
        "nobleman": _raising(powers.RAISES["nobleman"]),
    }
)
