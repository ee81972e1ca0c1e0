"""Every outcome of a roll and its chance: by hits, by faces, and by the number of dice of each face."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, factorial, fsum, prod

from engine.court.model.dice import FACES
from engine.court.model.state import Dice

Counts = tuple[int, ...]


@lru_cache(maxsize=128)
def hit_chances(dice: int, faces: int = 1) -> tuple[float, ...]:
    """The chances that exactly 0, 1, .. `dice` dice show one of `faces` faces."""
    return tuple(
        comb(dice, hit) * faces**hit * (6 - faces) ** (dice - hit) / 6**dice for hit in range(dice + 1)
    )


@lru_cache(maxsize=64)
def distinct_rolls(dice: int, faces: Dice = FACES) -> tuple[tuple[float, Dice], ...]:
    """Every roll of `dice` dice with these faces, as (chance, faces ascending)."""
    scale = factorial(dice) / len(faces) ** dice
    return tuple(
        (scale / prod(map(factorial, Counter(fell).values())), fell)
        for fell in combinations_with_replacement(faces, dice)
    )


@lru_cache(maxsize=1 << 12)
def roll_classes(alike: Counts, others: int, dice: int) -> tuple[tuple[float, Counts, int], ...]:
    """Rolls by the number of dice of each of some faces, as (chance, counts, number of other dice).

    `alike` are the sizes of groups of interchangeable faces; within a group, counts descend. The
    remaining `others` faces are not distinguished.
    """
    return tuple(
        (weight * factorial(dice) / 6**dice, counts, left)
        for weight, counts, left in _spread(alike, others, dice)
    )


def _spread(alike: Counts, others: int, dice: int) -> Iterator[tuple[float, Counts, int]]:
    if not alike:
        if others or not dice:
            yield others**dice / factorial(dice), (), dice
        return
    for here in range(dice + 1):
        rest = tuple(_spread(alike[1:], others, dice - here))
        for weight, counts in _descending(here, alike[0]):
            for more, behind, left in rest:
                yield weight * more, counts + behind, left


@lru_cache(maxsize=1 << 9)
def _descending(dice: int, faces: int) -> tuple[tuple[float, Counts], ...]:
    """Descending counts of `dice` dice on `faces` faces, weighted: arrangements over their factorials."""
    found = (counts for counts in _partitions(dice, faces, dice))
    return tuple(
        (
            factorial(faces) / prod(map(factorial, Counter(counts).values())) / prod(map(factorial, counts)),
            counts,
        )
        for counts in found
    )


def _partitions(dice: int, faces: int, most: int) -> Iterator[Counts]:
    if not faces:
        if not dice:
            yield ()
        return
    for count in range(min(dice, most), -1, -1):
        if count * faces < dice:
            return
        for behind in _partitions(dice - count, faces - 1, count):
            yield (count, *behind)


EXACT_DICE = 8
"""Up to this many dice, every choice is weighed."""


@lru_cache(maxsize=1 << 13)
def keep_choices(counts: Counts, most: int = EXACT_DICE) -> tuple[tuple[Counts, int], ...]:
    """Choices of dice to set aside, by face, out of `counts`, and how many dice each has; one is empty.

    They are all choices for up to `most` dice. For more, they are all or none of each face that shows
    twice, or a single die.
    """
    if sum(counts) <= most:
        return tuple((picked, sum(picked)) for picked in product(*[range(count + 1) for count in counts]))
    whole = set(product(*[{0, count} if count > 1 else {0} for count in counts]))
    places = range(len(counts))
    single = {tuple([int(place == here) for here in places]) for place in places if counts[place]}
    return tuple((picked, sum(picked)) for picked in whole | single)


@lru_cache(maxsize=128)
def leading_chances(dice: int, before: int) -> tuple[float, ...]:
    """The chances that one given face shows 0, 1, .. `dice` times and leads the roll.

    `before` other faces must show fewer dice each, the remaining ones at most as many.
    """
    found = []
    for count in range(dice + 1):
        ways = [0.0] * (dice + 1)
        ways[count] = 1 / factorial(count)
        for place in range(5):
            most = count - 1 if place < before else count
            ways = _one_more(ways, most)
        found.append(ways[dice] * factorial(dice) / 6**dice)
    return tuple(found)


def _one_more(ways: list[float], most: int) -> list[float]:
    """The ways to roll each number of dice, over factorials, with one more face on at most `most` dice."""
    return [
        fsum(ways[dice - here] / factorial(here) for here in range(min(most, dice) + 1))
        for dice in range(len(ways))
    ]
