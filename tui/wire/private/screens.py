"""Widgets and screens with the private names of Textual that they need: they are painted at once, once for a
burst of changes, and leave no objects for the collector.

A screen waits until its app has handled everything that came. Changed parts of panels that nothing covers are
then sent as the panels drew them. Only if places or sizes have changed, or widgets overlap, does Textual
compose the screen.
"""

# ruff: noqa: SLF001  (a module for private places)
from __future__ import annotations

from asyncio import Event, QueueEmpty
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from operator import attrgetter
from typing import Any, cast
from weakref import WeakSet

from textual import events
from textual._compositor import Compositor
from textual._context import active_app
from textual._queue import Queue
from textual.app import App
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.message_pump import MessagePump
from textual.reactive import Reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from tui.wire.private.app import QuietApp
from tui.wire.private.news import FastDispatch
from tui.wire.private.strips import PlacedStrip, Rows
from tui.wire.private.when_idle import WhenIdle

SLOTS = (
    # of every node that gets messages
    "_running", "_closing", "_closed", "_disabled_messages", "_pending_message", "_task", "_last_idle",
    "_max_idle", "_is_mounted", "_next_callbacks", "_thread_id", "_prevented_messages_on_mount",
    "_message_queue", "_mounted_event",
    # of every node of a screen
    "_classes", "_name", "_id", "_nodes", "_css_styles", "_inline_styles", "styles", "_component_styles",
    "_css_types", "_bindings", "_has_hover_style", "_has_focus_within", "_has_order_style",
    "_has_odd_or_even", "_reactive_connect", "_pruning", "_query_one_cache", "_trap_focus",
    "_auto_refresh", "_auto_refresh_timer",
    # of every widget
    "_render_markup", "_size", "_container_size", "_layout_required", "_layout_updates",
    "_repaint_required", "_scroll_required", "_recompose_required", "_refresh_styles_required",
    "_default_layout", "_animate", "sort_order", "highlight_style", "_vertical_scrollbar",
    "_horizontal_scrollbar", "_scrollbar_corner", "_border_title", "_border_subtitle", "_layout_cache",
    "_visual_style", "_visual_style_cache_key", "_render_cache", "_dirty_regions", "_repaint_regions",
    "_box_model_cache", "_content_width_cache", "_content_height_cache", "_arrangement_cache",
    "_styles_cache", "_rich_style_cache", "_visual_style_cache", "_tooltip", "absolute_offset",
    "_scrollbar_changes", "_pending_children", "lock", "_anchored", "_anchor_released", "_cover_widget",
    "_first_of_type", "_last_of_type", "_first_child", "_last_child", "_odd", "_last_scroll_time",
    "_extrema",
)  # fmt: skip
"""What Textual gives each widget."""

_PLACES: tuple[tuple[type, str, str], ...] = (
    (
        Screen,
        "_on_idle _update_timer _on_timer_update",
        "painting at once instead of at the next tick of a timer",
    ),
    (Screen, "_compositor_refresh", "one composition for a burst of changes"),
    (
        Screen,
        "_layout_required _scroll_required _repaint_required _recompose_required _dirty_widgets",
        "whether there is something to paint",
    ),
    (Screen, "_invoke_and_clear_callbacks _callbacks", "what waits for the paint comes after it"),
    (Screen, "_refresh_layout", "one layout for a burst of changes"),
    (Compositor, "_full_map_invalidated", "every widget hears of its new size"),
    (Compositor, "_dirty_regions", "whether there is something to compose"),
    (Screen, "_compositor", "where the widgets are"),
    (App, "_screen_stack _exit", "whether a screen is on top, and its app goes on"),
    (Reactive, "internal_name", "whether a widget has the focus"),
    (Widget, "_is_mounted", "whether a widget can be painted"),
    (Widget, "_size", "a widget's size without a call"),
    (Widget, "_message_loop_exit", "dead widgets let go of each other"),
    (Widget, " ".join(SLOTS), "widgets are small"),
    (Widget, "_reactives", "widgets are small"),
    (Widget, "_styles_cache", "widgets keep their lines once"),
    (Widget, "_timers message_signal", "what a widget has none of is not made"),
    (Queue, "values ready_event", "what waits for a widget takes little memory"),
    (Event, "_waiters", "what waits for a widget takes little memory"),
    (Widget, "_repaint_regions", "what of a widget is to be painted"),
    (Widget, "_box_model_cache _query_one_cache", "rings that would wait for the collector"),
    (LRUCache, "_cache", "rings that would wait for the collector"),
)
PLACES = tuple((owner, name, reason) for owner, names, reason in _PLACES for name in names.split())
"""(class, name, reason)."""


