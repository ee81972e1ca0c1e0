"""A client's keys: told from the bytes that its terminal sends, worked on at once, and what each has caused
handled at its end, in the same turn of the event loop.

A key that is posted to an app waits for another turn of the loop, in which the app's task wakes up, takes the
key, and goes to sleep again. If that task waits for nothing but a message, its work on a key can as well be
begun where the key comes in. Should the work have to wait for something, the task goes on with it.

Messages of ours that go upwards are handed to the nodes that take them, as if each had taken its own turn.
What waits until the app is idle is done at once if the key has left nothing to be done, and waits as ever
otherwise.
"""

# ruff: noqa: SLF001  (a module for private places)
from __future__ import annotations

import asyncio
import re
from asyncio.tasks import _enter_task, _leave_task
from collections import deque
from collections.abc import Callable, Coroutine, Generator, Iterable
from contextvars import Context
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

from textual import events
from textual._context import active_message_pump
from textual._queue import Queue
from textual._xterm_parser import XTermParser
from textual.keys import Keys
from textual.message import Message
from textual.message_pump import MessagePump

from tui.wire.private.when_idle import WhenIdle
from tui.wire.terminal.key_forms import older_form

_PLACES: tuple[tuple[type, str, str], ...] = (
    (XTermParser, "_timeout_time", "a lone ESC is told by our clock"),
    (XTermParser, "_gen", "a dead parser holds on to itself"),
    (XTermParser, "_parse_extended_key", "a cache of all sessions holds on to dead parsers"),
    (XTermParser, "_sequence_to_key_events", "sequences that mean nothing would be typed as letters"),
    (Queue, "values ready_event", "whether a task waits for a message"),
    (asyncio.Event, "_waiters", "whether a task waits for a message"),
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


OWN_KEYS = MappingProxyType({"\x1b\t": "shift+tab"})
"""Sequences that the Linux console sends."""


WHOLE = re.compile(r"\x1b(\[(?!M)[0-?]*[ -/]*[@-Z\\-~]|\[\[[A-Z]|O[0-9;]*[ A-Za-z])")
"""A complete sequence, so that whatever follows is another key. After `CSI M` there are three characters of a
mouse report (`tui.wire.line.reports`).
"""


MOST_CHARACTERS = 8
"""The characters of the longest input that is looked up instead of parsed."""


def keys_of(text: str) -> tuple[tuple[str, str | None], ...]:
    """Returns the key that this input is, as names and characters of `Key`, if nothing came before it that it
    could belong to. Empty: it is no single key, and a parser has to read it.
    """
    return (
        _keys_of(text) if len(text) == 1 or (len(text) <= MOST_CHARACTERS and WHOLE.fullmatch(text)) else ()
    )


@lru_cache(maxsize=512)
def _keys_of(text: str) -> tuple[tuple[str, str | None], ...]:
    if "\x80" <= text <= "\x9f":
        return ()
    parser = KeyParser()
    try:
        found = list(parser.feed(text))
    except (ValueError, OverflowError):
        return ()
    finally:
        parser.close()
    keys = tuple((event.key, event.character) for event in found if isinstance(event, events.Key))
    return keys if len(keys) == len(found) and not parser.waits else ()


class KeyParser(XTermParser):
    """Textual's parser of the bytes that terminals send for keys, with our clock."""

    def __init__(self) -> None:
        super().__init__(debug=False)

    @property
    def waits(self) -> bool:
        """True if an ESC may be a key or the beginning of a sequence."""
        return self._timeout_time is not None

    def give_up_waiting(self) -> Iterable[Message]:
        """Yields the keys of what has come so far, as nothing follows: an ESC alone is a key."""
        if self.waits:
            self._timeout_time = 0.0
        return self.tick()

    def close(self) -> None:
        """Parses nothing more. Its generator holds on to the parser, and the parser to it, until it ends."""
        self._gen.close()

    def _parse_extended_key(  # type: ignore[override]
        self, sequence: str
    ) -> list[events.Key] | None:
        """Parses a key of the Kitty protocol; None for a number that is no character. Textual raises for such
        a number, and the parser with all that follows would be lost. Textual's cache of this method keeps the
        last thousand parsers alive, with all that was typed.
        """
        try:
            return XTermParser._parse_extended_key.__wrapped__(self, sequence)
        except (ValueError, OverflowError):
            return None

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        """Yields the keys of all forms in which terminals send them, and those that are missing in Textual's
        table. A complete sequence without a meaning yields nothing; otherwise it would be typed letter by
        letter.
        """
        older = older_form(sequence) if len(sequence) > 2 else sequence
        if older is None:
            return [events.Key(Keys.Ignore, sequence)]
        if older != sequence:
            return super()._sequence_to_key_events(older, alt)
        if sequence in OWN_KEYS:
            return [events.Key(OWN_KEYS[sequence], None)]
        found = list(super()._sequence_to_key_events(sequence, alt))
        whole = len(sequence) > 1 and WHOLE.fullmatch(sequence)
        return [events.Key(Keys.Ignore, sequence)] if whole and not found else found


def waits_for_message(queue: Queue[Any]) -> bool:
    """Returns whether a task sleeps until there is a message in its queue, and none is there."""
    ready: Any = queue.ready_event
    return bool(ready._waiters) and not (queue.values or ready.is_set())


class BegunWork:
    """Work that was begun and has to wait for something; whoever awaits this goes on with it."""

    def __init__(self, work: Coroutine[Any, Any, None], context: Context, waits_for: object) -> None:
        self._work, self._context, self._waits_for = work, context, waits_for

    async def finish(self) -> None:
        """Does the rest."""
        await self

    def __await__(self) -> Generator[Any, None, None]:
        go_on: Callable[[], object]
        while True:
            try:
                yield self._waits_for
            except BaseException as error:  # noqa: BLE001  (the work gets it, a cancellation too)
                go_on = partial(self._work.throw, error)
            else:
                go_on = partial(self._work.send, None)
            try:
                self._waits_for = self._context.run(go_on)
            except StopIteration:
                return


def begin(work: Coroutine[Any, Any, None], task: asyncio.Task[Any], context: Context) -> BegunWork | None:
    """Does work as if a task did it, in a context like the task's, as far as it goes without waiting. Returns
    what is left to do; None: nothing. Raises what the work raises. No other task may be running.
    """
    loop = asyncio.get_running_loop()
    _enter_task(loop, task)
    try:
        waits_for = context.run(work.send, None)
    except StopIteration:
        return None
    finally:
        _leave_task(loop, task)
    return BegunWork(work, context, waits_for)


class KeyTurn:
    """The work on one key. `afterwards` is done at its end, after what the key itself asks for and what the
    keys before it have left to it.
    """

    def __init__(self, task: asyncio.Task[Any], afterwards: list[WhenIdle], left: list[WhenIdle]) -> None:
        self._task, self._loop = task, task.get_loop()
        self._messages: deque[tuple[MessagePump, Message]] = deque()
        self._waiting = left
        self._afterwards = afterwards

    @property
    def is_here(self) -> bool:
        """Returns whether it is the key that runs now, and not another task while the key waits."""
        return asyncio.current_task(self._loop) is self._task

    def hand(self, node: MessagePump, message: Message) -> bool:
        """Keeps a message for a node until the key is done. False: it has to go to the node's queue."""
        taker: Any = node
        if not self.is_here or taker._message_queue.values:
            return False
        self._messages.append((node, message))
        return True

    def wait(self, waiting: WhenIdle) -> bool:
        """Keeps what waits until the app is idle. False: it is not the key that runs now."""
        if not self.is_here:
            return False
        self._waiting.append(waiting)
        return True

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
