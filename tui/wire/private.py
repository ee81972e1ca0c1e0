"""Every private place of Textual that we rely on, and nothing else.

The rest of the house uses the public names below: an app that is quiet towards the process it
lives in, screens that paint at once, the parser of keys, and what a compositor's update
holds. `PLACES` names each private place with the reason; a test looks for every one of them,
so that a new version of Textual that moves one fails there and not on a player's screen.
"""

# ruff: noqa: SLF001  (the one module that is for private places)
from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from types import MappingProxyType
from typing import Any, cast

from rich.segment import Segment
from textual import events
from textual._animator import Animator
from textual._compositor import ChopsUpdate, Compositor, LayoutUpdate
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.geometry import Region, Size
from textual.keys import Keys
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from tui.wire.settled import Settled

log = logging.getLogger(__name__)

_PLACES: tuple[tuple[type, str, str], ...] = (
    (App, "_display", "frames go to our encoder instead of the console"),
    (App, "_batch_count", "nothing is shown while the app batches its updates"),
    (App, "_handle_exception", "errors are logged, players get a sentence"),
    (App, "_exception _exception_event", "tests see what was handled"),
    (App, "_return_code", "an app that failed says so"),
    (App, "_print_error_renderables", "Textual's traceback is never printed"),
    (App, "_close_messages_no_wait", "an app that failed ends"),
    (App, "_capture_stdout _capture_stderr", "overlapping apps unwind redirected streams wrongly"),
    (App, "_filters", "NO_COLOR of this process is not the client's"),
    (App, "_disable_tooltips _disable_notifications", "two widgets fewer on every screen"),
    (App, "_set_pointer_shape", "no terminal is sent mouse shapes"),
    (
        App,
        "_thread_init _loop _thread_id _context _process_messages _shutdown",
        "run_async without its task factory for the whole loop",
    ),
    (App, "_running", "whether there is somebody to paint for"),
    (App, "_animator", "a dead app lets go of what ties it together"),
    (Animator, "_timer", "a dead app lets go of what ties it together"),
    (Screen, "_push_result_callback", "the first screen can be switched away from"),
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
    (Screen, "_invoke_and_clear_callbacks", "what waits for the paint comes after it"),
    (Screen, "_refresh_layout", "one layout for a burst of changes"),
    (Compositor, "_full_map_invalidated", "every widget hears of its new size"),
    (Stylesheet, "_parse_rules _variables", "styles are parsed once for all sessions"),
    (Screen, "_compositor", "where the widgets are"),
    (Screen, "_closed", "a screen that is gone has nothing to work on"),
    (Screen, "_modal_binding_chain", "keys that nothing is bound to are answered"),
    (Strip, "_segments _cell_length _render_cache _link_ids _cell_count", "lines without caches"),
    (Strip, "_divide_cache _crop_cache _style_cache _filter_cache", "lines without caches"),
    (Strip, "_line_length_cache _crop_extend_cache _offsets_cache", "lines without caches"),
    (Widget, "_message_loop_exit", "dead widgets let go of each other"),
    (LayoutUpdate, "strips region", "what is to be shown"),
    (ChopsUpdate, "chops spans chop_ends", "what is to be shown"),
    (XTermParser, "_timeout_time", "a lone ESC is told by our clock"),
    (XTermParser, "_parse_extended_key", "its cache would keep every client's parser alive"),
    (XTermParser, "_sequence_to_key_events", "sequences that mean nothing would be typed as letters"),
    (XTermParser, "_gen", "a client that left lets go of its parser"),
)
PLACES = tuple((owner, name, reason) for owner, names, reason in _PLACES for name in names.split())
"""(class, name, what for). Instance attributes are looked for in the class's source."""


