"""An app that shares its process with others: it prints nothing, and is taken apart when its session ends."""

# ruff: noqa: SLF001  (a module for private places)
from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextvars import Context, copy_context
from operator import attrgetter
from types import MappingProxyType
from typing import Any, cast

from rich.console import Console, RenderableType
from textual import events
from textual._animator import Animator
from textual._node_list import NodeList
from textual.actions import SkipAction
from textual.app import App
from textual.dom import DOMNode
from textual.filter import LineFilter
from textual.message import Message
from textual.message_pump import MessagePump
from textual.reactive import Reactive
from textual.screen import Screen
from textual.widget import Widget

from tui.wire.private.keys import KeyTurn, begin, waits_for_message
from tui.wire.private.news import FastDispatch, dispatch_upwards
from tui.wire.private.stylesheet import SharedStylesheet
from tui.wire.private.when_idle import WhenIdle

log = logging.getLogger(__name__)

_PLACES: tuple[tuple[type, str, str], ...] = (
    (App, "_display", "frames go to our encoder instead of the console"),
    (App, "_batch_count", "nothing is shown while the app batches its updates"),
    (App, "_handle_exception", "errors are logged, players get a sentence"),
    (App, "_fatal_error", "Textual's traceback is neither made nor printed"),
    (App, "_close_messages_no_wait", "an app that failed ends"),
    (App, "_capture_stdout _capture_stderr", "overlapping apps unwind redirected streams wrongly"),
    (App, "_disable_tooltips _disable_notifications", "their styles need a theme's variables"),
    (App, "_process_messages", "run_async without its task factory for the whole loop"),
    (App, "_check_bindings", "a key is worked on in one turn of the loop"),
    (App, "_parse_action _dispatch_action", "what a key does is looked up once"),
    (App, "_screen_stack _screen_stacks", "which screen is on top, without a call: an app has one stack"),
    (App, "_resize_event", "whether the window has changed"),
    (Console, "_environ", "an app keeps no copy of the process's environment"),
    (Reactive, "internal_name", "which node has the focus"),
    (DOMNode, "_bindings", "a key is looked for where it is bound"),
    (MessagePump, "_message_queue", "whether something waits to be handled"),
    (DOMNode, "_nodes", "whether something waits to be handled"),
    (NodeList, "_nodes _updates", "whether something waits to be handled"),
    (Message, "_set_forwarded", "a key is worked on once"),
    (App, "_running", "whether there is somebody to paint for"),
    (App, "_animator", "a dead app lets go of what ties it together"),
    (Animator, "_timer", "a dead app lets go of what ties it together"),
    (Screen, "_push_result_callback", "the first screen can be switched away from"),
    (Screen, "_closed", "a screen that is gone has nothing to work on"),
)
PLACES = tuple((owner, name, reason) for owner, names, reason in _PLACES for name in names.split())
"""(class, name, reason). Instance attributes are looked for in the class's source."""


BoundAction = tuple[DOMNode, str, tuple[object, ...]]
"""Whose action a key is, its name and what it is given."""


NO_ENVIRONMENT: Mapping[str, str] = MappingProxyType({})


