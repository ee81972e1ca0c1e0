"""Short texts in lines of similar length, none with a single last word. Counted in characters; no widget."""

from __future__ import annotations

import textwrap
from functools import lru_cache


@lru_cache(maxsize=2048)
def even_lines(text: str, width: int) -> tuple[str, ...]:
    """Returns a text in as few lines as `width` cells allow, none of them much shorter than the others."""
    lines = textwrap.wrap(text, width)
    longest_word = max(map(len, text.split()), default=width)
    for less in range(width - 1, longest_word - 1, -1):
        narrower = textwrap.wrap(text, less)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return tuple(lines)


@lru_cache(maxsize=2048)
def unwidowed(text: str, width: int) -> tuple[str, ...]:
    """Returns a text in full lines, unless its last line would be a single word."""
    lines = textwrap.wrap(text, width)
    for less in range(width - 1, width // 2, -1):
        if len(lines) < 2 or " " in lines[-1]:
            break
        narrower = textwrap.wrap(text, less)
        if len(narrower) > len(lines):
            break
        lines = narrower
    return tuple(lines)
