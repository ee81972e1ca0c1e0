"""What a key has caused while its app works on it: handled at the key's end, in the same turn of the loop.

Messages of ours that go upwards are handed to the nodes that take them, as if each had taken its own turn.
What waits until the app is idle is done at once if the key has left nothing to be done, and waits as ever
otherwise.
"""

# ruff: noqa: SLF001  (a module for private places)
from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

from textual._context import active_message_pump
from textual.message import Message
from textual.message_pump import MessagePump

from tui.wire.private.when_idle import WhenIdle

_PLACES: tuple[tuple[type, str, str], ...] = (
    (MessagePump, "_message_queue", "a message waits behind those that wait already"),
    (MessagePump, "_dispatch_message", "a message is handled as if its node had taken it from its queue"),
    (
        MessagePump,
        "_on_message _next_callbacks _flush_next_callbacks",
        "its handlers run as those of its node",
    ),
    (Message, "_prevent", "what is prevented where it was made is prevented where it is handled"),
    (MessagePump, "_closing _closed", "nobody hands anything to a node that ends"),
)
PLACES = tuple((owner, name, reason) for owner, names, reason in _PLACES for name in names.split())
"""(class, name, reason)."""


class KeyTurn:
    """The work on one key. `afterwards` is done at its end, after what the key itself asks for and what the
    keys before it have left to it.
    """

    def __init__(self, afterwards: list[WhenIdle], left: list[WhenIdle]) -> None:
        self._task = asyncio.current_task()
        self._messages: deque[tuple[MessagePump, Message]] = deque()
        self._waiting = left
        self._afterwards = afterwards

    @property
    def is_here(self) -> bool:
        """Returns whether it is the key that runs now, and not another task while the key waits."""
        return asyncio.current_task() is self._task

    def hand(self, node: MessagePump, message: Message) -> bool:
        """Keeps a message for a node until the key is done. False: it has to go to the node's queue."""
        taker: Any = node
        if not self.is_here or taker._message_queue.values or not node.check_message_enabled(message):
            return False
        self._messages.append((node, message))
        return True

    def wait(self, waiting: WhenIdle) -> None:
        """Keeps what waits until the app is idle."""
        self._waiting.append(waiting)

    async def hand_out(self) -> None:
        """Has the messages handled, and those that they cause."""
        while self._messages:
            node, message = self._messages.popleft()
            if not (node._closing or node._closed):
                await self._work_on(node, message)

    async def _work_on(self, node: MessagePump, message: Message) -> None:
        token = active_message_pump.set(node)
        try:
            if message._prevent:
                await node._dispatch_message(message)
                return
            await node._on_message(message)
            if node._next_callbacks:
                await node._flush_next_callbacks()
        finally:
            active_message_pump.reset(token)

    def end(self, *, at_once: bool, paints: bool = True) -> list[WhenIdle]:
        """Does what waits, at once or as soon as the app is idle. Returns what is left to the next key: all
        that the key itself has asked for, unless it `paints`.
        """
        now, left = (self._waiting, []) if paints else ([], self._waiting)
        for waiting in (*now, *self._afterwards):
            waiting.go_on(at_once=at_once)
        return left
