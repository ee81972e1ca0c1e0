"""Outages: the times when a host was down, found from its heartbeats.

Their effect on limits is left to `server.lobby.uptime`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from server.store.journal.subscribers import nothing_to_end
from tui.host.port import Release

ALL_OUTAGES = "SELECT began, ended FROM outages ORDER BY began"
LAST_BEAT = "SELECT max(sign) FROM life"


class Outage(Struct, frozen=True):
    """The time from the last heartbeat to the next start, in seconds since the epoch."""

    began: float
    ended: float


class OutageStore(Protocol):
    """Stores heartbeats and outages."""

    async def begin(self, now: float) -> Sequence[Outage]:
        """Note that the host is up again. Return all outages, including the one that ends now."""
        ...

    async def record_heartbeat(self, now: float) -> None:
        """Store a heartbeat."""
        ...

    def follow(self, found: Callable[[Sequence[Outage]], None]) -> Release:
        """Call `found` with all outages whenever there are more than before: a host whose store did not
        answer was down, too.
        """
        ...


class NoOutages:
    """Stores nothing: for a host that is never restarted."""

    async def begin(self, now: float) -> Sequence[Outage]:  # noqa: ARG002
        """Return no outages."""
        return ()

    async def record_heartbeat(self, now: float) -> None:
        """Do nothing."""

    def follow(self, found: Callable[[Sequence[Outage]], None]) -> Release:  # noqa: ARG002
        """Tell nothing."""
        return nothing_to_end
