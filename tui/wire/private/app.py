"""An app that is quiet towards the process it lives in, the parser of its keys, what its screen's
updates hold, and how it is taken apart when its session is gone.
"""

# ruff: noqa: SLF001  (a module for private places)
from __future__ import annotations

import asyncio
import logging
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, cast

from rich.segment import Segment
from textual import events
from textual._animator import Animator
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual._xterm_parser import XTermParser
from textual.app import App
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.css.types import CSSLocation
from textual.dom import DOMNode
from textual.keys import Keys
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from tui.wire.private.news import FastDispatch, go_up
from tui.wire.private.when_idle import WhenIdle

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
    (App, "_check_bindings", "a key is worked on in one turn of the loop"),
    (Message, "_set_forwarded", "a key is worked on once"),
    (App, "_running", "whether there is somebody to paint for"),
    (App, "_animator", "a dead app lets go of what ties it together"),
    (Animator, "_timer", "a dead app lets go of what ties it together"),
    (Screen, "_push_result_callback", "the first screen can be switched away from"),
    (Stylesheet, "_parse_rules _variables", "styles are parsed once for all sessions"),
    (Screen, "_closed", "a screen that is gone has nothing to work on"),
    (Strip, "_segments _cell_length _render_cache _link_ids _cell_count", "lines without caches"),
    (Strip, "_divide_cache _crop_cache _style_cache _filter_cache", "lines without caches"),
    (Strip, "_line_length_cache _crop_extend_cache _offsets_cache", "lines without caches"),
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


class PaintedLine(Strip):
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


PlacedStrip = tuple[int, int, Strip]
"""Column, row and what is there."""


class Rows(NamedTuple):
    """What widgets show that were painted without the compositor."""

    strips: Sequence[PlacedStrip]


def strips_of(update: object) -> Iterator[PlacedStrip]:
    """What an update shows, in any order."""
    if isinstance(update, Rows):
        yield from update.strips
    elif isinstance(update, LayoutUpdate):
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


class QuietApp(FastDispatch, App[None], inherit_css=False):
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
        self._burying = WhenIdle(self, self._take_older_apart)

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

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded:
            await self._work_on_key(event)
        else:
            await super().on_event(event)

    async def _work_on_key(self, event: events.Key) -> None:
        """All of a key's way in one turn of the loop: who has the focus, those above, then bindings."""
        if await self._check_bindings(event.key, priority=True):
            return
        event._set_forwarded()
        if await go_up(self.focused or self.screen, event, self):
            await self._on_message(event)

    @property
    def is_at_rest(self) -> bool:
        """Whether nothing is left to be done, not even what was to come after a paint."""
        return not self.is_busy and not self.screen._callbacks

    @property
    def is_busy(self) -> bool:
        """Whether some part of what is on the screen has still news to work on."""
        nodes: list[DOMNode] = [self, *(screen for screen in self.screen_stack[-1:] if not screen._closed)]
        for node in nodes:
            if node.message_queue_size:
                return True
            if node is not self:
                nodes += node.children
        return False

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


PLAIN_VALUES = (bool, int, float, str, type(None))


def _take_apart(node: object) -> None:
    """Leaves a dead node nothing but plain values: that it is closed is still to be seen."""
    own = vars(node)
    for name, value in tuple(own.items()):
        if isinstance(value, WhenIdle):
            value.stop()
        if not isinstance(value, PLAIN_VALUES):
            del own[name]


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
