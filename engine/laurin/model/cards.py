"""The cards of laurin: movement cards by name, payments in treasure, tuples used as multisets.

Numbers come from `engine.laurin.model.components`; the state says which cards lie where. Sources:
the rulebook's "Spielmaterial"; laurin.md, "Material".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Literal, get_args

from msgspec import Struct

from engine.laurin.model import components
from engine.laurin.model.names import Cards, Counts, Direction, DwarfKind, Magic

MAGIC: tuple[Magic, ...] = get_args(Magic)
"""The magic cards in the order A to F."""
DWARF_KINDS: tuple[DwarfKind, ...] = tuple(components.DWARFS)
VALUES: tuple[int, ...] = tuple(components.TREASURES)
"""The values of treasure cards, ascending."""


class MovementCard(Struct, frozen=True, gc=False):
    """A movement card; `axis` h leads west or east, v south or north."""

    name: str
    axis: Literal["h", "v"]
    distance: int
    points: int
    """The placing points: the most that the fronts of dwarfs placed with it may add up to."""
    moves: int
    """The moving number: how many dwarfs may be lifted with it."""

    @property
    def directions(self) -> tuple[Direction, Direction]:
        """The two ways it may lead the King."""
        return ("west", "east") if self.axis == "h" else ("south", "north")


def _movement() -> Iterator[MovementCard]:
    axes: tuple[Literal["h", "v"], ...] = ("h", "v")
    for axis, (distance, copies) in product(axes, components.MOVEMENT.items()):
        for letter, (points, moves) in zip("abcdefgh", copies, strict=False):
            yield MovementCard(f"{axis}{distance}{letter}", axis, distance, points, moves)


MOVEMENT: Mapping[str, MovementCard] = MappingProxyType({card.name: card for card in _movement()})
"""Every movement card by its name."""


def value(kind: DwarfKind, *, turned: bool = False) -> int:
    """The value of a dwarf: of its front or, if turned, of its back."""
    return components.DWARFS[kind][turned]


def stock(players: int) -> tuple[DwarfKind, ...]:
    """Every player's dwarfs at the start."""
    return components.STOCK_OF_FIVE if players == 5 else components.STOCK


def in_order(cards: Iterable[Magic]) -> tuple[Magic, ...]:
    return tuple(sorted(cards, key=MAGIC.index))


# Treasure


def descending(cards: Iterable[int]) -> Cards:
    """Treasure in the order of hands and bids."""
    return tuple(sorted(cards, reverse=True))


def joined(cards: Cards, more: Cards) -> Cards:
    return descending((*cards, *more))


def counted(cards: Cards) -> Counts:
    """The number of cards of each value, lowest first."""
    return (cards.count(1), cards.count(2), cards.count(3))


def added(counts: Counts, cards: Cards) -> Counts:
    """A pile with these cards on it."""
    ones, twos, threes = counts
    return (ones + cards.count(1), twos + cards.count(2), threes + cards.count(3))


@lru_cache(maxsize=1 << 7)
def selections(cards: Cards, most: int | None = None) -> tuple[Cards, ...]:
    """Every different choice out of these cards with one to `most` cards, small ones first."""
    highest = tuple(reversed(VALUES))
    numbers = [range(cards.count(value) + 1) for value in highest]
    found = (
        tuple(value for value, count in zip(highest, counts, strict=True) for _ in range(count))
        for counts in product(*numbers)
        if 1 <= sum(counts) <= (len(cards) if most is None else most)
    )
    return tuple(sorted(found, key=lambda chosen: (len(chosen), chosen)))


@lru_cache(maxsize=1 << 8)
def payments(hand: Cards, price: int) -> tuple[Cards, ...]:
    """Every way to pay a price from this hand in which no card could be left out."""
    return tuple(paid for paid in selections(hand, price) if pays(paid, price))


def pays(paid: Cards, price: int) -> bool:
    """True if these cards pay the price and none of them could be left out."""
    return bool(paid) and sum(paid) >= price > sum(paid) - min(paid)
