"""The process's work queue: does what clients have caused, at most TURN of it in a turn of the event loop.

While nothing waits, a piece is done where it arrives: a lone player's key costs what it does without a queue.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextvars import Context
from time import perf_counter_ns, thread_time_ns
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from server.budget.long_pieces import LongPieces, name_of, name_of_handle
from server.budget.share import AddressWork, WorkShare

Member = TypeVar("Member", AddressWork, WorkShare)

QUANTUM = 1_000_000
"""Nanoseconds of work that an address, and a session within it, may use before others have their turn."""


class FairQueue:
    """The pieces that wait: deficit round robin by address, then by session. Costs are handed in.

    Whoever has used up their credit waits until all others have had a turn. A session or address for which
    nothing waited comes first, so that somebody who only types waits for nobody's flood, and it stays first
    while it has credit: a key is a chain of pieces, of which each puts the next. Who owes something pays it
    back in later rounds.
    """

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


TURN, HURRIED_TURN = 4_000_000, 1_000_000
"""Nanoseconds of a core that a turn of the event loop works for clients; then others are heard. The second:
while somebody comes, each of whose dozen steps waits for a turn.
"""
SHORT = 300_000
"""Nanoseconds up to which a piece counts by the time that passed: the thread's own clock costs ten times as
much to read, and is asked only of longer pieces, which may have been interrupted.
"""
LONG = 8_000_000
"""Nanoseconds above which a piece of work is too long, and is told by its name."""
HOUSE = Context()
"""The context in which nothing is anybody's share."""


def _nothing() -> None:
    """Do nothing."""


class WorkQueue:
    """Does what clients have caused. `computed` tells the nanoseconds that this thread has computed,
    `passed` those that have gone by; `after_full_turn` is called when a turn has used up its time and
    something still waits, of short turns after as many as make up a long one. `turn` tells the number of the
    event loop's turn; without it what was used up is there again once something has waited.
    """

    def __init__(
        self,
        long_pieces: LongPieces | None = None,
        computed: Callable[[], int] = thread_time_ns,
        passed: Callable[[], int] = perf_counter_ns,
        after_full_turn: Callable[[], object] = _nothing,
        turn: Callable[[], int] = lambda: 0,
    ) -> None:
        self._queue = FairQueue()
        self._addresses: WeakValueDictionary[str, AddressWork] = WeakValueDictionary()
        self._long = long_pieces or LongPieces()
        self._computed, self._passed = computed, passed
        self._after_full_turn = after_full_turn
        self._turn, self._last_turn = turn, 0
        self._left = TURN
        """What may still be done here and now, before the loop has to hear others."""
        self._full = 0
        """What turns with more to do have worked since `after_full_turn`."""
        self._is_working = self._is_to_go_on = False
        self.coming: set[object] = set()
        """Who has no session so far: each step on their way waits for a turn of the event loop."""

    def share(self, network: str) -> WorkShare:
        """Return a share for a session of an address."""
        address = self._addresses.get(network)
        if address is None:
            address = self._addresses[network] = AddressWork(network)
        return WorkShare(self, address)

    def put(self, share: WorkShare, piece: asyncio.Handle) -> None:
        """Have a piece done in its turn."""
        self._queue.put(share, piece)
        if not self._is_to_go_on:
            handle: Any = piece
            self._go_on_in(handle._loop)  # noqa: SLF001  (it may be about to end, and not be running)

    def run(self, share: WorkShare, piece: asyncio.Handle) -> None:
        """Do a piece here and now if nothing else waits, otherwise in its turn."""
        if self._is_to_wait():
            self.put(share, piece)
        else:
            self._do_now(name_of_handle, piece, piece._run)  # noqa: SLF001  (as the event loop does)

    def do(self, share: WorkShare, call: Callable[..., object], *arguments: object) -> None:
        """Call something in the session's context, likewise."""
        if self._is_to_wait():
            self.put(share, asyncio.Handle(call, arguments, asyncio.get_running_loop(), share.new_context()))
        else:
            self._do_now(name_of, call, share.new_context().run, call, *arguments)

    def _is_to_wait(self) -> bool:
        if self._queue.count or self._is_working:
            return True
        turn = self._turn()
        if turn != self._last_turn:
            self._begin(turn)
        return self._left <= 0

    def _begin(self, turn: int) -> None:
        """Have a turn's whole time again."""
        self._last_turn, self._left = turn, HURRIED_TURN if self.coming else TURN

    def _do_now(
        self, name: Callable[[Any], str], named: object, call: Callable[..., object], *arguments: object
    ) -> None:
        self._is_working = True
        began = self._computed()
        try:
            call(*arguments)
        finally:
            cost = self._computed() - began
            self._is_working = False
            self._left -= cost
            if cost > LONG:
                self._long.tell(name(named), cost)

    def _go_on_in(self, loop: asyncio.AbstractEventLoop) -> None:
        self._is_to_go_on = True
        soon: Any = getattr(loop, "after_hearing", loop.call_soon)
        soon(self._go_on, loop, context=HOUSE)

    def _go_on(self, loop: asyncio.AbstractEventLoop) -> None:
        """Do what one turn of the event loop has time for, unless one like the last would be too much."""
        queue, passed = self._queue, self._passed
        self._is_to_go_on, self._is_working = False, True
        turn = self._turn()
        if not turn or turn != self._last_turn:
            self._begin(turn)
        computed, short_pieces, cost, before = self._computed(), 0, 1, passed()
        while queue.count and self._left >= cost:
            share, piece = queue.take()
            handle: Any = piece
            if handle._cancelled:  # noqa: SLF001  (as the event loop does)
                continue
            handle._run()  # noqa: SLF001  (likewise)
            after = passed()
            cost, before = after - before, after
            if cost > SHORT:
                now = self._computed()
                cost, computed, short_pieces = now - computed - short_pieces, now, 0
            else:
                short_pieces += cost
            queue.charge(share, cost)
            self._left -= cost
            if cost > LONG:
                self._long.tell(name_of_handle(piece), cost)
        self._is_working = False
        if queue.count:
            self._full += HURRIED_TURN if self.coming else TURN
            if self._full >= TURN:
                self._full = 0
                self._after_full_turn()
            if not self._is_to_go_on:
                self._go_on_in(loop)
