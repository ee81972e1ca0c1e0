"""Outages: the times when a host was down, found from its heartbeats.

Their effect on limits is left to `server.lobby.uptime`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec import Struct

from server.store.database.backup import BEAT
from server.store.journal.subscribers import nothing_to_end
from server.store.sql import Sql, Transaction
from tui.host.port import Release

log = logging.getLogger(__name__)

ALL_OUTAGES = "SELECT began, ended FROM outages ORDER BY began"
LAST_BEAT = "SELECT max(sign) FROM life"
ADD_OUTAGE = "INSERT INTO outages (began, ended) VALUES ($1, $2)"
FORGET_BEATS = "DELETE FROM life"
BEHIND = 60.0
"""Seconds before the last heartbeat: then somebody has set the clock back; less is a correction of it."""


class Outage(Struct, frozen=True):
    """The time from the last heartbeat to the next start, in seconds since the epoch."""

    began: float
    ended: float


class OutageStore(Protocol):
    """Stores heartbeats and outages."""

    async def begin(self, now: float) -> Sequence[Outage]:
        """Note that the host is up again. Return all outages, including the one that ends now."""

    async def record_heartbeat(self, now: float) -> None:
        """Store a heartbeat."""

    def follow(self, found: Callable[[Sequence[Outage]], None]) -> Release:
        """Call `found` with all outages whenever there are more than before: a host whose store did not
        answer was down, too.
        """


class StoredOutages(OutageStore):
    """The outages of a host that is one process."""

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def begin(self, now: float) -> Sequence[Outage]:
        async def job(transaction: Transaction) -> Sequence[Outage]:
            last = await transaction.value(LAST_BEAT)
            if last is not None and last < now:
                await transaction.execute(ADD_OUTAGE, last, now)
            elif last is not None and last - now > BEHIND:
                log.warning("this machine's clock is behind the store", extra={"seconds": round(last - now)})
            await _beat(transaction, now)
            return [Outage(*row) for row in await transaction.fetch(ALL_OUTAGES)]

        return await self._database.run(job)

    async def record_heartbeat(self, now: float) -> None:
        await self._database.run(lambda transaction: _beat(transaction, now))

    def follow(self, found: Callable[[Sequence[Outage]], None]) -> Release:  # noqa: ARG002
        """Tell nothing: a file in the data folder is there for as long as its host."""
        return nothing_to_end


async def _beat(transaction: Transaction, now: float) -> None:
    await transaction.execute(FORGET_BEATS)
    await transaction.execute(BEAT, now)
