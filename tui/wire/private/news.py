"""Hands messages to the nodes of an app in Textual's order, but directly.

Textual posts a message from node to node until one stops it, which takes a turn of the event loop for each,
and searches all classes of each node for a handler every time. Here the handlers of a class are looked up
once, and a message goes straight to the next node that has one. The order of handlers, and what stops a
message, are unchanged.

Before each call of a function that is called later Textual looks up how many arguments it takes, again for
every function object that was made for one use: some fifty times at a session's start. Here every such
function takes none and is marked accordingly.
"""

# ruff: noqa: SLF001  (a module for private places)
from __future__ import annotations

from asyncio import sleep
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from inspect import isawaitable, iscoroutinefunction, signature
from types import FunctionType
from typing import Any, NamedTuple, cast

from textual._context import active_message_pump
from textual.events import Callback, Event
from textual.message import Message
from textual.message_pump import MessagePump
from textual.widget import Widget

_PLACES: tuple[tuple[type, str, str], ...] = (
    (MessagePump, "_get_dispatch_methods", "handlers are looked for once for each class"),
    (MessagePump, "_on_message", "a message goes straight to who takes it"),
    (MessagePump, "_parent", "who is above"),
    (Widget, "_on_key", "a key is not looked for among the names of methods"),
    (MessagePump, "_closing _closed", "nobody hands anything to a node that ends"),
    (MessagePump, "_decorated_handlers", "handlers of Textual's own that are chosen otherwise"),
    (Message, "_no_default_action", "a handler ends what base classes would do"),
    (Message, "_stop_propagation", "a handler keeps a message from those above"),
    (Message, "_sender", "a message stops at who sent it"),
    (Message, "_bubble_to", "a message goes on upwards"),
    (MessagePump, "_next_callbacks _get_prevented_messages", "what is called next is called as it is"),
    (Message, "_prevent", "what is called next prevents what its caller prevented"),
)
PLACES = tuple((owner, name, reason) for owner, names, reason in _PLACES for name in names.split())
"""(class, name, reason)."""


NOTHING_TO_DO: frozenset[FunctionType] = frozenset((cast("FunctionType", Widget._on_key),))
"""Handlers of Textual's that do nothing on our nodes: it looks for methods that are named after a key."""


class Handler(NamedTuple):
    """A method of a node's class. `is_told`: its argument is the message; `waits`: it is a coroutine."""

    owner: type
    method: Any
    is_told: bool
    waits: bool


def handlers(node: MessagePump, message: Message) -> tuple[Handler, ...] | None:
    """Returns what a node does with a message, in order. None: Textual has to look."""
    kind: Any = type(message)
    return _of_class(type(node), kind)


@lru_cache(maxsize=4096)
def _of_class(node: type, message: type[Any]) -> tuple[Handler, ...] | None:
    decorated = (vars(cls).get("_decorated_handlers") or () for cls in node.__mro__)
    if any(issubclass(message, wanted) for chosen in decorated for wanted in chosen):
        return None
    return _named(node, message.handler_name)


@lru_cache(maxsize=4096)
def _named(node: type, name: str) -> tuple[Handler, ...]:
    found = ((cls, vars(cls).get(f"_{name}") or vars(cls).get(name)) for cls in node.__mro__)
    idle = NOTHING_TO_DO if issubclass(node, FastDispatch) else frozenset()
    return tuple(
        Handler(cls, method, len(signature(method).parameters) > 1, iscoroutinefunction(method))
        for cls, method in found
        if isinstance(method, FunctionType) and method not in idle
    )


def _takes(node: MessagePump, message: Message) -> bool:
    """Returns whether a node may do something with a message; for Textual's own nodes that is not known."""
    return not isinstance(node, FastDispatch) or handlers(node, message) != ()


async def _work_on(node: MessagePump, message: Message) -> None:
    for _, method, is_told, waits in _named(type(node), message.handler_name):
        if message._no_default_action:
            break
        result = method(node, message) if is_told else method(node)
        if result is not None and (waits or isawaitable(result)):
            await result