def unlink(cache: LRUCache[Any, Any]) -> None:
    """Empties a cache. Its entries are a reference cycle that would wait for the collector: 111 objects more
    for each session, of 174.
    """
    for link in cache._cache.values():
        link.clear()
    cache.clear()


class NoStylesCache:
    """Takes the place of the lines that Textual keeps of a widget, for one that keeps its own."""

    def set_dirty(self, *regions: Region) -> None:
        """Does nothing."""

    def clear(self) -> None:
        """Does nothing."""


NO_STYLES_CACHE: Any = NoStylesCache()


class SmallEvent(Event):
    """An event for which one or two wait: a deque has room for 64 from the first on."""

    def __init__(self) -> None:
        super().__init__()
        self._waiters: Any = []


class SmallQueue(Queue[Any]):
    """A queue in which few messages wait, and mostly none."""

    def __init__(self) -> None:
        self.values: Any = []
        self.ready_event = SmallEvent()

    async def get(self) -> Any:
        if not self.ready_event.is_set():
            await self.ready_event.wait()
        value = self.values.pop(0)
        if not self.values:
            self.ready_event.clear()
        return value

    def get_nowait(self) -> Any:
        if not self.values:
            raise QueueEmpty
        value = self.values.pop(0)
        if not self.values:
            self.ready_event.clear()
        return value


class NoSignal:
    """Takes the place of a signal to which nobody subscribes."""

    def publish(self, message: Message) -> None:
        """Tells nobody."""


NO_SIGNAL = NoSignal()


class DisposableWidget(FastDispatch, Widget):
    """A widget that leaves no objects for the collector when its screen or session is gone, and is small.

    Textual gives each widget more than a hundred attributes, lines that a panel keeps itself, and deques,
    sets and dictionaries for what hardly any has. With `SLOTS` dictionaries of attributes stay so small that
    Python keeps their names once for a class.
    """

    __slots__ = (*SLOTS, "_own_timers", *(f"_reactive_{name}" for name in Widget._reactives))
    outer_size = cast("Size", property(attrgetter("_size")))
    is_focused = cast("bool", property(attrgetter("_reactive_has_focus")))
    """Whether it has the focus. Textual's `has_focus` looks at four other attributes first."""

    def __init__(self, *children: Widget, **given: Any) -> None:
        self._reactive_has_focus = False
        self._own_timers: WeakSet[Timer] | None = None
        small: Any = self
        small._message_queue, small._mounted_event = SmallQueue(), SmallEvent()
        super().__init__(*children, **given)
        if type(self).render_lines is not Widget.render_lines:
            self._styles_cache = NO_STYLES_CACHE

    @property
    def _timers(self) -> WeakSet[Timer]:
        if self._own_timers is None:
            self._own_timers = WeakSet()
        return self._own_timers

    @_timers.setter
    def _timers(self, none_yet: WeakSet[Timer]) -> None:
        """Does nothing: Textual gives each node a set."""

    @property
    def message_signal(self) -> Any:
        """What would tell of each message that the widget has handled."""
        return NO_SIGNAL

    @message_signal.setter
    def message_signal(self, signal: object) -> None:
        """Does nothing."""

    def repaint(self, regions: Iterable[Region]) -> bool:
        """Repaints parts of the widget whose content alone has changed: nothing that Textual keeps of widgets
        depends on it. False: it cannot be painted here and now.
        """
        screen = self._screen_of_app()
        if screen is None or not (self in screen._uncovered or self.display):
            return False
        self._repaint_regions.update(regions)
        screen.is_to_paint(self)
        return True

    def _screen_of_app(self) -> PromptScreen | None:
        """Returns the screen that the widget is on; None: it is not mounted, or its screen is gone."""
        if not self._is_mounted:
            return None
        app: Any = active_app.get(None) or self.app
        top = app._screen_stack[-1] if app._screen_stack else None
        if app._exit or (top is not None and top._closed):  # what is taken apart has nothing to ask
            return None
        if isinstance(top, PromptScreen) and self in top._uncovered:
            return top
        node: MessagePump | None = self
        while node is not None and not isinstance(node, PromptScreen):
            node = node._parent
        return None if node is None or node._parent is None else node

    @property
    def region(self) -> Region:
        """The place on the screen; that of a widget which nothing covers is known without a search."""
        screen = self._screen_of_app()
        place = screen._widgets_uncovered().get(self) if screen else None
        return super().region if place is None else place

    def whole_lines(self, first: int, last: int) -> Sequence[Strip]:
        """Returns the rows from `first` up to `last`, each as wide as the widget."""
        return self.render_lines(Region(0, first, self.outer_size.width, last - first))

    def remove_with_screen(self, widget: Widget) -> None:
        """Removes a widget of this one's that never had a place together with it."""
        app = self.app
        if isinstance(app, QuietApp):
            app.bury(widget)

    async def handle_key(self, event: events.Key) -> bool:  # noqa: ARG002
        """Handles nothing: widgets here have `on_key`. Textual would look on every node for methods that
        are named after the key.
        """
        return False

    def let_go(self) -> None:
        own: Any = self
        own._disabled_messages = own._pending_message = own._task = own._next_callbacks = None
        own._prevented_messages_on_mount = own._message_queue = own._mounted_event = own._own_timers = None
        own._classes = own._nodes = own._css_styles = own._inline_styles = own.styles = None
        own._component_styles = own._css_types = own._bindings = own._reactive_connect = None
        own._query_one_cache = own._auto_refresh_timer = own._size = own._container_size = None
        own._default_layout = own._animate = own.highlight_style = own._vertical_scrollbar = None
        own._horizontal_scrollbar = own._scrollbar_corner = own._border_title = own._border_subtitle = None
        own._layout_cache = own._visual_style = own._render_cache = own._dirty_regions = None
        own._repaint_regions = own._box_model_cache = own._content_width_cache = None
        own._content_height_cache = own._arrangement_cache = own._styles_cache = None
        own._rich_style_cache = own._visual_style_cache = own._tooltip = own.absolute_offset = None
        own._scrollbar_changes = own._pending_children = own.lock = own._cover_widget = None
        own._first_of_type = own._last_of_type = own._first_child = own._last_child = own._odd = None
        own._extrema = None

    async def _message_loop_exit(self) -> None:
        for kept in (self._box_model_cache, self._query_one_cache):
            unlink(kept)
        await super()._message_loop_exit()
        app = self.app
        if isinstance(app, QuietApp):
            app.bury(self)


