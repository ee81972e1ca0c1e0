"""Looks for damage in the database of a running host, again and again: `crownhouse check` in a process of its
own, which works while nothing else wants the processor. What it finds is told to operators and balancers; the
host goes on.

A small database is looked at every ten minutes; checks together take at most a fiftieth of a processor.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from msgspec.structs import replace

from engine.game import printable
from server.admin.listener import ServeRequest
from server.admin.protocol import AdminRequest, AnyAnswer, HostHealth, HostStatus
from server.analysis.processes import started
from server.budget.idle_priority import work_idly
from server.telemetry.logs import reason
from server.telemetry.sentences import shortened

log = logging.getLogger(__name__)

FIRST, PAUSE = 60.0, 600.0
"""Seconds before the first check, and at least between two."""
SHARE = 50
"""A check is followed by a pause that is so many times as long as it has worked."""
DAMAGED = 1
"""The exit status of `crownhouse check` where something is damaged."""
LONGEST = 300
Check = Callable[[Path], Awaitable[str]]
"""Returns what is wrong with a database, '' if nothing is."""


class DamageWatch:
    """`found`: what is wrong with the database at `path`, '' as far as is known."""

    def __init__(self, path: Path, check: Check | None = None) -> None:
        self._path = path
        self._check = check or checked
        self.found = ""

    async def keep(self, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        """Look again and again, until damage is found: that stays until the host starts anew."""
        await pause(FIRST)
        while not self.found:
            before = _worked()
            await self.look()
            await pause(max(PAUSE, SHARE * (_worked() - before)))

    async def look(self) -> None:
        """Look once. Damage has to be found twice: a file that is written may look odd for a moment."""
        try:
            found = await self._check(self._path) and await self._check(self._path)
        except OSError as error:
            log.warning("the database could not be checked", extra={"why": reason(error)})
            return
        if found:
            self.found = found
            log.error("the database is damaged", extra={"file": str(self._path), "why": found})

    def told_to(self, serve: ServeRequest) -> ServeRequest:
        """Return what answers operators, with what was found."""

        async def told(request: AdminRequest) -> tuple[AnyAnswer, Path | None]:
            answer, file = await serve(request)
            if isinstance(answer, HostStatus | HostHealth):
                answer = replace(answer, damage=self.found)
            return answer, file

        return told


def _worked() -> float:
    """Return for how many seconds other processes of this one have worked that have ended."""
    times = os.times()
    return times.children_user + times.children_system


async def checked(path: Path) -> str:
    """Have another process check a database. Raises OSError if it cannot be started."""
    command = (sys.executable, "-m", "server", "check", str(path))
    process = await started(*command, stdout=asyncio.subprocess.DEVNULL, preexec_fn=work_idly)
    try:
        _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    lines = said.decode("utf-8", "replace").splitlines()
    return printable(shortened(lines[0], LONGEST)) if process.returncode == DAMAGED and lines else ""
