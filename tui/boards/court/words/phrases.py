"""Dice and results in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from tui.language.texts import NN_, Texts, Translatable

_GROUPS: Mapping[int, Translatable] = MappingProxyType(
    {
        1: NN_("{number} one", "{number} ones"),
        2: NN_("{number} two", "{number} twos"),
        3: NN_("{number} three", "{number} threes"),
        4: NN_("{number} four", "{number} fours"),
        5: NN_("{number} five", "{number} fives"),
        6: NN_("{number} six", "{number} sixes"),
    }
)


def dice(faces: Iterable[int]) -> str:
    """Dice from the highest down: 6 4 4 1."""
    return " ".join(map(str, sorted(faces, reverse=True)))


def in_order(faces: Iterable[int]) -> str:
    """Dice in the order of an event: the n-th before became the n-th after."""
    return " ".join(map(str, faces))


def group(texts: Texts, count: int, face: int) -> str:
    """A best group in words: 5 sixes."""
    return texts.of(_GROUPS[face], number=count) if count else texts._("no result")


def mark(count: int, face: int) -> str:
    """A best group in four cells at most: 5×6."""
    return f"{count}×{face}" if count else "-"