class QuietApp(FastDispatch, App[None], inherit_css=False):
    """An app that shares its process with many others: it passes its screen to `shown`, prints nothing, reads
    no environment, and ends alone if it fails. An app has so many attributes that Python doubles their
    dictionary for a few more: plain values have slots, here and in its subclasses.
    """

    __slots__ = ("_has_answered", "_has_failed", "another_follows")
    SUSPENDED_SCREEN_CLASS = ""
    _screen_stack: Any = ()

    def __init__(self) -> None:
        super().__init__(ansi_color=True)
        self.console._environ = NO_ENVIRONMENT
        self.error_console = self.console
        self._screen_stack = self._screen_stacks[self.DEFAULT_MODE]
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self.animation_level = "none"
        self._has_failed = False
        self._task_factory: Any = None
        self._disable_tooltips = self._disable_notifications = True
        self._dead: list[Widget] = []
        self._dead_before: list[Widget] = []
        self._burying = WhenIdle(self, self._take_older_apart)
        self._key_turn: KeyTurn | None = None
        self._chain: list[DOMNode] = []
        """The nodes from the focus upwards, as they were at the last key."""
        self._bound: dict[tuple[str, bool], list[BoundAction]] = {}
        """What keys do for the nodes of the chain, with priority or without."""
        self._nodes_here: tuple[Any, int, list[Any]] = None, 0, []
        """The screen on top, which change of its nodes that was, and its nodes."""
        self._own_task: asyncio.Task[Any] | None = None
        self._key_context: Context | None = None
        """A copy of the context in which the app's task works on keys; None before the first one."""
        self._after_next_key: list[WhenIdle] = []
        self._left_to_next_key: list[WhenIdle] = []
        self._has_answered = False
        """Whether a key's end is worked on that has left nothing but widgets to paint."""
        self.another_follows = False
        """Whether another key comes as soon as this one is worked on: that one paints for both."""

    def first_screen(self) -> Screen[Any]:
        return Screen()

    def get_css_variables(self) -> dict[str, str]:
        """Returns none: our styles are our own. With a theme's variables a connection takes 14 % more CPU (28
        % more calls) and a session 16 % more memory.
        """
        return {}

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Returns none: NO_COLOR of this process is not the client's, and colours are left to the encoder."""
        return ()

    def get_default_screen(self) -> Screen[Any]:
        """Returns the first screen, as one that can be switched away from."""
        screen = self.first_screen()
        screen._push_result_callback(self, None)  # otherwise it could never be switched away from
        return screen

    def shown(self, update: object) -> None:
        """Called when a part of the screen looks different."""

    def note_key(self, event: events.Key) -> None:
        """Called before a key is worked on."""

    def failed(self, error: Exception) -> None:
        """Called when something has raised and the app is about to end."""

    async def on_event(self, event: events.Event) -> None:
        """Works on keys at once, on other events as Textual does."""
        if isinstance(event, events.Key) and not event.is_forwarded:
            await self._work_on_key(event)
        else:
            await super().on_event(event)

    async def _work_on_key(self, event: events.Key) -> None:
        """Handles a key in one turn of the event loop: the focused node, those above, then bindings, then
        what these have caused. Without it a key takes 32 % more CPU (9 % more calls).
        """
        if self._key_context is None:
            self._key_context = copy_context()
        self.note_key(event)
        assert self._own_task  # noqa: S101  (keys come to an app that runs)
        turn = self._key_turn = KeyTurn(self._own_task, self._after_next_key, self._left_to_next_key)
        self._after_next_key, at_once = [], False
        try:
            await self._hand_key(event)
            await turn.hand_out()
            at_once = self._is_answered
        finally:
            self._key_turn = None
            paints = not (at_once and self.another_follows and not self.waits_for_answer)
            self._has_answered = at_once
            self._left_to_next_key = turn.end(at_once=at_once, paints=paints)
            self._has_answered = False

    def take_key(self, event: events.Key) -> None:
        """Works on a key here and now if the app does nothing else; otherwise once it comes to it. Without it
        a key over SSH takes 6 % more CPU (5 % more calls).
        """
        task, context = self._own_task, self._key_context
        idle = waits_for_message(self._message_queue) and self._running and not self.is_busy
        if context is None or task is None or not idle or asyncio.current_task() is not None:
            self.post_message(event)
            return
        try:
            rest = begin(self._work_on_key(event), task, context)
        except Exception as error:  # noqa: BLE001  (as for a message: the app ends, the others go on)
            self.fail(error)
        else:
            if rest is not None:
                self.call_later(rest.finish)

    async def _hand_key(self, event: events.Key) -> None:
        if await self._check_bindings(event.key, priority=True):
            return
        event._set_forwarded()
        if await dispatch_upwards(self._chain, event, self):
            await self._check_bindings(event.key)

    async def _check_bindings(self, key: str, priority: bool = False) -> bool:
        """Does what a key is bound to, from the focus upwards, or with priority from the app downwards; tells
        whether anything was done. Textual first copies all bindings of these nodes, twice for each key, to
        hide some of them: nothing here hides any. Without it a key takes 15 % more calls.
        """
        screen = self._screen_stack[-1]
        node: Any = getattr(screen, "_reactive_focused", None) or screen
        if not self._chain or self._chain[0] is not node:
            self._chain, self._bound = list(node.ancestors_with_self), {}
        bound = self._bound.get((key, priority))
        if bound is None:
            nodes = reversed(self._chain) if priority else self._chain
            bound = self._bound[key, priority] = [
                self._parse_action(binding.action, node)
                for node in nodes
                for binding in node._bindings.key_to_bindings.get(key, ())
                if binding.priority == priority
            ]
        for target, name, given in bound:
            if target.check_action(name, given) and await self._dispatch_action(target, name, given):
                return True
        return False

    async def _dispatch_action(self, namespace: DOMNode, action_name: str, params: Any) -> bool:
        """Calls an action's method. Textual's own way there is nine calls, among them two of its log."""
        act = getattr(namespace, f"action_{action_name}", None)
        if act is None:
            return await super()._dispatch_action(namespace, action_name, params)
        try:
            result = act(*params)
            if result is not None:
                await result
        except SkipAction:
            return False
        return True

    @property
    def focused(self) -> Widget | None:
        """The node with the focus. Textual also asks whether it is loading: nothing here ever is."""
        stack = self._screen_stack
        return getattr(stack[-1], "_reactive_focused", None) if stack else None

    def _get_dispatch_methods(self, method_name: str, message: Message) -> Iterator[tuple[type, Any]]:
        """Does nothing after each message but look whether the window has changed, if it has."""
        if method_name == "on_idle" and self._resize_event is None:
            return iter(())
        return super()._get_dispatch_methods(method_name, message)

    @property
    def waits_for_host(self) -> bool:
        """Returns whether the host has been asked for something and has not answered yet."""
        return False

    @property
    def waits_for_answer(self) -> bool:
        """Returns whether the host has not answered yet what a key has done."""
        return False

    @property
    def in_front(self) -> Screen[Any] | None:
        """The screen in front; None: there is none yet, or the app has ended, while something waited for its
        turn.
        """
        return self._screen_stack[-1] if self._screen_stack else None

    @property
    def _is_answered(self) -> bool:
        """Returns whether a key has left nothing but widgets to paint."""
        can_paint = getattr(self.in_front, "can_paint_at_once", False)
        return bool(can_paint and self._running and not (self.waits_for_host or self.is_busy))

    def after_key(self, waiting: WhenIdle) -> None:
        """Keeps what is to go on at the end of the key that is worked on, or of the next one."""
        if self._key_turn is None or not self.with_key(waiting):
            self._after_next_key.append(waiting)

    def with_key(self, waiting: WhenIdle) -> bool:
        """Keeps what is to go on at the end of the key that is worked on. False: none is worked on here."""
        return self._key_turn is not None and self._key_turn.wait(waiting)

    def hands(self, node: MessagePump, message: Message) -> bool:
        return self._key_turn is not None and not self._exit and self._key_turn.hand(node, message)

    @property
    def is_at_rest(self) -> bool:
        """Returns whether nothing is left to be done, including callbacks after a refresh."""
        top = self.in_front
        return self._has_answered or not (self.is_busy or (top is not None and top._callbacks))

    @property
    def is_busy(self) -> bool:
        """Returns whether a node on the screen still has messages to handle."""
        if _waiting(self):
            return True
        top: Any = self.in_front
        if top is None or top._closed:
            return False
        known, change, nodes = self._nodes_here
        if known is not top or change != top._nodes._updates:
            nodes = [top]
            nodes += top.walk_children()
            self._nodes_here = top, top._nodes._updates, nodes
        return any(map(_waiting, nodes))

    def bury(self, widget: Widget) -> None:
        """Notes a widget that was removed. It is taken apart once the next screen has been removed as well:
        until then it may still get messages. Without it a session leaves 1,770 objects for the collector, not
        174.
        """
        self._dead.append(widget)
        self._burying.soon()

    def _take_older_apart(self) -> None:
        older, self._dead_before, self._dead = self._dead_before, self._dead, []
        for widget in older:
            _take_apart(widget)

    @property
    def dead(self) -> list[Widget]:
        """Returns removed widgets that still refer to each other."""
        return [*self._dead_before, *self._dead]

    def _display(self, screen: Screen[Any], renderable: object) -> None:  # noqa: ARG002
        if renderable is not None and self._running and not self._batch_count:
            self.shown(renderable)

    def keep_task_factory(self) -> None:
        """Must be called before `run_async`: the loop keeps the task factory that it has now."""
        self._task_factory = asyncio.get_running_loop().get_task_factory()

    def fail(self, error: Exception) -> None:
        """Ends the session for an error outside of its screens' message handlers."""
        self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        if not self._has_failed:
            self._has_failed = True
            self.failed(error)
        super()._handle_exception(error)

    def _fatal_error(self) -> None:
        """Ends the app. Textual's own method prints a traceback with its variables, which takes 160 ms."""
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:  # noqa: ARG002
        """Ends the app; nothing is printed."""
        self._close_messages_no_wait()

    async def _process_messages(self, *given: Any, **named: Any) -> None:
        """Restores the event loop's task factory: `run_async` sets an eager one for everything on that loop,
        from Python 3.12 on.
        """
        asyncio.get_running_loop().set_task_factory(self._task_factory)
        self._own_task = asyncio.current_task()
        await super()._process_messages(*given, **named)


_waiting = attrgetter("_message_queue.values")
"""What waits to be handled by a node."""
PLAIN_VALUES = (bool, int, float, str, type(None))


def _take_apart(node: object) -> None:
    """Leaves a dead node only plain values, with which it can still be seen to be closed."""
    own = vars(node)
    for name, value in tuple(own.items()):
        if isinstance(value, WhenIdle):
            value.stop()
        if not isinstance(value, PLAIN_VALUES):
            del own[name]
    if isinstance(node, FastDispatch):
        node.let_go()


async def run_app(app: QuietApp, columns: int, rows: int) -> None:
    """Runs an app to its end, as `run_async` does, but changes neither the loop's task factory nor the
    streams of the process: overlapping apps would restore them in the wrong order.
    """
    app.keep_task_factory()
    app._capture_stdout, app._capture_stderr = cast("Any", sys.stdout), cast("Any", sys.stderr)
    await app.run_async(mouse=False, size=(columns, rows))


def break_references(app: QuietApp) -> None:
    """Breaks the reference cycles of a dead app. A session leaves 174 objects for the collector; else 700."""
    for part in (*app.dead, app._animator._timer, app._animator, app):
        _take_apart(part)
