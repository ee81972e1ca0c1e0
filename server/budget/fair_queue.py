"""Whose piece of work is next: deficit round robin by address, then by session.

Whoever has used up their credit waits until all others have had a turn. A session or address for which
nothing waited comes first, so that somebody who only types waits for nobody's flood, and it stays first while
it has credit: a key is a chain of pieces, of which each puts the next. Who owes something pays it back in
later rounds. Pure: costs are handed in.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TypeVar

from server.budget.share import AddressWork, WorkShare

Member = TypeVar("Member", AddressWork, WorkShare)

QUANTUM = 1_000_000
"""Nanoseconds of work that an address, and a session within it, may use before others have their turn."""


class FairQueue:
    """The pieces that wait."""

    def __init__(self) -> None:
        self._ring: deque[AddressWork] = deque()
        self.count = 0
        self._epoch = 1
        """Counts how often nothing waited: nobody owes anything from before."""

    def put(self, share: WorkShare, piece: asyncio.Handle) -> None:
        """Add a piece behind the others of its session."""
        address, epoch = share.address, self._epoch
        if address.epoch != epoch:
            address.epoch, address.credit, address.is_in = epoch, QUANTUM, False
            address.ring.clear()
        if share.epoch != epoch:
            share.epoch, share.credit, share.is_in = epoch, QUANTUM, False
        if not address.is_in:
            address.is_in = True
            self._ring.appendleft(address)
        if not share.is_in:
            share.is_in = True
            address.ring.appendleft(share)
        if share.urgent and address.ring[0] is not share:
            address.ring.remove(share)
            address.ring.appendleft(share)
            share.credit = max(share.credit, 1)
        share.pieces.append(piece)
        address.count += 1
        self.count += 1

    def take(self) -> tuple[WorkShare, asyncio.Handle]:
        """Return the next piece; there has to be one."""
        address = self._ring[0]
        if address.credit <= 0 or not address.count:
            address = _first(self._ring)
        share = address.ring[0]
        if share.credit <= 0 or not share.pieces:
            share = _first(address.ring)
        piece = share.pieces.popleft()
        address.count -= 1
        self.count -= 1
        if not self.count:
            self._epoch += 1
            self._ring.clear()
            return share, piece
        return share, piece

    def charge(self, share: WorkShare, cost: int) -> None:
        """Count what a piece has cost, in nanoseconds."""
        share.credit -= cost
        share.address.credit -= cost


def _first(ring: deque[Member]) -> Member:
    """Return whose turn it is: they have credit, and something of theirs waits."""
    while True:
        member = ring[0]
        if member.credit <= 0:
            member.credit = QUANTUM if len(ring) == 1 else member.credit + QUANTUM
            ring.rotate(-1)
        elif member.count:
            return member
        else:
            ring.popleft().is_in = False
