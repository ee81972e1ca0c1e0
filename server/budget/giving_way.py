"""Who gives way where all places are taken, so that no few addresses keep them from others. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def last_of_most(held: Sequence[T], address_of: Callable[[T], str], asker: str) -> T | None:
    """Return what gives way to somebody of the address `asker`: of what is held, the last one of the address
    that has most. None if that is the asker's own address, or nearly. What comes from no address ('') gives
    way to nobody.
    """
    having = Counter(address for one in held if (address := address_of(one)))
    most = max(having.values(), default=0)
    if most <= (having[asker] if asker else 0) + 1:
        return None
    return next(one for one in reversed(held) if having[address_of(one)] == most)