class NoTimer:
    """Takes the place of a screen's frame timer."""

    def pause(self) -> None:
        """Does nothing."""

    def resume(self) -> None:
        """Does nothing."""


class PromptScreen(DisposableWidget, Screen[Any], inherit_css=False):
    """A screen that is painted as soon as there is something to paint, once for a burst.

    Textual paints at the next tick of a timer: without the overrides a key waits up to 17 ms, a connection
    takes 33 % more CPU (56 % more calls) and leaves 441 objects for the collector, not 174.
    """

    DEFAULT_CSS = """
    PromptScreen { layout: vertical; overflow: hidden; background: ansi_default; color: ansi_default; }
    """
    app = cast("Any", cached_property(cast("Any", MessagePump).app.fget))
    """The app. Textual's own property asks the context each time, which is six calls of a key."""

    def __init__(self) -> None:
        super().__init__()
        self._painting: WhenIdle | None = None
        self._composing = self._is_painting = self._displays = False
        self._uncovered: dict[Widget, Region] = {}
        self._uncovered_at: object = None
        self._bound: tuple[Widget | None, frozenset[str]] | None = None
        """The node with the focus at the last call, and the keys that were bound there."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Returns nothing: its widgets cover it."""
        return [Strip.blank(crop.width)] * crop.height

    @property
    def _update_timer(self) -> Timer:
        return cast("Timer", NoTimer())

    def binds(self, key: str) -> bool:
        """Returns whether the key does something here by a binding, if no handler takes it. Bindings are
        collected once for each move of the focus, because they belong to classes and do not change.
        """
        focused = getattr(self, "_reactive_focused", None)
        if self._bound is None or self._bound[0] is not focused:
            self._bound = focused, frozenset(self.active_bindings)
        return key in self._bound[1]

    async def _on_idle(self, event: events.Idle) -> None:
        event.prevent_default()
        if self._is_to_paint() and not self.app._batch_count and self._is_on_top:
            self._paint_soon()
            return
        await self._invoke_and_clear_callbacks()

    @property
    def _is_on_top(self) -> bool:
        """Returns whether the screen is visible. `is_current` is true for covered screens, too; if they
        painted, Textual would have them and the top screen paint in turns for ever. When a screen is on top
        again, it is drawn afresh.
        """
        stack = self.app._screen_stack
        return bool(stack) and stack[-1] is self

    def _refresh_layout(
        self,
        size: Size | None = None,  # noqa: ARG002  (a screen has its app's size)
        scroll: bool = False,
    ) -> None:
        if self._is_painting:
            super()._refresh_layout(self.app.size, scroll)
            # Or whoever asks for a place before the next layout makes it miss who is resized.
            self._compositor._full_map_invalidated = False
        else:
            self._layout_required = True
            self._paint_soon()

    def _on_timer_update(self) -> None:
        self._is_painting = True
        super()._on_timer_update()
        self._is_painting = False

    def _compositor_refresh(self) -> None:
        if not self._is_on_top:
            return
        self._composing = True
        if not self._is_painting:
            self._paint_soon()

    def _paint_soon(self) -> None:
        app: Any = self.app
        if self._painting is None:
            self._painting = WhenIdle(app, self._paint)
        self._painting.with_key()

    def is_to_paint(self, widget: Widget) -> None:
        """Paints a widget that looks different."""
        self._dirty_widgets.add(widget)
        if not (self._painting and self._painting.is_armed) and self._is_on_top:
            self._paint_soon()

    @property
    def is_painted(self) -> bool:
        """Returns whether everything looks as it is."""
        return self._displays or not self._is_to_paint()

    def _is_to_paint(self) -> bool:
        return bool(self._dirty_widgets or self._is_to_compose)

    @property
    def _is_to_compose(self) -> bool:
        """Returns whether painting widgets in their places is not enough."""
        return bool(
            self._layout_required
            or self._scroll_required
            or self._repaint_required
            or self._recompose_required
            or self._composing
            or self._compositor._dirty_regions
            or self._compositor.size != self.app.size
        )

    @property
    def can_paint_at_once(self) -> bool:
        """Whether nothing but the looks of widgets has changed, and nothing waits for that to be painted."""
        return not (self._callbacks or self._is_to_compose)

    def _paint(self) -> None:
        if not self._running:
            return
        app: Any = self.app
        if app._batch_count:
            self.call_later(self._paint_soon)
            return
        on_top = app._screen_stack[-1:] == [self]
        if on_top and not self._is_to_compose and self._paint_uncovered(app):
            return
        if self._compositor.size != app.size:
            self._layout_required = True  # the window's message comes later than its size
        moves = self._layout_required or self._scroll_required
        self._on_timer_update()
        if not (self._composing and self._is_on_top):
            return  # a covered screen is never laid out: it would wait for that for ever
        if moves:  # widgets of another size draw themselves first
            self._paint_soon()
            return
        self._composing = False
        self._displays = True
        super()._compositor_refresh()
        self._displays = False

    def _paint_uncovered(self, app: QuietApp) -> bool:
        """Paints widgets that nothing covers, without the compositor. False: others have to be painted too,
        and nothing was painted. Without it a key takes 22 % more CPU (3.4 % more calls).
        """
        here = self._widgets_uncovered()
        if not self._dirty_widgets <= here.keys():
            return False
        rows: Any = Rows([row for widget in self._dirty_widgets for row in _rows_of(widget, here[widget])])
        self._dirty_widgets.clear()
        if self._callbacks:
            self.call_next(self._invoke_and_clear_callbacks)
        self._displays = True
        app._display(self, rows)
        self._displays = False
        return True

    def _widgets_uncovered(self) -> dict[Widget, Region]:
        """Returns the widgets that are wholly visible, with nothing above them, and their places."""
        visible = self._compositor.visible_widgets
        if self._uncovered_at is not visible:
            leaves = {widget: at for widget, at in visible.items() if not widget.children}
            regions = [region for region, _ in leaves.values()]
            apart = not any(one.overlaps(other) for one, other in combinations(regions, 2))
            whole = {
                widget: region for widget, (region, clip) in leaves.items() if clip.contains_region(region)
            }
            self._uncovered, self._uncovered_at = whole if apart else {}, visible
        return self._uncovered


def _rows_of(widget: Widget, place: Region) -> Iterator[PlacedStrip]:
    """Yields the changed parts of a widget's rows: the whole lines, and from which cell up to which."""
    at_x, at_y, widest, highest = place
    changed, widget._repaint_regions = widget._repaint_regions, set()
    for x, y, width, height in changed:
        left, right = max(x, 0), min(x + width, widest)
        top, bottom = max(y, 0), min(y + height, highest)
        if left < right and top < bottom and isinstance(widget, DisposableWidget):
            for row, line in enumerate(widget.whole_lines(top, bottom), at_y + top):
                yield at_x, row, line, left, right
