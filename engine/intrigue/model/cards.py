"""The ten cards of every family, and which of them stay. `effects` says what they do.

Source: the rulebook's "Karteneffekte"; intrigue.md, "Cards".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import get_args

from engine.intrigue.model.state import Cards, Kind

KINDS: tuple[Kind, ...] = get_args(Kind)
ONE_TIME: frozenset[Kind] = frozenset(("assassination", "decree", "ambush", "conspiracy"))
"""Cards that are discarded after their effect."""
OUT = 3
"""Cards of every family that leave the game before it begins."""
ROUNDS = 6

_PLACE: Mapping[Kind | None, int] = MappingProxyType({kind: place for place, kind in enumerate(KINDS)})


def in_order(cards: Iterable[Kind]) -> tuple[Kind, ...]:
    """Cards in the order of the rules' table."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


def without(cards: Cards, card: Kind) -> Cards:
    """The other cards, in their order."""
    place = cards.index(card)
    return (*cards[:place], *cards[place + 1 :])


def missing(cards: Iterable[Kind | None]) -> tuple[Kind, ...]:
    """The cards of a family that are not among these, in order."""
    known = set(cards)
    return tuple(kind for kind in KINDS if kind not in known)
