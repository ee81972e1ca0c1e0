"""Has another node of the host carry out an operator's command, by signals: all nodes hear the question, the
one that is meant answers.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress

from msgspec import Raw, Struct, json
from msgspec.structs import replace

from server.admin import protocol
from server.cluster.signals import Signal
from server.host.host import Host
from server.lobby.completion import BackgroundTasks

LATEST = 30.0
"""Seconds after which a node that was away does not do any more what it is asked."""
LOOK = 1.0
"""Seconds between two looks whether the node is alive still."""

Told = Callable[[protocol.AnyAnswer], Awaitable[None]]


class NodeQuestion(Struct, frozen=True):
    """A command for a node, and until when it may begin."""

    id: str
    until: float
    request: Raw


class OtherNodeCommands:
    """Asks and answers. `serve` carries out what this node is asked, and tells the answer."""

    def __init__(self, host: Host, serve: Callable[[protocol.AdminRequest, Told], Awaitable[object]]) -> None:
        self._host, self._serve = host, serve
        self._nodes, self._now = host.dependencies.nodes, host.dependencies.clock
        self._asked: dict[str, asyncio.Future[protocol.AnyAnswer]] = {}
        self._withdrawn = set[str]()
        """Questions that nobody waits for any more, and that this node has not begun with."""
        self._background = BackgroundTasks("what another node's operator asked could not be done")
        host.signals.follow("asked", lambda signal: self._hear(signal.about, signal.text))
        host.signals.follow("answered", lambda signal: self._answered(signal.about, signal.text))

    async def close(self) -> None:
        """Answer nothing any more."""
        await self._background.close()

    async def ask(self, request: protocol.NodeRequest) -> protocol.AnyAnswer | None:
        """Return what a node answers, None if it is lost meanwhile: then the question is withdrawn, so that a
        node that was told not to be there does not begin later. Raises the error of the store.
        """
        node = request.node
        what = Raw(json.encode(request))
        question = NodeQuestion(self._host.moderation.new_id(), self._now() + LATEST, what)
        answer: asyncio.Future[protocol.AnyAnswer] = asyncio.get_running_loop().create_future()
        self._asked[question.id] = answer
        try:
            await self._nodes.signals.send(Signal("asked", node, json.encode(question).decode()))
            while node in self._nodes.present():
                with suppress(TimeoutError):
                    return await asyncio.wait_for(asyncio.shield(answer), LOOK)
        finally:
            del self._asked[question.id]
        withdrawn = json.encode(replace(question, until=0.0)).decode()
        await self._nodes.signals.send(Signal("asked", node, withdrawn))
        return None

    def nobody(self, node: str) -> protocol.CommandDeclined:
        """What is answered where a node is named that is not there."""
        alive = ", ".join(sorted(self._nodes.present()))
        return protocol.CommandDeclined(
            f"There is no node {node}, or no longer: alive are {alive}."
            if alive
            else "This host is one process and has no nodes."
        )

    def _hear(self, node: str, text: str) -> None:
        if node == self._nodes.name:
            question = json.decode(text, type=NodeQuestion)
            if question.until >= self._now():
                self._background.start(self._do(question))
            else:
                self._withdrawn.add(question.id)

    async def _do(self, question: NodeQuestion) -> None:
        if question.id in self._withdrawn:  # heard together: this node was away
            return

        async def tell(answer: protocol.AnyAnswer) -> None:
            await self._nodes.signals.send(Signal("answered", question.id, json.encode(answer).decode()))

        await self._serve(protocol.decode_request(question.request), tell)

    def _answered(self, question: str, text: str) -> None:
        if (asked := self._asked.get(question)) and not asked.done():
            asked.set_result(protocol.decode_answer(text.encode()))
