"""Bytes from one client as keys and pastes, whatever the chopping.

Only keys and pastes come out, and where the cursor is for whoever asked: a client that sends
mouse reports, other answers or window sizes inside the stream is not heard. Pastes are capped
before the parser sees them.
A lone ESC is told from the begin of a sequence by time, which the event loop keeps.
"""

from __future__ import annotations

import asyncio
import logging
from codecs import getincrementaldecoder
from collections.abc import Callable

from textual.events import CursorPosition, Key, Paste

from tui.wire.private.key_parser import KeyParser

PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
LONGEST_PASTE = 4096
"""Characters of one paste that are read; the rest is dropped."""
PASTE_PAUSE = 1.0
"""Seconds of silence inside a paste after which its end must have been lost."""
SAME_KEYS = {"ctrl+j": "enter", "ctrl+m": "enter", "ctrl+h": "backspace"}

log = logging.getLogger(__name__)


class PasteLimit:
    """Passes text on, but of each paste only the first characters."""

    def __init__(self) -> None:
        self._tail = ""
        self._left: int | None = None

    @property
    def inside(self) -> bool:
        """Whether a paste has begun and not ended."""
        return self._left is not None

    def filter(self, text: str) -> str:
        """What of `text` goes on. Outside of pastes nothing is held back."""
        passed = []
        while text:
            part, text = self._inside(text) if self.inside else self._outside(text)
            passed.append(part)
        return "".join(passed)

    def _outside(self, text: str) -> tuple[str, str]:
        seen = self._tail + text
        at = seen.find(PASTE_START)
        if at < 0:
            self._tail = seen[1 - len(PASTE_START) :]
            return text, ""
        split = at + len(PASTE_START) - len(self._tail)
        self._tail, self._left = "", LONGEST_PASTE
        return text[:split], text[split:]

    def _inside(self, text: str) -> tuple[str, str]:
        seen, left = self._tail + text, self._left or 0
        at = seen.find(PASTE_END)
        if at >= 0:
            self._tail, self._left = "", None
            return _harmless(seen[: min(at, left)]) + PASTE_END, seen[at + len(PASTE_END) :]
        held = _begun(seen, PASTE_END)
        content, self._tail = seen[: len(seen) - held], seen[len(seen) - held :]
        self._left = left - len(content[:left])
        return _harmless(content[:left]), ""

    def give_up(self) -> str:
        """Ends a paste whose end never came; what goes on for that."""
        self._tail, self._left = "", None
        return PASTE_END


def _harmless(content: str) -> str:
    """What is pasted without ESC: behind one, the parser would read it as keys."""
    return content.replace("\x1b", "")


def _begun(text: str, mark: str) -> int:
    """How many characters at the end of `text` may be the begin of `mark`."""
    return next((n for n in range(len(mark) - 1, 0, -1) if text.endswith(mark[:n])), 0)


class Keyboard:
    """One client's keys. `send` takes them, on the loop, in order; `hear` takes column and row of a
    cursor, from 0. `encoding` is the one of what is typed.
    """

    def __init__(
        self,
        send: Callable[[Key | Paste], object],
        escape_delay: float,
        encoding: str = "utf-8",
        hear: Callable[[int, int], object] = lambda _x, _y: None,
    ) -> None:
        self._send = send
        self._hear = hear
        self._escape_delay = escape_delay
        self.read_as(encoding)
        self._cap = PasteLimit()
        self._parser = KeyParser()
        self._timer: asyncio.TimerHandle | None = None

    def feed(self, data: bytes) -> None:
        """Bytes as they came."""
        self._stop_timer()
        self._parse(self._cap.filter(self._decode(data)))
        self._start_timer()

    def read_as(self, encoding: str) -> None:
        """What is typed from now on is in this encoding."""
        self._decode = getincrementaldecoder(encoding)("replace").decode

    def close(self) -> None:
        """Nothing comes any more."""
        self._stop_timer()
        self._send = lambda _: None
        self._hear = lambda _x, _y: None

    def _parse(self, text: str) -> None:
        if not text:
            return
        try:
            for event in self._parser.feed(text):
                self._pass_on(event)
        except (ValueError, OverflowError):  # what no terminal sends, such as a key number of 20 digits
            log.info("a client sent a key sequence that cannot be one")
            self._parser = KeyParser()

    def _pass_on(self, event: object) -> None:
        if isinstance(event, Key):
            event = _normal(event)
            if event:
                self._send(event)
        elif isinstance(event, Paste):
            self._send(event)
        elif isinstance(event, CursorPosition):
            self._hear(event.x, event.y)

    def _start_timer(self) -> None:
        loop = asyncio.get_running_loop()
        if self._cap.inside:
            self._timer = loop.call_later(PASTE_PAUSE, self._end_paste)
        elif self._parser.waits:
            self._timer = loop.call_later(self._escape_delay, self._tick)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        for event in self._parser.give_up_waiting():
            self._pass_on(event)

    def _end_paste(self) -> None:
        self._parse(self._cap.give_up())
        self._tick()


def _normal(key: Key) -> Key | None:
    """The key under its one name; None for what no keyboard types."""
    if key.character is not None and any("\ud800" <= char <= "\udfff" for char in key.character):
        return None
    name = SAME_KEYS.get(key.key)
    return Key(name, "\r" if name == "enter" else None) if name else key
