"""Tells systemd, or who else started the host so, that it is ready, that it is alive, and that it stops.

The protocol is sd_notify(3): datagrams to a socket that the environment names. Without it, nothing is done.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import Mapping

from server.telemetry.logs import reason

log = logging.getLogger(__name__)

LEAST = 0.05
"""The shortest time between two signs of life, in seconds."""


class ServiceManager:
    """Speaks for this process. `environment` has NOTIFY_SOCKET and, if the manager watches, WATCHDOG_USEC."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        place = environment.get("NOTIFY_SOCKET", "")
        self._address = f"\0{place[1:]}" if place.startswith("@") else place
        self._interval = _interval(environment) if place else 0.0

    def ready(self) -> None:
        """Say that players can come."""
        self._send("READY=1")

    def stopping(self) -> None:
        """Say that the host says goodbye to players."""
        self._send("STOPPING=1")

    async def keep_alive(self) -> None:
        """Say again and again that the event loop runs, twice as often as the manager wants to hear it. What
        hangs is silent, and the manager starts it again.
        """
        while self._interval:
            self._send("WATCHDOG=1")
            await asyncio.sleep(self._interval)

    def _send(self, text: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
                sock.setblocking(False)
                sock.sendto(text.encode(), self._address)
        except OSError as error:
            log.warning("the service manager does not listen", extra={"why": reason(error)})
            self._address, self._interval = "", 0.0


def _interval(environment: Mapping[str, str]) -> float:
    """Return the seconds between two signs of life; 0: nobody wants to hear them."""
    microseconds, pid = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", "")
    if not microseconds.isdecimal() or (pid and pid != str(os.getpid())):
        return 0.0
    return max(LEAST, int(microseconds) / 2_000_000)
