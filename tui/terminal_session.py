"""One player's session on the screen of one terminal.

Ties the app to the line: keys in, frames out, size, and every way a session can end (the
player leaves, the host says goodbye, the line breaks, the app fails). Whatever happens, the
terminal is given back and the host is asked for nothing more.
"""

from __future__ import annotations

import asyncio
import logging

from textual.events import Resize
from textual.geometry import Size

from tui import notices
from tui.app import CrownApp
from tui.port import Port
from tui.session import Client, Line
from tui.texts import Texts, language_of
from tui.wire.keyboard import Keyboard
from tui.wire.output import Output
from tui.wire.private import let_go, run_app
from tui.wire.terminals import escape_delay, terminal_of
from tui.wire.turnstile import Turnstile

FEWEST, MOST = (20, 10), (300, 100)
"""Columns and rows that are drawn; other windows get the nearest."""
BETWEEN_SIZES = 0.1
"""Seconds from one change of the window to the next that is followed."""
LONGEST_END = 2.0
"""Seconds an app may take to end by itself."""
ENDED_WELL, FAILED = 0, 1

log = logging.getLogger(__name__)


class TerminalSession:
    """Implements `tui.session.Screen`. `other`: what to begin with in plain mode, where the session
    goes on there.
    """

    def __init__(self, port: Port, client: Client, line: Line) -> None:
        self._size = _drawable(client.columns, client.rows)
        self._output = Output(line, terminal_of(client), *self._size)
        texts = Texts(language_of(client.environment))
        self._app: CrownApp | None = CrownApp(port, texts, client.goto, self._output)
        self._turnstile = Turnstile(self._app)
        self._keyboard = Keyboard(self._turnstile.enter, escape_delay(client.environment))
        self._work: asyncio.Task[None] | None = None
        self._resizing: asyncio.TimerHandle | None = None
        self._reason = ""
        self.other: str | None = None

    def feed(self, data: bytes) -> None:
        if self._app:
            self._keyboard.feed(data)

    def end_of_input(self) -> None:
        """Whoever sends nothing more may look on."""

    def resize(self, columns: int, rows: int) -> None:
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

    def drained(self) -> None:
        self._output.drained()

    def say_goodbye(self, reason: str) -> None:
        self._reason = self._reason or reason
        self._end()

    def hang_up(self) -> None:
        self._output.close()
        self._end()

    def _end(self) -> None:
        if self._app:
            self._app.exit()
        if self._work and not self._work.done():
            asyncio.get_running_loop().call_later(LONGEST_END, self._work.cancel)

    async def run(self) -> int:
        app = self._app
        if app is None:
            return ENDED_WELL
        self._work = asyncio.get_running_loop().create_task(run_app(app, *self._size))
        try:
            await self._work
        except Exception:  # whatever it is, the host and the other sessions go on
            log.exception("a session failed outside of its app")
            self._reason = "failed"
        finally:
            self._reason = "failed" if app.return_code else self._reason
            self._finish(app)
        return FAILED if self._reason == "failed" else ENDED_WELL

    def _finish(self, app: CrownApp) -> None:
        """Gives everything back: the host's news, the terminal, the memory."""
        self.other = app.other if not self._reason else None
        app.close()
        self._keyboard.close()
        self._turnstile.close()
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
            return texts._("Something broke on this screen, the game is safe. Connect again to go on.")
        return notices.goodbye(texts, self._reason) if self._reason else app.parting


def _drawable(columns: int, rows: int) -> tuple[int, int]:
    return min(max(columns, FEWEST[0]), MOST[0]), min(max(rows, FEWEST[1]), MOST[1])
