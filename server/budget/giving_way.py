"""Who gives way where all places are taken, so that no few addresses keep them from others. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")


def anything(_: object) -> bool:
    """Return that anything gives way."""
    return True


def last_of_most(
    held: Sequence[T], address_of: Callable[[T], str], asker: str, gives_way: Callable[[T], bool] = anything
) -> T | None:
    """Return what gives way to somebody of the address `asker`: of what is held and `gives_way`, the last one
    of the address that has most. None if that is the asker's own address, or nearly. What comes from no
    address ('') gives way to nobody.
    """
    having = Counter(address for one in held if (address := address_of(one)))
    found, most = None, having[asker] + 2
    for one in held:
        if (has := having[address_of(one)]) >= most and gives_way(one):
            found, most = one, has
    return found
