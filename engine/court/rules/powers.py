"""What the cards' powers do to active dice, and every way to use them.

This module looks at dice only; `engine.court.rules.validation` decides whose turn it is, which cards were
used and when a power may be used. Source: the rulebook's "Erklärung der Charakterkarten".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from types import MappingProxyType

from engine.court.model.dice import FACES, distinct, selections, without
from engine.court.model.moves import (
    AddDie,
    Adder,
    Keep,
    Raise,
    RaiseEach,
    Reroll,
    Shift,
    Spread,
    TurnDie,
    Use,
)
from engine.court.model.state import Dice, Kind

ADDED_FACE: Mapping[Adder, int | None] = MappingProxyType(
    {"craftsman": 1, "guard": 2, "hunter": 3, "pawnbroker": 4, "knight": 5, "bishop": 6, "queen": None}
)
"""Cards that add a die, and the face it shows (None: the owner's choice)."""
CHANGERS: frozenset[Kind] = frozenset(
    ("jester", "maid", "philosopher", "astronomer", "merchant", "lady", "magician", "alchemist", "nobleman")
)
"""Cards that change or reroll active dice."""
RAISES: Mapping[str, int] = MappingProxyType({"lady": 1, "nobleman": 2})

Change = Raise | Shift | TurnDie | Spread | RaiseEach

_ONE_DIE: frozenset[Kind] = frozenset(("jester", "maid", "astronomer", "magician"))
"""Those of TOUCHES for which it does not matter how many dice show a face."""

_MEMOISED = 8
"""Up to this many active dice, choices are cached; for more, they are many and rarely needed."""
_DESCENDING = FACES[::-1]


def outcome(move: Change) -> tuple[Dice, Dice]:
    """The faces that a power takes and the faces they become, die by die."""
    match move:
        case Raise(face, by):
            return (face,), (face + by,)
        case Shift(source, target, pips):
            return (source, target), (source - pips, target + pips)
        case TurnDie(_, face, to):
            return (face,), (to,)
        case Spread(dice, to):
            return dice, to
        case RaiseEach(card, dice):
            return dice, tuple([face + RAISES[card] for face in dice])


def keeps(active: Dice) -> Iterable[Keep]:
    """Every way to set some of these dice aside."""
    return _kept(active) if len(active) <= _MEMOISED else map(Keep, selections(active))


@lru_cache(maxsize=1 << 11)
def _kept(active: Dice) -> tuple[Keep, ...]:
    return tuple(map(Keep, selections(active)))


def choices(card: Kind, active: Dice, aside: Dice) -> Iterable[Use]:
    """Every way to use a card of TOUCHES on these active dice."""
    faces = distinct(aside) if card == "astronomer" else ()
    dice = distinct(active) if card in _ONE_DIE else active
    return _chosen(card, dice, faces) if len(dice) <= _MEMOISED else _uses(card, dice, faces)


@lru_cache(maxsize=1 << 12)
def _chosen(card: Kind, dice: Dice, aside: Dice) -> tuple[Use, ...]:
    return tuple(_uses(card, dice, aside))


def _uses(card: Kind, dice: Dice, aside: Dice) -> Iterator[Use]:
    match card:
        case "jester":
            return (Reroll("jester", (face,)) for face in dice)
        case "merchant":
            return (Reroll("merchant", picked) for picked in selections(dice))
        case "maid":
            return (Raise(face, by) for face in dice for by in range(1, min(3, 6 - face) + 1))
        case "philosopher":
            return _shifts(dice)
        case "astronomer":
            return (TurnDie(card, face, to) for face in dice for to in aside if face != to)
        case "magician":
            return (TurnDie(card, face, to) for face in dice for to in FACES if face != to)
        case "alchemist":
            return _spreads(dice)
        case "lady" | "nobleman":
            low = tuple(face for face in dice if face + RAISES[card] <= FACES[-1])
            return (RaiseEach(card, picked) for picked in selections(low))
    raise AssertionError(card)


def _shifts(active: Dice) -> Iterator[Shift]:
    faces = distinct(active)
    for source in faces:
        for target in faces:
            if source == target and active.count(source) == 1:
                continue
            for pips in range(1, min(source - 1, 6 - target) + 1):
                yield Shift(source, target, pips)


def _spreads(active: Dice) -> Iterator[Spread]:
    for size in (2, 3):
        for dice in combinations_with_replacement(_DESCENDING, size):
            if without(active, dice) is not None:
                yield from spreads_of(dice)


@lru_cache(maxsize=128)
def spreads_of(dice: Dice) -> tuple[Spread, ...]:
    """Every spread of these dice (descending) to other faces with the same sum."""
    others = combinations_with_replacement(_DESCENDING, len(dice))
    return tuple(Spread(dice, to) for to in others if sum(to) == sum(dice) and to != dice)


def additions(card: Kind, *, rolled: bool) -> tuple[AddDie, ...]:
    """Every way to use a card of ADDS: the Queen chooses a face once dice are active."""
    return _QUEEN if rolled and card == "queen" else _ADDITIONS[card]


_ADDITIONS: Mapping[Kind, tuple[AddDie]] = MappingProxyType({card: (AddDie(card),) for card in ADDED_FACE})
_QUEEN = tuple(AddDie("queen", face) for face in FACES)
