"""PostgreSQL as chaos treats it: restarted, crashed, gone for a while, and replaced by its standby."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from pathlib import Path

from tests.server.running_postgres import RunningPostgres

REPLICATING = (
    "wal_level=replica", "max_wal_senders=4", "wal_keep_size=256MB", "hot_standby=on",
    "wal_retrieve_retry_interval=200ms",
)  # fmt: skip
SYNCHRONOUS = "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
END_CONNECTIONS = """
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() AND
"""
WITHIN = 60.0


class PostgresPair:
    """A primary and, after `add_standby`, a synchronous standby of it; `parent` as for `RunningPostgres`."""

    def __init__(self, parent: Path | None = None) -> None:
        self._parent = parent
        self.primary = RunningPostgres(*REPLICATING, parent=parent)
        self.standby: RunningPostgres | None = None

    def socket(self) -> Path:
        """Where the primary of the moment listens."""
        return self.primary.socket

    async def add_standby(self) -> None:
        """Copy the primary into a standby, and make the primary wait for it at each commit from now on."""
        self.standby = await asyncio.to_thread(
            RunningPostgres, *REPLICATING, copy_of=self.primary, parent=self._parent
        )
        await self.primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        await self.primary.execute("SELECT pg_reload_conf()")
        deadline = time.monotonic() + WITHIN
        while not await self.is_synchronous():
            assert time.monotonic() < deadline, "the standby never became synchronous"
            await asyncio.sleep(0.1)

    async def is_synchronous(self) -> bool:
        """Whether every commit waits for the standby now."""
        with suppress(Exception):
            ((count,),) = await self.primary.execute(SYNCHRONOUS)
            return bool(count)
        return False

    async def restart(self, mode: str) -> None:
        """Stop it ("fast", or "immediate": without a word) and start it again."""
        await asyncio.to_thread(self.primary.stop, mode)
        await asyncio.to_thread(self.primary.start)

    async def crash(self, seconds: float) -> None:
        """Kill all its processes, and start it again after some seconds."""
        await asyncio.to_thread(self.primary.kill)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(self.primary.start)

    async def fail_over(self) -> bool:
        """Kill the primary for good and let its synchronous standby take over; False: there is none now."""
        if self.standby is None or not await self.is_synchronous():
            return False
        lost, self.primary, self.standby = self.primary, self.standby, None
        await asyncio.to_thread(lost.kill)
        await asyncio.to_thread(self.primary.promote)
        await asyncio.to_thread(lost.remove)
        return True

    async def end_connections(self, which: str) -> None:
        """End the connections whose row of pg_stat_activity fits a condition."""
        await self.primary.execute(END_CONNECTIONS + f"({which})")

    def remove(self) -> None:
        """End both and remove their data."""
        for one in (self.primary, self.standby):
            if one:
                one.remove()
