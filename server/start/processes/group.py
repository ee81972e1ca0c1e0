"""All processes of a host: started, started again when one is lost, and ended together."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable, Sequence

from server.settings.current_limits import NodePart
from server.start.processes.process import StartedProcess
from server.store.database.data_folder import StartupError
from server.transport.acceptor import LoginEnded

log = logging.getLogger(__name__)

FIRST_PAUSE, LONGEST_PAUSE = 0.1, 30.0
"""Seconds until a lost process is started again: each pause is twice the one before..."""
SETTLED = 60.0
"""...unless it had run for so many seconds."""
HUNG = 30.0
"""Seconds without a heartbeat after which a process is ended, so that another can be started."""


class ProcessGroup:
    """Keeps `number` processes running from `start` to `close`; `make` prepares one. `lost` is called with
    each that has ended by itself.
    """

    def __init__(
        self, number: int, make: Callable[[], StartedProcess], lost: Callable[[StartedProcess], None]
    ) -> None:
        self._number, self._make, self._lost = number, make, lost
        self._processes: list[StartedProcess] = []
        self._keeping: list[asyncio.Task[None]] = []
        self._fingerprint = ""

    @property
    def serving(self) -> Sequence[StartedProcess]:
        """The processes that serve players now, also if they hang."""
        return [process for process in self._processes if process.has_started]

    @property
    def answering(self) -> Sequence[StartedProcess]:
        """Those of them that do not hang."""
        return [process for process in self._processes if process.answers]

    def parts(self) -> Sequence[NodePart]:
        """Return the parts of the host's limits that the processes have which do not hang."""
        return tuple(process.part for process in self.answering)

    def is_reached(self) -> bool:
        """Return whether any process takes players."""
        return any(process.is_reached for process in self.answering)

    async def start(self) -> str:
        """Start all processes, and return the fingerprint of the host's key once all of them serve. Raises
        StartupError.
        """
        self._processes = [self._make() for _ in range(self._number)]
        for process in self._processes:
            await process.start()
        fingerprints = [await process.fingerprint for process in tuple(self._processes)]
        self._keeping = [asyncio.ensure_future(self._keep(process)) for process in tuple(self._processes)]
        return fingerprints[0]

    async def close(self) -> None:
        """End all processes as a host ends."""
        for task in self._keeping:
            task.cancel()
        await asyncio.gather(*self._keeping, return_exceptions=True)
        await asyncio.gather(*(process.end() for process in self._processes))
        for process in self._processes:
            process.link.close()

    def take(self, sock: socket.socket, address: str, leave: LoginEnded) -> None:
        """Hand an accepted connection to the process with the fewest players."""
        for process in sorted(self.serving, key=lambda one: (not one.answers, one.load)):
            if process.take(sock, address, leave):
                return
        sock.close()
        leave(False)

    async def keep_looking(self) -> None:
        """End processes that hang, until cancelled."""
        while True:
            await asyncio.sleep(HUNG / 10)
            for process in self.serving:
                if time.monotonic() - process.heard > HUNG:
                    log.error("a process hangs and is ended", extra={"node": process.node})
                    process.kill()

    async def _keep(self, process: StartedProcess) -> None:
        """Start another process whenever one has ended, until cancelled."""
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            status = await process.ended()
            log.error(
                "a process has ended: it is started again", extra={"node": process.node, "status": status}
            )
            self._lost(process)
            pause = FIRST_PAUSE if time.monotonic() - began > SETTLED else min(2 * pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)
            after = self._make()
            self._processes[self._processes.index(process)] = process = after
            await process.start()
            try:
                await process.fingerprint
            except StartupError as why:
                log.warning("a process cannot start", extra={"why": str(why)})
