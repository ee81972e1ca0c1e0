"""Long work in slices: others have their turn between them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")

AT_ONCE = 32
"""Items that are worked out before others have their turn: of most logs and games some milliseconds."""


async def gathered(items: Iterable[T], at_once: int = AT_ONCE) -> list[T]:
    """Return all items; after so many of them others have their turn."""
    found = list[T]()
    for item in items:
        found.append(item)
        if len(found) % at_once == 0:
            await asyncio.sleep(0)
    return found
