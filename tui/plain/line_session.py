"""One player's session in plain mode: `tui.host.session.Screen` without a screen.

Everything happens in order: lines, snapshots and the host's answers wait in one queue. While a request to the
host is open no further line is read, so that lines typed ahead, or from a pipe, find the state that they were
meant for.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Iterable
from contextvars import Context

from textual.events import Key, Paste

from tui.actions import catalogue
from tui.host.held_table import nothing
from tui.host.port import Port, Release
from tui.host.session import ClientInfo, ClientLine, GoodbyeReason, Screen
from tui.host.token_bucket import Rate, TokenBucket
from tui.language import notices
from tui.plain.lines.editor import LONGEST, Editor
from tui.plain.lines.line_output import PROMPT, LineOutput
from tui.plain.lines.reader import Reader
from tui.plain.plain_session import PlainSession
from tui.wire.line.keyboard import InputSlices, Keyboard
from tui.wire.terminal.terminals import escape_delay

LINES_AT_ONCE = 100
LINES = Rate(20.0, LINES_AT_ONCE)
"""The rate at which lines are read: a number a second, after a number at once."""
MOST_AHEAD = 4000
"""The most lines that wait for the host; further lines are dropped."""
A_LINE = 256
"""Bytes that a line counts as while it waits for the host."""
REDRAWING = "ctrl+l"
INSISTING = 2.0
"""Seconds within which a second Ctrl+C leaves."""
ENDED_WELL, FAILED, UNANSWERED = 0, 1, 10

log = logging.getLogger(__name__)


class LineSession(Screen):
    """Implements `tui.host.session.Screen`. `other`: where the session goes on on the screen, if it does."""

    def __init__(self, port: Port, client: ClientInfo, line: ClientLine) -> None:
        self._editor = Editor() if client.terminal else None
        self._output = LineOutput(line, self._editor, client.columns)
        self._size = client.columns, client.rows
        self._work: asyncio.Queue[Callable[[], object]] = asyncio.Queue()
        self._keyboard = Keyboard(self._pressed, escape_delay(client))
        self._reader = Reader()
        self._slices = InputSlices(self._queue)
        self._keys: list[Key | Paste] = []
        """Keys that were pressed and not yet handled."""
        self._session = PlainSession(port, client, self._output, self._work.put_nowait, self._read_as)
        self._ahead: deque[tuple[str | None, int | None]] = deque()
        """The lines that wait (None: one that was too long), with what had reached the client when they were
        begun, as in `tui.wire.line.questions`; None: they come from a pipe, and answer whatever is asked.
        """
        self._stamp = self._typed_at = self._begun_at = 0
        """The same for the bytes that came last, the keys that are worked on, and the line being typed."""
        self._bucket = TokenBucket(lambda: LINES, port.now())
        self._next: asyncio.TimerHandle | None = None
        """The timer for the next waiting line."""
        self._no_more_input = False
        self._interrupted: float | None = None
        self._ended = False
        self.other: str | None = None
        self.left_unread = False
        """Whether lines were not worked on at the end."""
        self.held: Release = nothing
        self.greeting, self.named = client.greeting, client.named
        """The host's notice that is no news to the player; whether they have read about their name."""

    # Called by the host

    def feed(self, data: bytes) -> None:
        if not (self._keyboard.waits or len(self._slices)):
            self._stamp = self._output.questions.reached
        self._slices.take(data)

    def _queue(self, data: bytes) -> None:
        stamp = self._stamp
        self._post(lambda: self._take(data, stamp))

    def unread(self) -> int:
        return len(self._slices) + A_LINE * len(self._ahead)

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has `columns` times `rows` cells now. Who tells the same again may have been
        suspended, and sees the line that is being typed once more.
        """
        if (columns, rows) == self._size:
            self._post(self._output.begin_row)
        self._size, self._output.columns = (columns, rows), columns

    def keys_dropped(self) -> None:
        """Keys came behind the one that changed the mode: they came before what is said now."""
        self._post(lambda: self._session.place.notice(notices.early_line(self._session.texts)))

    def drained(self) -> None:
        if self._output.is_held:
            self._post(_nothing)

    def end_of_input(self) -> None:
        self._slices.then(lambda: self._post(self._input_ended))

    def input_dropped(self) -> None:
        self._post(lambda: self._session.place.notice(notices.input_dropped(self._session.texts)))

    def say_goodbye(self, reason: GoodbyeReason, code: str | None = "") -> None:
        session = self._session
        self._post(lambda: self._leave(notices.goodbye(session.texts, reason, session.port.ssh_host, code)))

    def hang_up(self) -> None:
        self._output.close()
        self._post(lambda: self._leave(""))

    def _post(self, work: Callable[[], object]) -> None:
        """Queues work, unless nobody does it any more."""
        if not self._ended:
            self._work.put_nowait(work)

    async def run(self) -> int:
        status = ENDED_WELL
        try:
            self._session.begin()
            while not self._ended:
                (await self._work.get())()
                self._go_on()
                if not self._work.empty():
                    await asyncio.sleep(0)  # others have their turn
            if self._session.is_unanswered:
                status = UNANSWERED
        except Exception:
            log.exception("a session in plain mode failed")
            self._session.parting, status = notices.failed(self._session.texts), FAILED
        finally:
            self._ended = True
            self._finish()
        return status

    # Its course

    def _go_on(self) -> None:
        """Reads waiting lines and sends what there is to say, after each item of the queue."""
        session = self._session
        if self._ahead and self._may_obey:
            self._obey_next()
        if self._no_more_input and self._may_obey and not self._ahead:
            session.leave()
        if session.parting is not None or session.other is not None:
            self._ended = True
            return
        if not self._ahead:
            session.do_when_free()
        self._output.prompt = PROMPT if session.prompts else ""
        if not len(self._slices):  # all that is typed at once is shown at once
            self._output.settle(prompts=session.is_free, question=session.place.question)

    def _obey_next(self) -> None:
        """Handles one line; other sessions get their turn before the next."""
        wait = self._bucket.wait(self._session.port.now())
        if not wait:
            self._bucket.spend()
            self._submit_line(*self._ahead.popleft())
        if self._ahead:
            loop = asyncio.get_running_loop()
            self._next = loop.call_later(wait, self._work.put_nowait, _nothing, context=Context())

    @property
    def _may_obey(self) -> bool:
        """Returns whether everything before the next line is done and shown."""
        session = self._session
        gone = self._ended or session.parting is not None or session.other is not None
        waits = self._next is not None and self._next.when() > asyncio.get_running_loop().time()
        return session.is_free and self._work.empty() and not (gone or waits)

    def _leave(self, words: str) -> None:
        self._session.parting = words
        self._ended = True

    def _finish(self) -> None:
        """Releases everything: subscriptions, the line, memory."""
        self.left_unread = self.unread() > 0
        self.other, self.held = self._session.other, self._session.held
        self.greeting, self.named = self._session.greeting, self._session.named
        self._session.close()
        self._slices.close()
        self._keyboard.close()
        if self._next:
            self._next.cancel()
        if self._editor is not None:
            if self._output.is_typed_on:
                self._output.end_line()
            self._editor.clear()
        if self._session.parting:
            self._output.say(self._session.parting)
        self._output.settle(prompts=False)
        self._output.close()
        while not self._work.empty():
            self._work.get_nowait()
        self._session.take_apart()

    def _submit_line(self, line: str | None, begun_at: int | None) -> None:
        session = self._session
        if line is None:
            session.place.notice(session.texts._("Too long: {most} characters at most.", most=LONGEST))
            return
        self._output.questions.pressed_at = begun_at
        session.place.submit_line(line)

    # Input of the client

    def _read_as(self, encoding: str) -> None:
        self._keyboard.read_as(encoding)
        self._reader.read_as(encoding)

    def _take(self, data: bytes, stamp: int) -> None:
        self._session.bells.pressed()
        if self._editor is None:
            self._wait_with(self._reader.feed(data))
        else:
            self._typed_at = stamp
            self._keyboard.feed(data)
            self._type_all()

    def _wait_with(self, lines: Iterable[str | None], begun_at: int | None = None) -> None:
        """Queues lines to be handled once the host has answered."""
        for line in lines:
            if len(self._ahead) < MOST_AHEAD:
                self._ahead.append((line, begun_at))

    def _input_ended(self) -> None:
        """Handles what was sent so far, then leaves."""
        self._wait_with(self._reader.rest())
        self._no_more_input = True

    def _pressed(self, event: Key | Paste) -> None:
        """Takes a key from the keyboard, in the session's queue or from its timer."""
        self._keys.append(event)
        if len(self._keys) == 1:
            self._work.put_nowait(self._type_all)

    def _type_all(self) -> None:
        """Does what keys mean that have come together; behind one that redraws, others have their turn."""
        keys, self._keys = self._keys, []
        for at, key in enumerate(keys, 1):
            self._type(key)
            if isinstance(key, Key) and key.key == REDRAWING and at < len(keys):
                self._keys = keys[at:]
                self._work.put_nowait(self._type_all)
                return

    def _type(self, event: Key | Paste) -> None:
        editor = self._editor
        if editor is None:
            return
        if isinstance(event, Paste):
            self._insert(" ".join(event.text.split()))
        elif event.key == "enter":
            self._send_off(editor)
        elif event.key == "ctrl+c":
            self._interrupt(editor)
        elif event.key == "ctrl+d" and editor.is_empty:
            self._input_ended()
        elif event.key == REDRAWING:
            self._redraw(editor)
        elif event.key == "tab":
            editor.put(self._session.place.complete(editor.text))
        elif not editor.press(event.key) and event.character and event.character.isprintable():
            self._insert(event.character)

    def _redraw(self, editor: Editor) -> None:
        """Ctrl+L: shows the typed line once more; without a line, how things stand."""
        if not editor.is_empty:
            self._output.begin_row()
        elif self._session.is_free:
            self._session.redraw()

    def _insert(self, text: str) -> None:
        editor = self._editor
        if editor is None:
            return
        if editor.is_empty:
            self._begun_at = self._typed_at
        editor.insert(text)

    def _send_off(self, editor: Editor) -> None:
        begun_at = self._typed_at if editor.is_empty else self._begun_at
        self._output.end_line()
        self._wait_with([editor.take()], begun_at)

    def _interrupt(self, editor: Editor) -> None:
        """Ctrl+C: drops the line; without a line, shows how to leave; pressed again at once, leaves."""
        session, now = self._session, self._session.port.now()
        if not editor.is_empty:
            self._output.end_line()
            editor.clear()
        elif self._interrupted is not None and now - self._interrupted < INSISTING:
            session.leave()
        else:
            self._interrupted = now
            word = catalogue.word(session.texts, "quit")
            session.place.say(session.texts._("To leave, type {quit} or press Ctrl+D.", quit=word))


def _nothing() -> None:
    """Does nothing: after each item of the queue, waiting output is sent."""