OWN_KEYS = MappingProxyType({"\x1b\t": "shift+tab", "\x1bOM": "enter"})
"""What the Linux console and keypads send."""
WHOLE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-Z\\-~]|\[\[[A-Z]|O[0-9;]*[A-Za-z])")
"""A sequence that cannot go on, so that whatever follows is another key."""


class KeyParser(XTermParser):
    """Textual's parser of what terminals send for keys, on our clock."""

    def __init__(self) -> None:
        super().__init__(debug=False)

    @property
    def waits(self) -> bool:
        """Whether an ESC may be a key or the begin of one."""
        return self._timeout_time is not None

    def give_up_waiting(self) -> Iterable[Message]:
        """What came was all there is: an ESC alone is a key."""
        if self.waits:
            self._timeout_time = 0.0
        return self.tick()

    def close(self) -> None:
        self._gen.close()

    def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[events.Key]:
        """Keys that are missing in Textual's table. A whole sequence that means nothing is nothing:
        it would be typed letter by letter.
        """
        if sequence in OWN_KEYS:
            return [events.Key(OWN_KEYS[sequence], None)]
        found = list(super()._sequence_to_key_events(sequence, alt))
        whole = len(sequence) > 1 and WHOLE.fullmatch(sequence)
        return [events.Key(Keys.Ignore, sequence)] if whole and not found else found

    def _parse_extended_key(  # type: ignore[override]  # a memoised method is typed as its cache
        self, sequence: str
    ) -> list[events.Key] | None:
        return _extended_key(sequence)


@lru_cache(maxsize=1024)
def _extended_key(sequence: str) -> list[events.Key] | None:
    parse = XTermParser._parse_extended_key.__wrapped__
    return parse(XTermParser, sequence)


class NoCache:
    """Where a strip keeps what it was cut into: nowhere."""

    def get(self, key: object) -> None:
        """Nothing is kept."""

    def __setitem__(self, key: object, value: object) -> None:
        """Nothing is kept."""


NO_CACHE: Any = NoCache()


class Line(Strip):
    """A strip that is seven caches lighter. They would also tie each strip to itself, and the
    collector is not there for what every key leaves behind.
    """

    __slots__ = ()

    def __init__(self, segments: Iterable[Segment], cell_length: int | None = None) -> None:
        self._segments = list(segments)
        self._cell_length = cell_length
        self._divide_cache = self._crop_cache = self._style_cache = self._filter_cache = NO_CACHE
        self._line_length_cache = self._crop_extend_cache = self._offsets_cache = NO_CACHE
        self._render_cache = self._link_ids = self._cell_count = None


def strips_of(update: object) -> Iterator[tuple[int, int, Strip]]:
    """What a compositor's update shows: column, row and strip, in any order."""
    if isinstance(update, LayoutUpdate):
        for y, line in enumerate(update.strips, update.region.y):
            x = update.region.x
            for strip in line:
                yield x, y, strip
                x += strip.cell_length
    elif isinstance(update, ChopsUpdate):
        for y, left, right in update.spans:
            for end, (x, chop) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
                if chop is not None and x <= right and end > left:
                    yield x, y, chop if end <= right else chop.crop(0, right - x)


class SharedStylesheet(Stylesheet):
    """Parses nothing that another session has parsed before."""

    def _parse_rules(
        self,
        css: str,
        read_from: CSSLocation,
        is_default_rules: bool = False,
        tie_breaker: int = 0,
        scope: str = "",
    ) -> list[RuleSet]:
        if self._variables:
            return super()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)
        return _rules(css, read_from, is_default_rules, tie_breaker, scope)


@lru_cache(maxsize=256)
def _rules(
    css: str, read_from: CSSLocation, is_default_rules: bool, tie_breaker: int, scope: str
) -> list[RuleSet]:
    return Stylesheet()._parse_rules(css, read_from, is_default_rules, tie_breaker, scope)


class QuietApp(App[None], inherit_css=False):
    """An app that shares its process with many others: it shows itself where `shown` puts it,
    prints nothing, reads no environment, and ends alone when it fails.
    """

    SUSPENDED_SCREEN_CLASS = ""

    def __init__(self) -> None:
        super().__init__(ansi_color=True)
        self.stylesheet = SharedStylesheet(variables=self.get_css_variables())
        self.animation_level = "none"
        self._filters = []
        self._disable_tooltips = self._disable_notifications = True
        self._dead: list[Widget] = []
        self._dead_before: list[Widget] = []
        self._burying = Settled(self, self._take_older_apart)

    def first_screen(self) -> Screen[Any]:
        """What is shown first."""
        return Screen()

    def get_css_variables(self) -> dict[str, str]:
        """None: our styles are our own, and working out a theme takes a tenth of a start."""
        return {}

    def get_default_screen(self) -> Screen[Any]:
        screen = self.first_screen()
        screen._push_result_callback(self, None)  # or it could never be switched away from
        return screen

    def shown(self, update: object) -> None:
        """A part of the screen looks different now."""

    def failed(self, error: Exception) -> None:
        """Something raised; the app is about to end."""

    @property
    def is_busy(self) -> bool:
        """Whether some part of what is on the screen has still news to work on."""
        on_top = [screen for screen in self.screen_stack[-1:] if not screen._closed]
        return bool(self.message_queue_size) or any(map(_has_news, on_top))

    def bury(self, widget: Widget) -> None:
        """A widget is gone. It is taken apart when the next screen is gone as well: until then
        somebody may still talk to it.
        """
        self._dead.append(widget)
        self._burying.soon()

    def _take_older_apart(self) -> None:
        older, self._dead_before, self._dead = self._dead_before, self._dead, []
        for widget in older:
            _take_apart(widget)

    @property
    def dead(self) -> list[Widget]:
        """Widgets that are gone and still know each other."""
        return [*self._dead_before, *self._dead]

    def _display(self, screen: Screen[Any], renderable: object) -> None:  # noqa: ARG002
        if renderable is not None and self._running and not self._batch_count:
            self.shown(renderable)
        self.post_display_hook()

    def fail(self, error: Exception) -> None:
        """Ends the session for a fault outside of its screens' turns."""
        self._handle_exception(error)

    def _handle_exception(self, error: Exception) -> None:
        self._return_code = 1
        if self._exception is None:
            self._exception = error
            cast("Any", self)._exception_event.set()  # a test's pilot raises it again
            self.failed(error)
        self._close_messages_no_wait()

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    def _set_pointer_shape(self, shape: str) -> None:
        """No mouse, no pointer."""


