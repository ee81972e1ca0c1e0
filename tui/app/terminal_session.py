"""One player's session on the screen of one terminal.

Connects the app with the client: keys in, frames out, window size, and every way a session can end (the
player leaves, the host says goodbye, the connection is lost, the app fails). In every case the terminal is
restored and nothing more is asked of the host.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace
from textual.events import Key, Paste, Resize
from textual.geometry import Size

from tui.app.app import CrownApp
from tui.app.way_back import WayBack, way_back
from tui.host.alarm import Alarm
from tui.host.held_table import nothing
from tui.host.port import Port, Release
from tui.host.session import ClientInfo, ClientLine, GoodbyeReason, Screen
from tui.host.setting_names import LANGUAGE, THEME
from tui.language import notices
from tui.language.texts import language_of, texts_in
from tui.screens.base.line_screen import LineScreen
from tui.wire.line.key_queue import KeyQueue
from tui.wire.line.keyboard import InputSlices, Keyboard
from tui.wire.line.output import Output
from tui.wire.line.questions import stamp
from tui.wire.private.app import break_references, run_app
from tui.wire.terminal.display import TerminalDisplay, stored_wish
from tui.wire.terminal.palette import DARK
from tui.wire.terminal.probe import COLOUR_QUESTION, Later, Probe, loop_later, shows_true_colours
from tui.wire.terminal.terminals import (
    Depth,
    escape_delay,
    in_encoding,
    locale_of,
    may_show_more_colours,
    terminal_of,
)

FEWEST, MOST = (20, 10), (300, 100)
"""The least and most columns and rows that are drawn; other windows get the nearest size."""
BETWEEN_SIZES = 0.1
"""Seconds between two changes of the window's size that are followed."""
LONGEST_END = 2.0
"""Seconds that an app may take to end by itself."""
ENDED_WELL, FAILED = 0, 1

log = logging.getLogger(__name__)


