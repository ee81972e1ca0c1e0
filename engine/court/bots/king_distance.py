"""How many turns a household is away from the King, and how many a card saves: for the steward.

A household counts as dice (in hand and from cards) and jokers (cards that turn dice, by how many dice
they turn well). A turn either makes seven of a kind or gains a die or a joker, whichever is better. The
distance is the mean number of turns this takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import fsum
from types import MappingProxyType

from engine.court.model.cards import EXTRA_DICE, MOST_DICE, hand_size
from engine.court.model.dice import FACES
from engine.court.model.state import Kind
from engine.court.odds.dice import leading_face
from engine.court.odds.dice.groups import SymmetricEffects
from engine.court.odds.dice.leading_face import LeaderState
from engine.court.rules.powers import ADDED_FACE

JOKERS: Mapping[Kind, float] = MappingProxyType(
    {
        "jester": 0.15,
        "merchant": 0.5,
        "maid": 0.8,
        "philosopher": 0.9,
        "astronomer": 1.15,
        "lady": 0.9,
        "magician": 1.15,
        "nobleman": 0.7,
        "alchemist": 1.2,
    }
)
"""Roughly how many dice a card turns to the collected face."""
_MOST_JOKERS = 5
_ALIKE = 7


@lru_cache(maxsize=1 << 11)
def turns_saved(cards: tuple[Kind, ...], card: Kind) -> float:
    """How many turns one more card saves its owner."""
    dice, jokers = household(cards)
    more = EXTRA_DICE.get(card, 0) + (card in ADDED_FACE)
    return distance(dice, jokers) - distance(dice + more, jokers + JOKERS.get(card, 0.0))


def household(cards: Iterable[Kind]) -> tuple[int, float]:
    """Dice and jokers of the owner of these cards."""
    own = tuple(cards)
    dice = min(MOST_DICE, hand_size(own) + sum(card in ADDED_FACE for card in own))
    return dice, fsum(JOKERS.get(card, 0.0) for card in own)


def distance(dice: int, jokers: float) -> float:
    """The mean number of turns to the King with this many dice and jokers."""
    low = min(int(jokers), _MOST_JOKERS)
    part = min(jokers, _MOST_JOKERS) - low
    dice = min(dice, MOST_DICE)
    here = _turns(dice, low)
    return here if not part else here + part * (_turns(dice, low + 1) - here)


@lru_cache(maxsize=256)
def _turns(dice: int, jokers: int) -> float:
    chance = leading_face.before_roll(LeaderState(None, _ALIKE, len(FACES)), dice, SymmetricEffects(jokers))
    then = [_turns(dice + 1, jokers)] if dice < MOST_DICE else []
    then += [_turns(dice, jokers + 1)] if jokers < _MOST_JOKERS else []
    return 1 + (1 - chance) * min(then) if then else 1 / chance
