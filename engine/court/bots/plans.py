"""Plans for a turn: a card as the goal, the active dice to set aside for it now, and the chance to pay for
it.

Plans do not know what a card is worth (`engine.court.bots.page`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from math import comb, fsum
from types import MappingProxyType
from typing import NamedTuple

from engine.court.model.dice import FACES
from engine.court.model.state import Dice, Kind

# Estimated chances (0 to 1) of reaching something by repeated rolls. All assume that what helps is set aside,
# or one die if nothing does, until none is left. They are exact, or close enough to compare goals.


@cache
def hits(dice: int, need: int, faces: int = 1) -> float:
    """Chance of `need` hits from `dice` dice, where any of `faces` faces is a hit."""
    if need <= 0:
        return 1.0
    if need > dice:
        return 0.0
    return fsum(
        _falls(dice, hit, faces) * hits(dice - max(hit, 1), need - hit, faces) for hit in range(dice + 1)
    )


@cache
def straight(dice: int, missing: int) -> float:
    """Chance of every one of `missing` different faces."""
    if missing <= 0:
        return 1.0
    if missing > dice:
        return 0.0
    return fsum(
        _shows(dice, found, missing) * straight(dice - max(found, 1), missing - found)
        for found in range(missing + 1)
    )


@cache
def same_parity(dice: int) -> float:
    """Chance that all `dice` dice end odd, or that all end even."""
    if dice == 0:
        return 1.0
    return fsum(_falls(dice, hit, 3) * same_parity(dice - hit) for hit in range(1, dice + 1))


@cache
def total(dice: int, need: int) -> float:
    """Chance of at least `need` pips, where each die shows the better of two rolls."""
    if need <= dice:
        return 1.0
    if need > 6 * dice:
        return 0.0
    return fsum((2 * face - 1) / 36 * total(dice - 1, need - face) for face in range(1, 7))


def _falls(dice: int, hit: int, faces: int) -> float:
    """Chance of exactly `hit` hits in one roll."""
    chance = faces / 6
    return comb(dice, hit) * chance**hit * (1 - chance) ** (dice - hit)


def _shows(dice: int, found: int, missing: int) -> float:
    """Chance that one roll shows exactly `found` different ones of `missing` faces."""
    ways = sum(
        (-1) ** out * comb(found, out) * (6 - missing + found - out) ** dice for out in range(found + 1)
    )
    return float(comb(missing, found) * ways / 6**dice)


class PlanDice(NamedTuple):
    """The dice to plan with. Cards can still add `extra` dice and turn `turns` dice to a wanted face."""

    aside: Dice
    active: Dice
    free: bool
    """True if a die was set aside since the last roll, so that none has to be now."""
    extra: int = 0
    turns: int = 0


class CardPlan(NamedTuple):
    """A plan to pay for `kind`: set `keep` aside, with this chance; `face` is the collected face, if any."""

    kind: Kind
    keep: Dice
    chance: float
    face: int | None = None


def plans(kind: Kind, hand: PlanDice) -> Iterator[CardPlan]:
    """The plans for a card; none if its condition needs no plan."""
    planner = _PLANNERS.get(kind)
    return iter(()) if planner is None else planner(kind, hand)


def alike(kind: Kind, hand: PlanDice, least: int, faces: Dice = FACES) -> Iterator[CardPlan]:
    """Plans that collect one of `faces` until there are `least` dice of it."""
    for face in faces:
        own = hand.active.count(face)
        need = least - hand.aside.count(face) - own
        keep, rest = _kept(hand, (face,) * own)
        turned = max(0, min(hand.turns, need, rest))
        yield CardPlan(kind, keep, hits(rest - turned, need - turned), face)


def _kept(hand: PlanDice, keep: Dice) -> tuple[Dice, int]:
    """What is really set aside for a plan, and how many dice are left to it then.

    Where nothing helps and something has to go, it is the lowest die.
    """
    if not keep and not hand.free:
        keep = hand.active[:1]
    return keep, len(hand.active) - len(keep) + hand.extra


def _alike(least: int) -> Callable[[Kind, PlanDice], Iterator[CardPlan]]:
    return lambda kind, hand: alike(kind, hand, least)


def _total(least: int) -> Callable[[Kind, PlanDice], Iterator[CardPlan]]:
    def planner(kind: Kind, hand: PlanDice) -> Iterator[CardPlan]:
        for lowest in (1, 4, 5, 6):
            high = tuple(face for face in hand.active if face >= lowest)
            if not high and not hand.free:
                high = hand.active[-1:]
            keep, rest = _kept(hand, high)
            yield CardPlan(kind, keep, total(rest, least - sum(hand.aside) - sum(keep)))

    return planner


def _parity(remainder: int) -> Callable[[Kind, PlanDice], Iterator[CardPlan]]:
    def planner(kind: Kind, hand: PlanDice) -> Iterator[CardPlan]:
        keep = tuple(face for face in hand.active if face % 2 == remainder)
        spoilt = any(face % 2 != remainder for face in hand.aside)
        if not spoilt and (keep or hand.free):
            yield CardPlan(kind, keep, same_parity(len(hand.active) - len(keep)))

    return planner


def _groups(*sizes: int) -> Callable[[Kind, PlanDice], Iterator[CardPlan]]:
    """Plans for groups of one face each; two groups may be of the same face."""

    def planner(kind: Kind, hand: PlanDice) -> Iterator[CardPlan]:
        used = dict.fromkeys(FACES, 0)
        missing, open_faces, fresh = 0, 0, 0
        for size in sizes:
            have, face = max((_count(hand, face) - used[face], face) for face in FACES)
            taken = min(have, size)
            used[face] += taken
            missing += size - max(taken, 1)
            open_faces += taken < size
            fresh += taken == 0
        wanted = (face for face in FACES for _ in range(used[face] - hand.aside.count(face)))
        keep, rest = _kept(hand, tuple(wanted))
        yield CardPlan(kind, keep, hits(rest - fresh, missing, max(open_faces, 1)))

    return planner


def _count(hand: PlanDice, face: int) -> int:
    return hand.aside.count(face) + hand.active.count(face)


def _straight(*runs: range) -> Callable[[Kind, PlanDice], Iterator[CardPlan]]:
    def planner(kind: Kind, hand: PlanDice) -> Iterator[CardPlan]:
        for run in runs:
            lacking = [face for face in run if face not in hand.aside]
            keep, rest = _kept(hand, tuple(face for face in lacking if face in hand.active))
            missing = sum(face not in keep for face in lacking)
            yield CardPlan(kind, keep, straight(rest, missing))

    return planner


_PLANNERS: Mapping[Kind, Callable[[Kind, PlanDice], Iterator[CardPlan]]] = MappingProxyType(
    {
        "farmer": _alike(2),
        "maid": _parity(1),
        "philosopher": _parity(0),
        "craftsman": _total(15),
        "guard": _alike(3),
        "hunter": _alike(4),
        "astronomer": _groups(2, 2),
        "merchant": _total(20),
        "lady": _groups(3, 2),
        "magician": _straight(range(1, 6), range(2, 7)),
        "pawnbroker": _total(30),
        "knight": _alike(5),
        "bishop": _groups(2, 2, 2),
        "alchemist": _straight(range(1, 7)),
        "nobleman": _groups(3, 3),
        "general": _alike(6),
        "king": _alike(7),
    }
)
"""How to plan for each card; Jester and Charlatan need no plan."""
