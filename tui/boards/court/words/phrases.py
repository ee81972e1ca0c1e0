"""Dice and results as people say them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from tui.language.texts import Texts

_GROUPS: Mapping[int, Callable[[Texts, int], str]] = MappingProxyType(
    {
        1: lambda texts, count: texts.ngettext("{number} one", "{number} ones", count),
        2: lambda texts, count: texts.ngettext("{number} two", "{number} twos", count),
        3: lambda texts, count: texts.ngettext("{number} three", "{number} threes", count),
        4: lambda texts, count: texts.ngettext("{number} four", "{number} fours", count),
        5: lambda texts, count: texts.ngettext("{number} five", "{number} fives", count),
        6: lambda texts, count: texts.ngettext("{number} six", "{number} sixes", count),
    }
)


def dice(faces: Iterable[int]) -> str:
    """Dice from the highest down: 6 4 4 1."""
    return " ".join(map(str, sorted(faces, reverse=True)))


def group(texts: Texts, count: int, face: int) -> str:
    """A best group in words: 5 sixes."""
    return _GROUPS[face](texts, count) if count else texts._("no result")


def mark(count: int, face: int) -> str:
    """A best group in four cells at most: 5×6."""
    return f"{count}×{face}" if count else "-"