def _has_news(node: Widget) -> bool:
    return bool(node.message_queue_size) or any(map(_has_news, node.children))


PLAIN_VALUES = (bool, int, float, str, type(None))


class Mortal(Widget):
    """A widget that leaves nothing for the collector when its screen or session is gone."""

    async def _message_loop_exit(self) -> None:
        await super()._message_loop_exit()
        app = self.app
        if isinstance(app, QuietApp):
            app.bury(self)


def _take_apart(node: object) -> None:
    """Leaves a dead node nothing but plain values: that it is closed is still to be seen."""
    own = vars(node)
    for name, value in tuple(own.items()):
        if isinstance(value, Settled):
            value.stop()
        if not isinstance(value, PLAIN_VALUES):
            del own[name]


class NoTimer:
    """Stands where a screen has its frame timer."""

    def pause(self) -> None:
        """Nothing runs."""

    def resume(self) -> None:
        """Nothing runs."""


class PromptScreen(Mortal, Screen[Any], inherit_css=False):
    """A screen that is painted as soon as there is something to paint, once for a burst."""

    DEFAULT_CSS = """
    PromptScreen { layout: vertical; overflow: hidden; background: ansi_default; color: ansi_default; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._painting: Settled | None = None
        self._composing = self._is_painting = False

    def render_lines(self, crop: Region) -> list[Strip]:
        """Nothing of its own: its widgets cover it."""
        return [Strip.blank(crop.width)] * crop.height

    @property
    def _update_timer(self) -> Timer:
        return cast("Timer", NoTimer())

    def binds(self, key: str) -> bool:
        """Whether the key does something here by a binding, where no handler takes it."""
        return any(key in bindings.key_to_bindings for _, bindings in self._modal_binding_chain)

    async def _on_idle(self, event: events.Idle) -> None:
        event.prevent_default()
        if self._is_to_paint() and not self.app._batch_count and self._is_on_top:
            self._paint_soon()
            return
        await self._invoke_and_clear_callbacks()

    @property
    def _is_on_top(self) -> bool:
        """`is_current` holds for screens below, too. They are not seen; where they painted, Textual
        would have them and the one on top paint in turns for ever. On top again, they are drawn afresh.
        """
        return self.app.screen_stack[-1:] == [self]

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
        if self._painting is None:
            self._painting = Settled(cast("QuietApp", self.app), self._paint)
        self._painting.soon()

    def _is_to_paint(self) -> bool:
        return bool(
            self._layout_required
            or self._scroll_required
            or self._repaint_required
            or self._recompose_required
            or self._dirty_widgets
        )

    def _paint(self) -> None:
        if not self._running:
            return
        if self.app._batch_count:
            self.call_later(self._paint_soon)
            return
        if self._compositor.size != self.app.size:
            self._layout_required = True  # the window's news come later than its size
        moves = self._layout_required or self._scroll_required
        self._on_timer_update()
        if not self._composing:
            return
        if moves:  # widgets of another size draw themselves first
            self._paint_soon()
            return
        self._composing = False
        if self._is_on_top:
            super()._compositor_refresh()


async def run_app(app: QuietApp, columns: int, rows: int) -> None:
    """Runs an app to its end, as `run_async` does, but touches neither the loop's task factory
    nor the streams of the process.
    """
    app._thread_init()  # type: ignore[no-untyped-call]
    app._loop = asyncio.get_running_loop()
    with app._context():
        try:
            app._capture_stdout, app._capture_stderr = cast("Any", sys.stdout), cast("Any", sys.stderr)
            await app._process_messages(mouse=False, terminal_size=(columns, rows))
        finally:
            try:
                await asyncio.shield(app._shutdown())
            except asyncio.CancelledError:
                log.debug("an app was cancelled while it shut down")
            app._loop, app._thread_id = None, 0


def let_go(app: QuietApp) -> None:
    """Breaks what ties a dead app together, so that nothing is left for the collector."""
    for part in (*app.dead, app._animator._timer, app._animator, app):
        _take_apart(part)
