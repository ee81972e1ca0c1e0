"""Chances of dice alike: k of a kind, pairs, triples, three and two.

Faces are interchangeable here, so a position consists of the numbers of dice aside by face, descending;
faces that can no longer matter are dropped. Every choice of dice to set aside is weighed, so without
cards the chances are exact. Cards that treat all faces the same (`SymmetricEffects`) are used in the
roll that they complete; other uses are left out, so with cards a chance is never too high.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from math import fsum
from types import MappingProxyType
from typing import Literal, NamedTuple

from engine.court.odds.dice.rolls import EXACT_DICE, Counts, keep_choices, roll_classes

Shape = Literal["alike", "pairs", "triples", "house"]


class SymmetricEffects(NamedTuple):
    """What unused cards can do that treat all faces the same."""

    jokers: int = 0
    """How many dice can be turned to a face that is there."""
    free_rerolls: int = 0
    """How often all dice can be rerolled without setting one aside (as by the Merchant)."""
    jester: int = 0


NO_EFFECTS = SymmetricEffects()
_DICE_WITH_TOKENS = 4
"""With cards, every choice of up to this many dice is weighed; of more, whole faces or one die."""


class MissingGroups(NamedTuple):
    """What is still missing: `need` groups of the shape (alike: dice of one face), given the dice aside."""

    shape: Shape
    need: int
    counts: Counts
    """Dice aside by face, descending; a face that needs more dice than others starts below zero."""


WON = 1.0
LOST = 0.0


@lru_cache(maxsize=1 << 15)
def before_roll(want: MissingGroups, dice: int, effects: SymmetricEffects) -> float:
    """The chance (0 to 1) if `dice` dice are about to be rolled."""
    left = still_missing(want, dice)
    if left is None:
        return LOST
    return WON if not left.need else _thrown(left, dice, effects)


@lru_cache(maxsize=1 << 15)
def _thrown(want: MissingGroups, dice: int, effects: SymmetricEffects) -> float:
    alike, previous = [], None
    for count in want.counts:
        if count == previous:
            alike[-1] += 1
        else:
            alike.append(1)
        previous = count
    return fsum(
        weight * after_roll(want, counts, others, effects)
        for weight, counts, others in roll_classes(tuple(alike), 6 - len(want.counts), dice)
    )


def after_roll(
    want: MissingGroups, active: Counts, others: int, effects: SymmetricEffects, *, kept: bool = False
) -> float:
    """The chance (0 to 1) with `active` dice rolled, by face as in `want`, and `others` of useless faces.

    `kept` is true if all dice may be rerolled without setting one aside.
    """
    dice = sum(active) + others
    if completed(want, active, others, effects.jokers):
        return WON
    shape, need, aside = want
    best = before_roll(want, dice, effects) if kept else _again(want, dice, effects)
    for picked, number in keep_choices(active, EXACT_DICE if effects == NO_EFFECTS else _DICE_WITH_TOKENS):
        if number or others:
            together = tuple(sorted([a + b for a, b in zip(aside, picked, strict=True)], reverse=True))
            chance = before_roll(MissingGroups(shape, need, together), dice - (number or 1), effects)
            best = max(best, chance)
    return best


def _again(want: MissingGroups, dice: int, effects: SymmetricEffects) -> float:
    """The chance if a card rerolls all dice."""
    jokers, free_rerolls, jester = effects
    if free_rerolls:
        return before_roll(want, dice, SymmetricEffects(jokers, free_rerolls - 1, jester))
    return (
        before_roll(want, dice, SymmetricEffects(jokers, free_rerolls, 0)) if jester and dice == 1 else LOST
    )


def still_missing(want: MissingGroups, dice: int) -> MissingGroups | None:
    """What is still missing with `dice` more to come: need 0 if nothing, None if it is impossible."""
    return _SETTLED[want.shape](want, dice)


def completed(want: MissingGroups, active: Counts, others: int, jokers: int) -> bool:
    """True if turning up to `jokers` of the active dice completes what is missing."""
    total = [a + b for a, b in zip(want.counts, active, strict=True)]
    return _NEAR[want.shape](want.need, total, active, others, jokers)


def _alike_settled(want: MissingGroups, dice: int) -> MissingGroups | None:
    _, need, counts = want
    if counts and counts[0] >= need:
        return MissingGroups("alike", 0, ())
    live = tuple([count for count in counts if count + dice >= need])
    return MissingGroups("alike", need, live) if live else None


def _sets_settled(want: MissingGroups, dice: int) -> MissingGroups | None:
    size = _SIZE[want.shape]
    need = want.need - sum(count // size for count in want.counts)
    over = tuple(sorted([count % size for count in want.counts], reverse=True))
    if need <= 0:
        return MissingGroups(want.shape, 0, ())
    missing = sum(size - count for count in over[:need]) + size * max(0, need - len(over))
    return MissingGroups(want.shape, need, over) if missing <= dice else None


def _house_settled(want: MissingGroups, dice: int) -> MissingGroups | None:
    counts = tuple([min(count, 5) for count in want.counts])
    if _is_house(counts):
        return MissingGroups("house", 0, ())
    together = max(0, 3 - counts[0]) + max(0, 2 - counts[1])
    return MissingGroups("house", 1, counts) if min(together, 5 - counts[0]) <= dice else None


def _is_house(counts: Counts) -> bool:
    return counts[0] >= 5 or (counts[0] >= 3 and counts[1] >= 2)


def _alike_near(need: int, total: list[int], active: Counts, others: int, jokers: int) -> bool:
    if not jokers:
        return max(total) >= need
    dice = sum(active) + others
    return any(count + min(jokers, dice - here) >= need for count, here in zip(total, active, strict=True))


def _pairs_near(need: int, total: list[int], active: Counts, _others: int, jokers: int) -> bool:
    missing = need - sum(count // 2 for count in total)
    if missing <= 0 or missing > jokers:
        return missing <= 0
    odd = [here for count, here in zip(total, active, strict=True) if count % 2]
    loose = sum(here > 0 for here in odd)
    fixed = min(loose, len(odd) - loose)
    return fixed + (loose - fixed) // 2 >= missing


def _triples_near(need: int, total: list[int], active: Counts, _others: int, jokers: int) -> bool:
    missing = need - sum(count // 3 for count in total)
    if missing <= 0 or not jokers:
        return missing <= 0
    over = sorted(
        [(count % 3, min(here, count % 3)) for count, here in zip(total, active, strict=True)], reverse=True
    )
    lacking = sum(3 - count for count, _ in over[:missing])
    return lacking <= min(jokers, sum(here for _, here in over[missing:]))


def _house_near(_need: int, total: list[int], active: Counts, others: int, jokers: int) -> bool:
    counts = tuple(sorted(total, reverse=True))
    if _is_house(counts) or not jokers:
        return _is_house(counts)
    dice = sum(active) + others
    five = any(count + min(jokers, dice - here) >= 5 for count, here in zip(total, active, strict=True))
    faces = range(len(total))
    return five or any(
        _fills(total, active, three, two, jokers) for three in faces for two in faces if three != two
    )


def _fills(total: list[int], active: Counts, three: int, two: int, jokers: int) -> bool:
    lacking = max(0, 3 - total[three]) + max(0, 2 - total[two])
    if lacking > jokers:
        return False
    spare = sum(active) - active[three] - active[two]
    spare += min(active[three], max(0, total[three] - 3)) + min(active[two], max(0, total[two] - 2))
    return spare >= lacking


_SIZE: Mapping[Shape, int] = MappingProxyType({"pairs": 2, "triples": 3})
_SETTLED: Mapping[Shape, Callable[[MissingGroups, int], MissingGroups | None]] = MappingProxyType(
    {"alike": _alike_settled, "pairs": _sets_settled, "triples": _sets_settled, "house": _house_settled}
)
_NEAR: Mapping[Shape, Callable[[int, list[int], Counts, int, int], bool]] = MappingProxyType(
    {"alike": _alike_near, "pairs": _pairs_near, "triples": _triples_near, "house": _house_near}
)
