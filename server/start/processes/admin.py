"""One answer of a host of several processes to an operator's command.

What every process knows, or brings to the others by a signal, one of them is asked; what each knows of its
own players, all are asked. `server.admin.service` answers in each process.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path

from msgspec.structs import replace

from server.admin import protocol
from server.start.processes.group import ProcessGroup
from server.start.processes.link import LinkLost
from server.start.processes.process import StartedProcess

NOBODY = protocol.CommandDeclined("No process of this host answers now: try again in a moment.")


class GroupAdmin:
    """Answers commands. `reload` reads the limits again, `stop` ends the host."""

    def __init__(
        self, group: ProcessGroup, reload: Callable[[], protocol.AnyAnswer], stop: Callable[[], None]
    ) -> None:
        self._group, self._reload, self._stop = group, reload, stop
        self._asked = 0
        """Commands that are not answered yet."""
        self._stops = False

    def stop(self) -> None:
        """End the host, after every command that was given is answered."""
        self._stops = True
        if not self._asked:
            self._stop()

    async def serve(self, request: protocol.AdminRequest) -> tuple[protocol.AnyAnswer, Path | None]:
        self._asked += 1
        try:
            return await self._serve(request), None
        finally:
            self._asked -= 1
            if self._stops and not self._asked:
                self._stop()

    async def _serve(self, request: protocol.AdminRequest) -> protocol.AnyAnswer:
        if isinstance(request, protocol.NodeRequest) and request.node:
            here = [one for one in self._group.answering if one.node == request.node]
            if not isinstance(request, protocol.WhoRequest):
                answers = await self._ask(here or self._group.answering[:1], request)
                return answers[0] if answers else NOBODY
        match request:
            case protocol.ReloadRequest():
                return await self._noted(request, self._reload())
            case protocol.DrainRequest(move=True):
                return await self._move(request)
            case protocol.WhoRequest() | protocol.HealthRequest() | protocol.DrainRequest():
                answers = await self._ask(self._group.answering, request)
            case _:
                answers = await self._ask(self._group.answering[:1], request)
        if found := [answer for answer in answers if isinstance(answer, protocol.HostStatus)]:
            return _status(found, {one.node for one in self._group.serving})
        if well := [answer for answer in answers if isinstance(answer, protocol.HostHealth)]:
            return replace(
                well[0],
                reached=all(one.reached for one in well),
                sessions=sum(one.sessions for one in well),
                moving=any(one.moving for one in well),
                node=", ".join(one.node for one in well),
            )
        return answers[0] if answers else NOBODY

    async def _noted(self, request: protocol.AdminRequest, answer: protocol.AnyAnswer) -> protocol.AnyAnswer:
        for process in self._group.answering:
            with suppress(LinkLost):
                await process.ask("note", request, answer)
                break
        return answer

    async def _ask(
        self, processes: Sequence[StartedProcess], request: protocol.AdminRequest
    ) -> Sequence[protocol.AnyAnswer]:
        """Ask processes, of which the first notes it; of those that end meanwhile there is no answer."""
        asked = (process.ask("administer", request, process is processes[0]) for process in processes)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        if answers and all(isinstance(answer, BaseException) for answer in answers):
            raise answers[0]
        if answers and isinstance(answers[0], BaseException):
            await self._noted(request, next(one for one in answers if not isinstance(one, BaseException)))
        return [answer for answer in answers if not isinstance(answer, BaseException)]

    async def _move(self, request: protocol.DrainRequest) -> protocol.AnyAnswer:
        """Move the players of all processes to other machines, then end the host."""
        answers = await self._ask(self._group.answering, request)
        if declined := [answer for answer in answers if isinstance(answer, protocol.CommandDeclined)]:
            return declined[0]
        self._stops = True
        return protocol.CommandDone(
            tuple(chain.from_iterable(one.lines for one in answers if isinstance(one, protocol.CommandDone)))
        )


def _status(found: Sequence[protocol.HostStatus], nodes: Collection[str]) -> protocol.HostStatus:
    """Return what all processes, the nodes of these names, see together: each its own sessions, one of them
    those on other machines, and all of them the same tables.
    """
    here = [row for one in found for row in one.sessions if row.here]
    elsewhere = [row for row in found[0].sessions if not row.here and row.node not in nodes]
    return replace(
        found[0],
        sessions=(*sorted(here, key=lambda row: row.since), *elsewhere),
        moving=any(one.moving for one in found),
    )
