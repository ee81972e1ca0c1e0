"""Index tables for `engine.court.odds.solver`: the numbers of rolls, and which roll leads to which.

Rolls of a number of dice are numbered in the order of `distinct_rolls`. A getter picks values by such
numbers out of a list, all at once. The tables do not depend on what is being solved, so each is made
only once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter
from typing import Any

from engine.court.model.dice import FACES, distinct, exchanged, joined
from engine.court.model.state import Dice, Kind
from engine.court.odds.dice.rolls import distinct_rolls
from engine.court.odds.reachable import after_use
from engine.court.rules import powers

Getter = Callable[[Any], tuple[float, ...]]


def roll_index(dice: Dice) -> int:
    """The number of these dice, ascending, among all rolls of as many dice."""
    return roll_indexes(len(dice))[dice]


def aside_index(dice: Dice, all_dice: int) -> int:
    """The number of these dice, ascending, among all sets of up to `all_dice` dice that can be aside."""
    return size_starts(all_dice)[len(dice)] + roll_indexes(len(dice))[dice]


@lru_cache(maxsize=16)
def all_rolls(dice: int) -> tuple[Dice, ...]:
    """Every roll of `dice` dice, by number."""
    return tuple(fell for _, fell in distinct_rolls(dice))


@lru_cache(maxsize=16)
def roll_chances(dice: int) -> tuple[float, ...]:
    """The chance (0 to 1) of each roll of `dice` dice, by number."""
    return tuple(chance for chance, _ in distinct_rolls(dice))


@lru_cache(maxsize=16)
def roll_indexes(dice: int) -> Mapping[Dice, int]:
    """The number of each roll of `dice` dice."""
    return {fell: roll_index for roll_index, fell in enumerate(all_rolls(dice))}


@lru_cache(maxsize=16)
def size_starts(dice: int) -> tuple[int, ...]:
    """Where the sets of 0, 1, .. `dice` dice begin in one list of all of them."""
    found = [0]
    for size in range(dice):
        found.append(found[-1] + len(all_rolls(size)))
    return tuple(found)


def _getter(places: Sequence[int]) -> Getter:
    """A getter of the values at these indexes; it returns a tuple even for one index."""
    return itemgetter(*places) if len(places) > 1 else itemgetter(places[0], places[0])


@lru_cache(maxsize=64)
def grown_asides(size: int, dice: int) -> tuple[Getter, ...]:
    """For every set of `size` dice aside: the sets it can grow to, in the order of `asides_of_roll`."""
    begin = size_starts(dice)
    return tuple(
        _getter(
            [
                begin[size + more] + roll_indexes(size + more)[joined(fixed, added)]
                for more in range(1, dice - size + 1)
                for added in all_rolls(more)
            ]
        )
        for fixed in all_rolls(size)
    )


@lru_cache(maxsize=64)
def final_results(size: int, dice: int) -> tuple[Getter, ...]:
    """For every set of `size` dice aside: the results it can end as, by the roll that is added."""
    numbers = roll_indexes(dice)
    return tuple(
        _getter([numbers[joined(fixed, added)] for added in all_rolls(dice - size)])
        for fixed in all_rolls(size)
    )


@lru_cache(maxsize=16)
def asides_of_roll(dice: int) -> tuple[Getter, ...]:
    """For every roll: the indexes of the sets that can be set aside of it, among all of 1, 2, .. dice."""
    begin = [start - 1 for start in size_starts(dice)]
    return tuple(
        _getter([begin[len(part)] + roll_indexes(len(part))[part] for part in _parts(fell)])
        for fell in all_rolls(dice)
    )


def _parts(fell: Dice) -> list[Dice]:
    """Every choice of one or more of these dice."""
    return [part for size in range(1, len(fell) + 1) for part in dict.fromkeys(combinations(fell, size))]


@lru_cache(maxsize=512)
def turned_rolls(card: Kind, dice: int, there: Dice) -> tuple[Getter, ...]:
    """For every roll: the rolls that a card can turn it into, and itself."""
    if len(there) > 1:
        ways = [_turns(card, dice, (face,)) for face in there]
        return tuple([_getter(sorted(set().union(*some))) for some in zip(*ways, strict=True)])
    return tuple([_getter(places) for places in _turns(card, dice, there)])


@lru_cache(maxsize=128)
def _turns(card: Kind, dice: int, there: Dice) -> tuple[tuple[int, ...], ...]:
    """The numbers that `turned_rolls` picks, by roll."""
    numbers = roll_indexes(dice)
    found = []
    for fell in all_rolls(dice):
        then = {numbers[fell]}
        then.update(numbers[after_use(fell, use)] for use in powers.choices(card, fell, there))
        found.append(tuple(sorted(then)))
    return tuple(found)


@lru_cache(maxsize=64)
def rolls_with_added_die(card: Kind, dice: int) -> tuple[Getter, ...]:
    """For every roll: the rolls of one die more that a card can make of it."""
    uses = powers.additions(card, rolled=True)
    return tuple(
        _getter([roll_indexes(dice + 1)[after_use(fell, use)] for use in uses]) for fell in all_rolls(dice)
    )


@lru_cache(maxsize=16)
def one_rerolled(dice: int) -> tuple[Getter, ...]:
    """For every rest of one die less: the six rolls that rerolling the missing die can give."""
    return tuple(
        _getter([roll_indexes(dice)[joined(stays, (new,))] for new in FACES]) for stays in all_rolls(dice - 1)
    )


@lru_cache(maxsize=16)
def rests_without_one(dice: int) -> tuple[Getter, ...]:
    """For every roll: its rests without one die, as indexes of `one_rerolled`."""
    return tuple(
        _getter([roll_indexes(dice - 1)[exchanged(fell, (face,), ())] for face in distinct(fell)])
        for fell in all_rolls(dice)
    )


@lru_cache(maxsize=16)
def some_rerolled(dice: int) -> tuple[tuple[tuple[float, ...], Getter], ...]:
    """For every rest of fewer dice: the chances and the rolls that rerolling the missing dice can give."""
    return tuple(
        (
            roll_chances(dice - size),
            _getter([roll_indexes(dice)[joined(stays, new)] for new in all_rolls(dice - size)]),
        )
        for size in range(dice)
        for stays in all_rolls(size)
    )


@lru_cache(maxsize=16)
def rests(dice: int) -> tuple[Getter, ...]:
    """For every roll: its rests, as indexes of `some_rerolled`."""
    begin = size_starts(dice)
    return tuple(
        _getter(
            [
                begin[len(stays)] + roll_indexes(len(stays))[stays]
                for stays in ((), *_parts(fell))
                if stays != fell
            ]
        )
        for fell in all_rolls(dice)
    )
