"""How many active dice cards can turn to one wanted face, one card after the other.

Each card is used greedily, so the numbers are lower bounds. Cards that need many active dice come first
in TURNING_CARDS.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import combinations
from types import MappingProxyType
from typing import NamedTuple

from engine.court.model.dice import FACES
from engine.court.model.state import Dice, Kind
from engine.court.odds.dice.rolls import distinct_rolls

TURNING_CARDS: tuple[Kind, ...] = (
    "nobleman",
    "lady",
    "alchemist",
    "philosopher",
    "maid",
    "astronomer",
    "magician",
)
"""Cards that turn dice; those that need many active dice come first."""
LOOKED_AT, LOOKED_AT_BY_MANY = 5, 4
"""For `looked_at`: with few cards, with many."""
_MANY = 4

TurnedCounts = tuple[int, ...]


class FaceEffects(NamedTuple):
    """What unused cards can do for one given face."""

    chain: tuple[Kind, ...]
    """Cards that turn dice, in the order of TURNING_CARDS."""
    free_rerolls: int = 0
    jester: int = 0

    def again(self, dice: int) -> FaceEffects | None:
        """What is left if a card rerolls all dice, without setting one aside; None: none does."""
        if self.free_rerolls:
            return self._replace(free_rerolls=self.free_rerolls - 1)
        return self._replace(jester=0) if self.jester and dice == 1 else None


@lru_cache(maxsize=1 << 10)
def after_cards(effects: FaceEffects) -> tuple[FaceEffects, ...]:
    """The effects left after the first card of the chain, after the second, .."""
    return tuple(effects._replace(chain=effects.chain[used:]) for used in range(1, len(effects.chain) + 1))


@lru_cache(maxsize=1 << 15)
def turned_counts(face: int, chain: tuple[Kind, ...], misses: Dice, *, there: bool) -> TurnedCounts:
    """How many dice of `misses` the first one, two, .. cards of the chain turn to `face`.

    `there` is true if a die of this face is aside or active, as the Astronomer requires.
    """
    rest, turned, found = list(misses), 0, []
    for card in chain:
        turned += _TURNED[card](face, rest, there or turned > 0)
        found.append(turned)
    return tuple(found)


def looked_at(chain: tuple[Kind, ...]) -> int:
    """How many dice still to be rolled are considered for turning by these cards, at most."""
    return LOOKED_AT if len(chain) < _MANY else LOOKED_AT_BY_MANY


def expected_turned(
    face: int, chain: tuple[Kind, ...], misses: int, *, there: bool
) -> tuple[tuple[float, TurnedCounts], ...]:
    """Every case of `turned_counts` for `misses` dice that show any other face, with its chance."""
    others = tuple(other for other in FACES if other != face)
    chances: defaultdict[TurnedCounts, float] = defaultdict(float)
    for weight, dice in distinct_rolls(misses, others):
        chances[turned_counts(face, chain, dice, there=there)] += weight
    return tuple((weight, found) for found, weight in chances.items())


def _nobleman(face: int, rest: list[int], _there: bool) -> int:
    """Those two below become the face; those three below are brought within the Lady's reach."""
    turned = _all(face - 2, rest)
    rest[:] = [face - 1 if die == face - 3 else die for die in rest]
    return turned


def _lady(face: int, rest: list[int], _there: bool) -> int:
    return _all(face - 1, rest)


def _all(low: int, rest: list[int]) -> int:
    turned = rest.count(low)
    rest[:] = [die for die in rest if die != low]
    return turned


def _alchemist(face: int, rest: list[int], _there: bool) -> int:
    return _moved(face, rest, 3)


def _philosopher(face: int, rest: list[int], _there: bool) -> int:
    return _moved(face, rest, 2)


def _moved(face: int, rest: list[int], most: int) -> int:
    """Pips moved among up to so many dice: as many as possible of them show the face."""
    turned, dice, left = _best_move(face, tuple(sorted(rest)), most)
    for die in dice:
        rest.remove(die)
    rest.extend(left)
    return turned


@lru_cache(maxsize=1 << 14)
def _best_move(face: int, rest: Dice, most: int) -> tuple[int, Dice, Dice]:
    """How many dice come to show the face, the dice it takes, and what the others of them show."""
    best: tuple[int, Dice, Dice] = (0, (), ())
    for size in range(2, most + 1):
        for dice in dict.fromkeys(combinations(rest, size)):
            for turned in range(size, best[0], -1):
                over, left = sum(dice) - turned * face, size - turned
                if left <= over <= 6 * left:
                    best = (turned, dice, _shared(over, left))
                    break
    return best


def _shared(pips: int, dice: int) -> Dice:
    """So many pips on so many dice, as evenly as possible."""
    return tuple((pips + place) // dice for place in range(dice))


def _maid(face: int, rest: list[int], _there: bool) -> int:
    return _one([die for die in rest if face - 3 <= die < face], rest)


def _astronomer(_face: int, rest: list[int], there: bool) -> int:
    return _one(rest, rest) if there else 0


def _magician(_face: int, rest: list[int], _there: bool) -> int:
    return _one(rest, rest)


def _one(fitting: list[int], rest: list[int]) -> int:
    if not fitting:
        return 0
    rest.remove(min(fitting))
    return 1


_TURNED: Mapping[Kind, Callable[[int, list[int], bool], int]] = MappingProxyType(
    {
        "nobleman": _nobleman,
        "lady": _lady,
        "alchemist": _alchemist,
        "philosopher": _philosopher,
        "maid": _maid,
        "astronomer": _astronomer,
        "magician": _magician,
    }
)
