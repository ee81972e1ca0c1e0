"""One player's session on the screen of one terminal.

Ties the app to the line: keys in, frames out, size, and every way a session can end (the
player leaves, the host says goodbye, the line breaks, the app fails). Whatever happens, the
terminal is given back and the host is asked for nothing more.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Literal

from textual.events import Resize
from textual.geometry import Size

from tui.app.app import CrownApp
from tui.commands.account import THEME
from tui.host.port import Port
from tui.host.session import Client, GoodbyeReason, Line
from tui.language import notices
from tui.language.texts import Texts, language_of
from tui.screens.base.line_screen import LineScreen
from tui.wire.line.key_queue import KeyQueue
from tui.wire.line.keyboard import Keyboard
from tui.wire.line.output import Output
from tui.wire.private.app import let_go, run_app
from tui.wire.terminal.display import TerminalDisplay, wanted_of
from tui.wire.terminal.palette import DARK
from tui.wire.terminal.probe import Later, Probe, loop_later
from tui.wire.terminal.terminals import escape_delay, in_encoding, locale_of, terminal_of

FEWEST, MOST = (20, 10), (300, 100)
"""Columns and rows that are drawn; other windows get the nearest."""
BETWEEN_SIZES = 0.1
"""Seconds from one change of the window to the next that is followed."""
LONGEST_END = 2.0
"""Seconds an app may take to end by itself."""
ENDED_WELL, FAILED = 0, 1

log = logging.getLogger(__name__)


class TerminalSession:
    """Implements `tui.host.session.Screen`. `other`: what to begin with in plain mode, where the session
    goes on there. `later` is the clock by which a terminal's answer is late.
    """

    def __init__(self, port: Port, client: Client, line: Line, later: Later = loop_later) -> None:
        self._size = _drawable(client.columns, client.rows)
        settings = port.account().settings
        theme = settings.get(THEME, DARK)
        showing = TerminalDisplay(client.term, terminal_of(client), wanted_of(settings, client.term), theme)
        self._output = Output(line, showing.terminal, *self._size, begun=self._begin_to_listen)
        texts = Texts(language_of(client.environment))
        self._app: CrownApp | None = CrownApp(port, texts, client.goto, self._output, showing)
        self._key_queue = KeyQueue(self._app)
        self._probe = Probe(self._output.ask, self._reads_utf8, later)
        self._is_to_ask = not locale_of(client.environment) and showing.wanted.utf8 is None
        self._keyboard = Keyboard(
            self._key_queue.enter,
            escape_delay(client.environment),
            showing.terminal.encoding,
            self._probe.hear,
        )
        self._work: asyncio.Task[None] | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._reason: GoodbyeReason | Literal["failed", ""] = ""
        self.other: str | None = None

    def feed(self, data: bytes) -> None:
        """Takes bytes from the client, in any chopping."""
        if self._app:
            self._keyboard.feed(data)

    def end_of_input(self) -> None:
        """Whoever sends nothing more may look on."""

    def input_dropped(self) -> None:
        """Input of the client was thrown away: it sent too much at once."""
        screen = self._app.screen if self._app and self._app.is_running else None
        if self._app and isinstance(screen, LineScreen):
            screen.call_later(screen.notice, notices.input_dropped(self._app.texts))

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has `columns` times `rows` cells now."""
        self._size = _drawable(columns, rows)
        if self._app and not self._resizing:
            self._resizing = asyncio.get_running_loop().call_later(BETWEEN_SIZES, self._resized)
            self._follow_size()

    def _resized(self) -> None:
        self._resizing = None
        self._follow_size()

    def _follow_size(self) -> None:
        if self._app and self._output.encoder.size != self._size:
            self._output.resize(*self._size)
            size = Size(*self._size)
            self._app.post_message(Resize(size, size))

    def _begin_to_listen(self) -> None:
        self._key_queue.open()

    def _reads_utf8(self, reads: bool) -> None:
        """The terminal answered."""
        app = self._app
        if app:
            app.is_known(in_encoding(app.showing.own, utf8=reads, latin1=not reads))
            self._keyboard.read_as(app.showing.terminal.encoding)

    def drained(self) -> None:
        """The client has caught up: a frame that was held back may go out."""
        self._output.drained()

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        """Ends the session with one sentence: `reason` is 'shutdown', 'kicked' or 'slow'."""
        self._reason = self._reason or reason
        self._end()

    def hang_up(self) -> None:
        """Ends the session without writing: the line is gone."""
        self._output.close()
        self._end()

    def _end(self) -> None:
        if self._app:
            self._app.exit()
        self._probe.give_up()
        if self._work and not self._work.done():
            asyncio.get_running_loop().call_later(LONGEST_END, self._work.cancel)

    async def run(self) -> int:
        """Runs until the player leaves; returns the exit status. Never raises."""
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
        if self._is_to_ask:
            await self._probe.wait()
        await run_app(app, *self._size)

    def _finish(self, app: CrownApp) -> None:
        """Gives everything back: the host's news, the terminal, the memory."""
        self.other = app.other if not self._reason else None
        app.close()
        self._keyboard.close()
        self._probe.give_up()
        self._key_queue.close()
        if self._resizing:
            self._resizing.cancel()
        self._output.stop()
        sentence = self._last_words(app)
        if sentence:
            self._output.say(sentence)
        self._output.close()
        let_go(app)
        self._app = None

    def _last_words(self, app: CrownApp) -> str:
        texts = app.texts
        if self._reason == "failed":
            return texts._("Something went wrong on this screen. Your game is safe: reconnect to go on.")
        return notices.goodbye(texts, self._reason) if self._reason else app.parting


def _drawable(columns: int, rows: int) -> tuple[int, int]:
    return min(max(columns, FEWEST[0]), MOST[0]), min(max(rows, FEWEST[1]), MOST[1])