CROWD = 8
"""While so many more messages wait, each callback is a step of the event loop of its own."""


class Completed(partial[Any]):
    """A function that takes no arguments."""

    _param_count = 0
    """Textual reads this first."""


class DirectCalls(MessagePump):
    """A node whose callbacks are called without that lookup. Without it a connection takes 6 to 10 % more CPU
    (4.6 % more calls), a key the same.
    """

    def call_later(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool:
        """Calls back after all waiting messages."""
        return self.post_message(Callback(callback=Completed(callback, *args, **kwargs)))

    def call_next(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Calls back after the present message."""
        message = Callback(callback=Completed(callback, *args, **kwargs))
        message._prevent.update(self._get_prevented_messages())
        self._next_callbacks.append(message)
        self.check_idle()


class FastDispatch(DirectCalls):
    """A node that gets messages directly. A message of ours that is posted to it and that it has no handler
    for goes to the nearest node above that has one.

    Without the three methods a key takes 44 % more CPU (20 % more calls), a connection 17 % (18 %); each of
    them alone costs less, because the others make up for it.
    """

    def let_go(self) -> None:
        """Called when a dead node is taken apart: lets go of what its dictionary does not name."""

    def _get_dispatch_methods(self, method_name: str, message: Message) -> Iterator[tuple[type, Any]]:
        """Looks handlers up once for each class. Without it: 2.8 % more calls in a key."""
        if handlers(self, message) is None:
            yield from super()._get_dispatch_methods(method_name, message)
            return
        for owner, method, *_ in _named(type(self), method_name):
            if message._no_default_action:
                break
            yield owner, method.__get__(self, owner)

    async def _on_message(self, message: Message) -> None:
        """Handles a message without the log lines and lookups of Textual. Without it: 4.9 % more calls in a
        connection, 1.6 % in a key.
        """
        if handlers(self, message) is None:
            await super()._on_message(message)
            return
        await _work_on(self, message)
        if message.bubble and not message._stop_propagation:
            self._hand_up(message)
        if isinstance(message, Callback) and self._message_queue.qsize() >= CROWD:
            await sleep(0)  # answers to many keys come at once; all in one step, others would wait for them

    def post_message(self, message: Message) -> bool:
        """Skips nodes without a handler. Else: 3.1 % more calls in a key, 8 % more CPU of a connection."""
        textuals = isinstance(message, Event) or message.no_dispatch or not message.bubble
        if textuals or _takes(self, message):
            return super().post_message(message)
        if self._closing or self._closed:
            return False
        self._hand_up(message)
        return True

    def _hand_up(self, message: Message) -> None:
        """Passes a message to the nearest node above with a handler; its sender is the last to get it."""
        above = self._parent
        while above is not None:
            if message._sender is above:
                message.stop()
            if _takes(above, message):
                if not (above._closing or above._closed):
                    self._give(above, message)
                return
            above = None if message._stop_propagation else above._parent

    def _give(self, above: MessagePump, message: Message) -> None:
        app = self.app
        handed = isinstance(app, FastDispatch) and app.hands(above, message)
        if not handed and self.is_attached:
            message._bubble_to(above)

    def hands(self, node: MessagePump, message: Message) -> bool:  # noqa: ARG002
        """Returns whether an app has a message handled at the end of the key that it works on."""
        return False


async def dispatch_upwards(nodes: Iterable[MessagePump], event: Event, end: MessagePump) -> bool:
    """Has an event handled by nodes of which each is above the one before, up to but not including `end`, one
    after the other and at once. False: one of them stopped it.
    """
    for here in nodes:
        if here is end:
            break
        if _named(type(here), event.handler_name):
            token = active_message_pump.set(here)
            try:
                await _work_on(here, event)
            finally:
                active_message_pump.reset(token)
            if event._stop_propagation:
                return False
            event._no_default_action = False
    return True
