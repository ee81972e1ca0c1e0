"""The store of a process that reaches it by a hub."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NoReturn, cast

import asyncssh

from server.hub.link import Link, LinkLost
from server.hub.node import HubNode
from server.nodes.quiet import nothing_to_end
from server.running.store import Store
from server.storage.data_folder import StartupError
from server.storage.journal import Journal
from server.storage.outages import Outage
from tui.host.port import Release

STORES = ("accounts", "bans", "notices", "people", "moderation", "deals", "analyses")
"""What a store has that is asked at the hub as it is."""


def stores_of(store: Store) -> Mapping[str, object]:
    """Return what the hub offers of its store."""
    return {name: getattr(store, name) for name in STORES}


def hub_store(node: HubNode, link: Link, key: asyncssh.SSHKey) -> Store:
    """Return the store of a process that has joined."""
    return Store(
        journal=cast("Journal", node.journal),
        **{name: link.remote(name) for name in STORES},
        outages=ProcessOutages(link),
        nodes=node.nodes,
        clock=time.time,
        host_key=key,
        copy=_left_to_the_hub,
        sentences=_sentences,
        close=node.close,
    )


class ProcessOutages:
    """See `server.storage.outages.OutageStore`."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def begin(self, now: float) -> Sequence[Outage]:
        """See `OutageStore.begin`."""
        found: Sequence[Outage] = await self._link.call("outages", "begin", now)
        return found

    async def record_heartbeat(self, now: float) -> None:
        """See `OutageStore.record_heartbeat`. Without a hub, the process is about to end."""
        with suppress(LinkLost):
            await self._link.call("outages", "record_heartbeat", now)

    def follow(self, found: Callable[[Sequence[Outage]], None]) -> Release:  # noqa: ARG002
        """Tell nothing: while a process runs, the host is not down."""
        return nothing_to_end


@contextmanager
def _sentences() -> Iterator[None]:
    """Raise StartupError if the hub cannot be used."""
    try:
        yield
    except LinkLost as error:
        raise StartupError("The process that has the database is gone.") from error


async def _left_to_the_hub() -> NoReturn:
    raise AssertionError  # operators ask the hub's process
