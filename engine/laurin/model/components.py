"""The components of laurin and their numbers: no rules.

The rulebook shows the numbers of the movement cards only in pictures; those here are our own (laurin.md,
"Material"). Whoever owns the printed cards can enter theirs: change MOVEMENT and nothing else, and raise
`rules_version`, since records with other numbers are of another game.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.laurin.model.names import DwarfKind, Magic

SEATS = range(3, 6)
SIZE = 8
"""Squares along a side of the garden. The King's points are 0..SIZE both ways."""
KING_START = (SIZE // 2, SIZE // 2)

MOVEMENT: Mapping[int, tuple[tuple[int, int], ...]] = MappingProxyType(
    {
        1: ((9, 3), (8, 3), (8, 2), (7, 3), (7, 2)),
        2: ((7, 2), (6, 2), (6, 2), (6, 1), (5, 2)),
        3: ((5, 2), (5, 1), (4, 2), (4, 1), (3, 1)),
    }
)
"""By distance: (placing points, moving number) of each copy, the same west-east and south-north."""

TREASURES: Mapping[int, int] = MappingProxyType({1: 18, 2: 18, 3: 18})
"""Treasure cards by value."""
TREASURES_FIRST = 4
TREASURES_LATER = 3
"""Treasure cards that everybody draws, in the first round and in every later one."""

MAGIC_COPIES = 4
PRICES: Mapping[Magic, int] = MappingProxyType(
    {"ban": 2, "exchange": 2, "haste": 3, "revolt": 3, "fog": 2, "counter": 3}
)
"""What the magic cards cost, in the order A to F."""

DWARFS: Mapping[DwarfKind, tuple[int, int]] = MappingProxyType({"5/3": (5, 3), "3/2": (3, 2), "1/1": (1, 1)})
"""Value of a dwarf's front and back."""
STOCK: tuple[DwarfKind, ...] = ("5/3", "3/2", "3/2", "1/1", "1/1", "1/1")
STOCK_OF_FIVE: tuple[DwarfKind, ...] = ("5/3", "3/2", "3/2", "1/1", "1/1")
"""Every player's dwarfs; with five players one stays in the box."""

TARGETS: Mapping[int, int] = MappingProxyType({3: 35, 4: 30, 5: 25})
"""Points that bring on the end, by number of players."""