class TerminalSession(Screen):
    """Implements `tui.host.session.Screen`. `other`: where the session goes on in plain mode, if it does.
    `later` sets the timer that limits the wait for a terminal's answer, `alarm` that of what moves.
    """

    def __init__(
        self,
        port: Port,
        client: ClientInfo,
        line: ClientLine,
        later: Later = loop_later,
        alarm: Callable[[Callable[[], object]], Alarm] = Alarm,
    ) -> None:
        self._size = _drawable(client.columns, client.rows)
        settings = port.account().settings
        theme = settings.get(THEME, DARK)
        texts = texts_in(language_of(client.environment))
        showing = TerminalDisplay(
            client.term, terminal_of(client), stored_wish(settings, client.term), theme,
            settings.get(LANGUAGE, texts.language),
        )  # fmt: skip
        self._output = Output(line, showing.terminal, *self._size, begun=self._begin_to_listen)
        self._app: CrownApp | None = CrownApp(port, texts, client.goto, self._output, showing, alarm)
        self._app.greeting, self._app.named = client.greeting, client.named
        self._app.lasting, self._app.compresses = client.lasting, client.compresses
        self._way_back = way_back(self._app, self._output, client.goto, alarm)
        self._asks = False
        """Whether that question is shown."""
        self._has_ended = False
        self._key_queue = KeyQueue(self._app)
        self._app.answered = self._key_queue.answered
        self._probe = Probe(self._output.ask, self._reads_utf8, later)
        self._is_to_ask = not locale_of(client.environment) and showing.wanted.utf8 is None
        self._keyboard = Keyboard(
            self._key_pressed,
            escape_delay(client),
            showing.terminal.encoding,
            self._probe.hear,
            self._hear_colours,
        )
        asks_colours = may_show_more_colours(showing.terminal, client.term)
        self._asks_colours = asks_colours and showing.wanted.depth is None
        self._slices = InputSlices(self._read)
        self._stamp = 0
        """Of the keys that come now, as in `tui.wire.line.questions`."""
        self._work: asyncio.Task[None] | None = None
        self._is_cut_off = False
        self._cutting: asyncio.TimerHandle | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._is_to_redraw = False
        """Whether the client has told its size again: something else may have written on its terminal."""
        self._ssh_host = port.ssh_host
        self._reason: GoodbyeReason | Literal["failed", ""] = ""
        self._code: str | None = ""
        self.other: str | None = None
        self.left_unread = self._lost_keys = False
        """Whether keys were not worked on at the end, and whether that was so in the mode before."""
        self.held: Release = nothing
        self.greeting, self.named = client.greeting, client.named
        """The host's notice that is no news to the player; whether they have read about their name."""

    def feed(self, data: bytes) -> None:
        if self._app:
            self._app.pressed()
            if not (self._keyboard.waits or len(self._slices)):
                self._stamp = self._output.questions.reached
            self._slices.take(data)

    def _read(self, data: bytes) -> None:
        self._key_queue.begin()
        self._keyboard.feed(data)
        self._key_queue.all_have_come()

    def unread(self) -> int:
        return len(self._slices) + len(self._key_queue)

    def end_of_input(self) -> None:
        """Does nothing: a client that sends nothing more may still read."""

    def input_dropped(self) -> None:
        screen = self._app.in_front if self._app else None
        if self._app and isinstance(screen, LineScreen):
            screen.call_later(screen.notice, notices.input_dropped(self._app.texts))

    def resize(self, columns: int, rows: int) -> None:
        size = _drawable(columns, rows)
        self._is_to_redraw = self._is_to_redraw or size == self._size
        self._size = size
        if self._app and not self._resizing:
            self._resizing = asyncio.get_running_loop().call_later(BETWEEN_SIZES, self._resized)
            self._follow_size()

    def _resized(self) -> None:
        self._resizing = None
        self._follow_size()

    def _follow_size(self) -> None:
        if not self._app:
            return
        question = self._way_back if self._way_back and self._way_back.is_open else None
        if self._output.encoder.size != self._size:
            self._output.resize(*self._size)
            if question:
                question.draw()
            else:
                size = Size(*self._size)
                self._app.post_message(Resize(size, size))
        elif self._is_to_redraw:
            (question or self._app).redraw()
        self._is_to_redraw = False

    def _begin_to_listen(self) -> None:
        """Takes keys from now on: there is something to see."""
        if self._way_back and self._way_back.is_open:
            self._asks = True
            self._offer_keys(self._way_back)
        elif self._app and self._app.has_drawn:
            if self._way_back:
                self._way_back.release()
                self._way_back = None
            self._key_queue.open()
            if self._lost_keys:
                self._lost_keys = False
                self._app.call_later(self._app.tell_early)

    def _key_pressed(self, event: Key | Paste) -> None:
        stamp(event, self._stamp)
        self._key_queue.enter(event)
        if self._asks and self._way_back:
            self._offer_keys(self._way_back)

    def _offer_keys(self, question: WayBack) -> None:
        while question.is_open and (event := self._key_queue.take()):
            if not question.take(event):
                self._key_queue.put_back(event)

    def _reads_utf8(self, reads: bool) -> None:
        """Takes the terminal's answer whether it reads UTF-8."""
        app = self._app
        if app:
            app.is_known(in_encoding(app.showing.own, utf8=reads))
            if self._way_back:
                self._way_back.draw()
            self._keyboard.read_as(app.showing.terminal.encoding)

    def _hear_colours(self, said: str) -> None:
        """Takes the terminal's answer whether it shows true colours."""
        app, asked = self._app, self._asks_colours
        self._asks_colours = False
        if app and asked and shows_true_colours(said):
            app.is_known(replace(app.showing.own, depth=Depth.TRUE))
            if self._way_back:
                self._way_back.draw()

    def keys_dropped(self) -> None:
        """Keys came behind the one that changed the mode: they came before what is shown now."""
        self._lost_keys = True

    def drained(self) -> None:
        self._output.drained()

    def say_goodbye(self, reason: GoodbyeReason, code: str | None = "") -> None:
        self._reason, self._code = self._reason or reason, code
        self._end()

    def hang_up(self) -> None:
        self._output.close()
        self._end()

    def _end(self) -> None:
        self._has_ended = True
        if self._app:
            self._app.exit()
        if self._way_back:
            self._way_back.leave_to_lobby()
        self._probe.give_up()
        if self._work and not self._work.done():
            self._cutting = asyncio.get_running_loop().call_later(LONGEST_END, self._cut_off, self._work)

    def _cut_off(self, work: asyncio.Task[None]) -> None:
        """Ends an app that does not end by itself. What it leaves behind may still need it: the garbage
        collector has to find it.
        """
        self._is_cut_off = True
        work.cancel()

    async def run(self) -> int:
        app = self._app
        if app is None:
            return ENDED_WELL
        self._work = asyncio.get_running_loop().create_task(self._run_app(app))
        try:
            await self._work
        except Exception:  # whatever it is, the host and the other sessions go on
            log.exception("a session failed outside of its app")
            self._reason = "failed"
        finally:
            self._reason = "failed" if app.return_code else self._reason
            self._finish(app)
        return FAILED if self._reason == "failed" else ENDED_WELL

    async def _run_app(self, app: CrownApp) -> None:
        if self._asks_colours:
            self._output.ask(COLOUR_QUESTION)
        if self._is_to_ask:
            await self._probe.wait()
        if self._way_back:
            await self._way_back.answered()
        if not self._has_ended:
            await run_app(app, *self._size)

    def _finish(self, app: CrownApp) -> None:
        """Releases everything: subscriptions, the terminal, memory."""
        self.left_unread = self.unread() > 0
        self.other, self.held = app.other if not self._reason else None, app.held
        self.greeting, self.named = app.greeting, app.named
        app.close()
        self._slices.close()
        self._keyboard.close()
        self._probe.give_up()
        self._key_queue.close()
        for timer in (self._resizing, self._cutting):
            if timer:
                timer.cancel()
        self._output.stop()
        sentence = self._last_words(app)
        if sentence:
            self._output.say(sentence, self._size[0])
        self._output.close()
        if not self._is_cut_off:
            break_references(app)
        if self._way_back:
            self._way_back.release()
        self._app = self._way_back = None

    def _last_words(self, app: CrownApp) -> str:
        texts = app.texts
        if self._reason == "failed":
            return texts._("Something went wrong on this screen. Your game is safe: reconnect to go on.")
        if self._reason:
            return notices.goodbye(texts, self._reason, self._ssh_host, self._code)
        return app.parting


def _drawable(columns: int, rows: int) -> tuple[int, int]:
    return min(max(columns, FEWEST[0]), MOST[0]), min(max(rows, FEWEST[1]), MOST[1])
