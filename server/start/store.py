"""Everything that depends on which store a host has. `server.start.stores` opens it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from pathlib import Path

import asyncssh
from msgspec import Struct, field

from server.cluster.nodes import Nodes
from server.start.host_keys import Keyring
from server.store.journal.journal import Journal
from server.store.outages import OutageStore
from server.store.stores import Stores


class Store(Struct, frozen=True, kw_only=True):
    """What a host stores in one place, and what it shares with its other nodes there. `copy` makes a copy of
    the database for an operator and returns its path, or raises NoBackup. `shrink` gives room of its file
    back and returns how many bytes, `settle` leaves nothing in the log beside it; None: the database does it
    itself. Inside of `sentences()`, errors of the store become StartupError. `hurry` has nothing wait for a
    store that is away for longer than so many seconds. `close` returns after everything is written; it may
    be called twice.
    """

    journal: Journal
    stores: Stores
    outages: OutageStore
    nodes: Nodes = field(default_factory=Nodes)
    clock: Callable[[], float]
    """The time that all nodes agree on, in seconds since the epoch."""
    host_key: asyncssh.SSHKey
    keyring: Keyring | None = None
    copy: Callable[[], Awaitable[Path]]
    shrink: Callable[[], Awaitable[int]] | None = None
    settle: Callable[[], Awaitable[None]] | None = None
    sentences: Callable[[], AbstractContextManager[None]]
    hurry: Callable[[float], None] = lambda _: None
    close: Callable[[], Awaitable[None]]
