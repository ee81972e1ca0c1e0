"""The host's absences: signs of life and outages, and who keeps them.

What an outage does to limits is left to `server.lobby.uptime`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct


class Outage(Struct, frozen=True):
    """From the last sign of life to the next start."""

    began: float
    ended: float


class OutageStore(Protocol):
    """Keeps signs of life and outages."""

    async def begin(self, now: float) -> Sequence[Outage]:
        """The host is up again: all outages so far, the one that ends now included."""
        ...

    async def sign(self, now: float) -> None:
        """The host is alive."""
        ...


class NoOutages:
    """For a host that has nothing to come back to."""

    async def begin(self, now: float) -> Sequence[Outage]:  # noqa: ARG002
        return ()

    async def sign(self, now: float) -> None:
        pass
