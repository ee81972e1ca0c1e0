"""One session's share of the process's work, and whose share the work that runs now is drawn from."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from typing import Protocol

SHARE: ContextVar[WorkShare | None] = ContextVar("share", default=None)
"""Whose work runs here: a session's tasks, and those that they start, inherit it. None: the house's own."""


class Works(Protocol):
    """What a share needs of its queue."""

    def put(self, share: WorkShare, piece: asyncio.Handle) -> None:
        """Have a piece done in its turn."""

    def run(self, share: WorkShare, piece: asyncio.Handle) -> None:
        """Do a piece here and now if nothing else waits, otherwise in its turn."""

    def do(self, share: WorkShare, call: Callable[..., object], *arguments: object) -> None:
        """Call something in the session's context, likewise."""


class AddressWork:
    """What waits of the sessions of one address, and what they may use before others have their turn."""

    __slots__ = ("__weakref__", "count", "credit", "epoch", "is_in", "name", "ring")

    def __init__(self, name: str) -> None:
        self.name = name
        self.ring: deque[WorkShare] = deque()
        self.count = self.credit = self.epoch = 0
        self.is_in = False


class WorkShare:
    """One session's share: its pieces are done in order."""

    __slots__ = ("address", "credit", "epoch", "is_in", "pieces", "urgent", "works")

    def __init__(self, queue: Works, address: AddressWork) -> None:
        self.works = queue
        self.address = address
        self.pieces: deque[asyncio.Handle] = deque()
        self.credit = self.epoch = 0
        self.is_in = False
        self.urgent = 0
        """How much of its work others may wait for."""

    @property
    def count(self) -> int:
        """How many pieces wait."""
        return len(self.pieces)

    @property
    def network(self) -> str:
        """The address that the work is charged to."""
        return self.address.name

    def new_context(self) -> Context:
        """Return a copy of the context in which all work is drawn from this share. The share keeps none: each
        would keep the other until the garbage collector visits them.
        """
        context = copy_context()
        context.run(SHARE.set, self)
        return context

    def run(self, piece: asyncio.Handle) -> None:
        """Do a piece here and now if nothing else waits, otherwise in its turn."""
        self.works.run(self, piece)

    def do(self, call: Callable[..., object], *arguments: object) -> None:
        """Call something in the session's context, likewise."""
        self.works.do(self, call, *arguments)


@contextmanager
def urgent_work() -> Iterator[None]:
    """Have what runs inside the `with` block done before the other work of its address: somebody else may
    wait for it, for example for a lock.
    """
    share = SHARE.get()
    if share is None:
        yield
        return
    share.urgent += 1
    try:
        yield
    finally:
        share.urgent -= 1


def current_network() -> str:
    """Return the address that the work which runs now is charged to; "": it is the house's own."""
    share = SHARE.get()
    return share.network if share else ""
