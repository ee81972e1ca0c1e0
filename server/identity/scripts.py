"""Finds out whether a text is written in a single script, as in UTS 39 (section 5.1).

The table is data of a pinned version (`unicode/scripts.txt`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType

TABLE = Path(__file__).parent / "unicode" / "scripts.txt"
ANY = frozenset({"Zyyy", "Zinh"})
"""Characters that are common or inherited: they can be used with every script."""
TOGETHER: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "Hani": frozenset({"Hanb", "Jpan", "Kore"}),
        "Hira": frozenset({"Jpan"}),
        "Kana": frozenset({"Jpan"}),
        "Hang": frozenset({"Kore"}),
        "Bopo": frozenset({"Hanb"}),
    }
)
"""Scripts that are written together and count as one writing system."""


def is_single_script(text: str) -> bool:
    """Return whether one script, or one writing system that mixes several, has all characters of the text."""
    shared: frozenset[str] | None = None
    for character in text:
        scripts = _augmented(character)
        if not scripts & ANY:
            shared = scripts if shared is None else shared & scripts
    return shared is None or bool(shared)


@lru_cache(maxsize=4096)
def _augmented(character: str) -> frozenset[str]:
    starts, rows = _ranges()
    at = bisect_right(starts, ord(character)) - 1
    if at < 0 or ord(character) > rows[at][0]:
        return frozenset({"Zzzz"})
    scripts = rows[at][1]
    return scripts.union(*(TOGETHER.get(script, frozenset()) for script in scripts))


@cache
def _ranges() -> tuple[tuple[int, ...], tuple[tuple[int, frozenset[str]], ...]]:
    """The first code point of each range; for each of them its last one and its scripts."""
    lines = [line.split(";") for line in TABLE.read_text("ascii").splitlines() if not line.startswith("#")]
    starts = tuple(int(first, 16) for first, _, _ in lines)
    return starts, tuple((int(last, 16), frozenset(scripts.split())) for _, last, scripts in lines)
