"""Which sets of dice aside make no difference any more, for several targets at once.

Two sets of as many dice are of one class if whatever is set aside later ends alike: as in the minimal
automaton of a language, classes are found from full results backwards. Most sets fall together, because a
target has no use for them, or has all it wants. Targets share their classes, so what is hopeless is weighed
once for all of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.court.model.dice import FACES
from engine.court.model.state import Dice
from engine.court.odds.targets import Target
from engine.court.odds.whole_turn import roll_tables
from engine.court.odds.whole_turn.results_met import results_met
from engine.court.odds.whole_turn.roll_tables import Values
from engine.kit.arrays import Numbers, np


class ClassesOfSize(NamedTuple):
    """The classes of the sets of as many dice set aside since the beginning."""

    worth: Values
    """1 where a turn that ends so meets the target, by class."""
    there: Numbers
    """The faces aside as bits, by class; 0 if nobody asks."""
    grown: Numbers
    """The class, one size up, when a die of each face is set aside, shape (6, classes); empty at the end."""

    @property
    def number(self) -> int:
        return len(self.worth)


class ResultClasses(NamedTuple):
    """Classes by the number of dice set aside, and each target's class while there are none."""

    sizes: tuple[ClassesOfSize, ...]
    begin: tuple[int, ...]


def result_classes(
    targets: Sequence[Target], aside: Dice, least: int, most: int, *, copies: bool
) -> ResultClasses:
    """The classes for results of `least` to `most` dice beside those already `aside`.

    `copies` is true if it matters which faces are aside (to the Astronomer).
    """
    sizes: list[ClassesOfSize] = []
    above: Numbers = np.zeros((0, 0), dtype=np.intp)
    already = sum(1 << (face - 1) for face in set(aside))
    for size in range(most, -1, -1):
        rolls = roll_tables.count(size)
        ends = np.zeros((len(targets), rolls), dtype=np.intp)
        if size >= least:
            ends[:] = [results_met(target, aside, size) for target in targets]
        there = np.zeros_like(ends)
        if copies and size < most:
            there[:] = roll_tables.face_masks(size) | already
        columns = [ends, there]
        if size < most:
            columns += [above[:, rows] for rows in roll_tables.with_die(size)]
        here, first = numbered([column.ravel() for column in columns])
        grown = np.array([column.ravel()[first] for column in columns[2:]], dtype=np.intp)
        found = ClassesOfSize(
            ends.ravel()[first].astype(np.float64),
            there.ravel()[first],
            grown.reshape(len(FACES) if size < most else 0, len(first)),
        )
        sizes.append(found)
        above = here.reshape(ends.shape)
    return ResultClasses(tuple(reversed(sizes)), tuple(int(number) for number in above[:, 0]))


def numbered(columns: Sequence[Numbers]) -> tuple[Numbers, Numbers]:
    """Numbers for the different rows of these columns of small numbers, and where each is found first."""
    key: Numbers = columns[0]
    for column in columns[1:]:
        key = key * (int(np.max(column, initial=0)) + 1) + column
        if int(np.max(key, initial=0)) >> 40:  # far from the end of 63 bits for the next column
            _, key = np.unique(key, return_inverse=True)
    _, first, numbers = np.unique(key, return_index=True, return_inverse=True)
    return numbers.astype(np.intp), first.astype(np.intp)
