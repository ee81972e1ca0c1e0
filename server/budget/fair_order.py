"""Whose turn it is, where many wait for what only a few can have at once: addresses take turns, and within an
address those who ask. Nobody's second wish comes before the first one of somebody else. `FairTurns` waits,
all else is pure.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Generic, NamedTuple, TypeVar

from server.budget.giving_way import last_of_most

T = TypeVar("T")


class Asker(NamedTuple):
    """Who asks: the network of their address, and what tells them from others of it."""

    address: str
    who: str


class _Wish(Generic[T]):
    """What somebody waits for, or has: its turn among those of its address, and whether it has begun."""

    def __init__(self, work: T, asker: Asker, nth: int) -> None:
        self.work, self.asker, self.nth = work, asker, nth
        self.turn = 0


class FairOrder(Generic[T]):
    """What waits, in the order in which it will begin, and what has begun: at most `most` at once, and of an
    address at most `most_of_address` (0: as many as there are).
    """

    def __init__(self, most: int, most_of_address: int = 0) -> None:
        self.most, self._most_of_address = most, most_of_address
        self._waiting: list[_Wish[T]] = []
        self._begun: list[_Wish[T]] = []
        self._turn = 0
        """That of the work that began last."""
        self._served: dict[str, _Wish[T]] = {}
        """What began last of each address of which something is left."""

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[T]:
        return (one.work for one in (*self._begun, *self._waiting))

    @property
    def under_way(self) -> int:
        """How many have begun."""
        return len(self._begun)

    @property
    def waiting(self) -> Iterator[T]:
        return (one.work for one in self._waiting)

    def add(self, work: T, asker: Asker) -> None:
        """Let work wait for its turn."""
        own = [one.nth + 1 for one in (*self._begun, *self._waiting) if one.asker == asker]
        served = self._served.get(asker.address)
        self._waiting.append(_Wish(work, asker, max((*own, served.nth if served else 1))))
        self._sort()

    def begin(self) -> T | None:
        """Return the next work, which has begun from now on; None if nothing waits or nothing is free."""
        if len(self._begun) >= self.most:
            return None
        having = Counter(one.asker.address for one in self._begun)
        free = (
            one
            for one in self._waiting
            if not self._most_of_address or having[one.asker.address] < self._most_of_address
        )
        wish = next(free, None)
        if wish is None:
            return None
        self._waiting.remove(wish)
        self._begun.append(wish)
        self._turn = wish.turn
        self._served[wish.asker.address] = wish
        return wish.work

    def waits(self, work: T) -> bool:
        """Return whether work has not begun and is not done."""
        return any(one.work is work for one in self._waiting)

    def remove(self, work: T) -> None:
        """Forget work that is done, or that nobody wants any more."""
        for wishes in (self._waiting, self._begun):
            wishes[:] = [one for one in wishes if one.work is not work]
        left = {one.asker.address for one in (*self._begun, *self._waiting)}
        self._served = {address: one for address, one in self._served.items() if address in left}
        self._sort()

    def last_of_most(self, asker: Asker) -> T | None:
        """Return what has to give way if somebody else is to wait, too: the last of the address of which most
        waits. None if that is the asker's own address, or nearly.
        """
        last = last_of_most(self._waiting, lambda one: one.asker.address, asker.address)
        return last.work if last else None

    def _sort(self) -> None:
        """Give each address its turns, one after the other, and those who ask from it theirs within them."""
        turns = {address: one.turn + 1 for address, one in self._served.items()}
        for one in sorted(self._waiting, key=lambda one: one.nth):
            one.turn = max(self._turn, turns.get(one.asker.address, 0))
            turns[one.asker.address] = one.turn + 1
        self._waiting.sort(key=lambda one: one.turn)


class FairTurns(FairOrder[asyncio.Future[None]]):
    """Has those who ask wait for their turn."""

    @asynccontextmanager
    async def turn(self, asker: Asker, patience: float | None = None) -> AsyncIterator[None]:
        """Wait for a turn, and end it. Raises TimeoutError if it has not come after so many seconds, and what
        somebody else has set as the exception of a future that waits.
        """
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.add(turn, asker)
        self._begin_all()
        try:
            async with asyncio.timeout(patience):
                await turn
            yield
        finally:
            self.remove(turn)
            self._begin_all()

    def _begin_all(self) -> None:
        while turn := self.begin():
            if not turn.done():  # else its asker is about to leave
                turn.set_result(None)
