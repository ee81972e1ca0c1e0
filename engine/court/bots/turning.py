"""Uses of a card that turn as many active dice as possible to a wanted face: for bots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import combinations, combinations_with_replacement
from types import MappingProxyType

from engine.court.model.dice import FACES, distinct, without
from engine.court.model.moves import Raise, RaiseEach, Shift, Spread, TurnDie, Use
from engine.court.model.state import Dice, Kind
from engine.court.rules.powers import RAISES, spreads_of


def turned(card: Kind, active: Dice, aside: Dice, face: int) -> Use | None:
    """A use of a card of TURNERS after which more active dice show `face`, or None."""
    return next(TURNERS[card](active, aside, face), None)


def _magician(active: Dice, _aside: Dice, face: int) -> Iterator[Use]:
    return (TurnDie("magician", other, face) for other in distinct(active) if other != face)


def _astronomer(active: Dice, aside: Dice, face: int) -> Iterator[Use]:
    others = distinct(active) if face in aside else ()
    return (TurnDie("astronomer", other, face) for other in others if other != face)


def _maid(active: Dice, _aside: Dice, face: int) -> Iterator[Use]:
    return (Raise(other, face - other) for other in distinct(active) if 1 <= face - other <= 3)


def _raiser(card: str) -> Callable[[Dice, Dice, int], Iterator[Use]]:
    def uses(active: Dice, _aside: Dice, face: int) -> Iterator[Use]:
        low = face - RAISES[card]
        if low in active:
            yield RaiseEach("lady" if card == "lady" else "nobleman", (low,) * active.count(low))

    return uses


def _philosopher(active: Dice, _aside: Dice, face: int) -> Iterator[Use]:
    """Uses that turn both dice to the face first, then those that turn one."""
    pairs = list(combinations([other for other in active if other != face], 2))
    for low, high in pairs:
        if low + high == 2 * face:
            yield Shift(high, low, face - low)
    for low, high in pairs:
        if high > face and low + high - face <= FACES[-1]:
            yield Shift(high, low, high - face)
        if low < face and low + high - face >= FACES[0]:
            yield Shift(high, low, face - low)


def _alchemist(active: Dice, _aside: Dice, face: int) -> Iterator[Use]:
    """Uses that turn most dice first; dice that show the face already are left alone."""
    others = tuple(other for other in active if other != face)
    for goal in (3, 2, 1):
        for size in (2, 3):
            yield from _spreads(others, size, face, goal)


def _spreads(others: Dice, size: int, face: int, goal: int) -> Iterator[Spread]:
    for dice in combinations_with_replacement(distinct(others), size):
        if without(others, dice) is not None:
            for spread in spreads_of(dice[::-1]):
                if spread.to.count(face) == goal:
                    yield spread


TURNERS: Mapping[Kind, Callable[[Dice, Dice, int], Iterator[Use]]] = MappingProxyType(
    {
        "maid": _maid,
        "philosopher": _philosopher,
        "astronomer": _astronomer,
        "lady": _raiser("lady"),
        "nobleman": _raiser("nobleman"),
        "alchemist": _alchemist,
        "magician": _magician,
    }
)
"""Every card that can turn dice to a wanted face, the weakest first."""
