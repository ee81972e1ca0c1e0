"""Bytes from one client as keys and pastes, whatever pieces the bytes come in.

It gives keys, pastes and, to whoever asked, the cursor's position; what terminals report otherwise is dropped
(`tui.wire.line.reports`), and so are window sizes inside the stream. Pastes are cut to a limit before the
parser sees them. A lone ESC is told apart from the beginning of a sequence by time, kept by the event loop.

What a client has sent comes in small slices, each in a turn of the event loop of its own: a packet may bring
thousands of keys, which take long to tell apart. A slice ends before an ESC, so that the sequence of a key is
rarely cut, and what comes later waits behind what came before.
"""

from __future__ import annotations

import asyncio
import logging
from codecs import getincrementaldecoder
from collections.abc import Callable

from textual.events import CursorPosition, Key, Paste

from tui.wire.line.reports import ONE_CHARACTER, ReportFilter
from tui.wire.private.keys import KeyParser, keys_of

SLICE = 64
"""Bytes that are handed on together."""
LONGEST_SEQUENCE = 16
"""Bytes before the end of a slice in which an ESC may have begun a key."""
PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
LONGEST_PASTE = 4096
"""The most characters of one paste that are read; the rest is dropped."""
PASTE_PAUSE = 1.0
"""Seconds of silence inside a paste after which its end is taken to be lost."""
SAME_KEYS = {"ctrl+j": "enter", "ctrl+m": "enter", "ctrl+h": "backspace"}

log = logging.getLogger(__name__)


class PasteLimit:
    """Passes text on, but only the first characters of each paste."""

    def __init__(self) -> None:
        self._tail = ""
        self._left: int | None = None

    @property
    def inside(self) -> bool:
        """True if a paste has begun and not ended."""
        return self._left is not None

    def forget(self) -> None:
        """Notes that whole keys have come, in which no paste has begun."""
        self._tail = ""

    def filter(self, text: str) -> str:
        """Returns the part of `text` that is passed on. Outside of pastes nothing is held back."""
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
        """Ends a paste whose end never came, and returns what is passed on for that."""
        self._tail, self._left = "", None
        return PASTE_END


def _harmless(content: str) -> str:
    """Returns a paste without ESC and its like: after one, the parser would read it as keys."""
    return ONE_CHARACTER.sub("", content.replace("\x1b", ""))


def _begun(text: str, mark: str) -> int:
    """Returns how many characters at the end of `text` may be the beginning of `mark`."""
    return next((n for n in range(len(mark) - 1, 0, -1) if text.endswith(mark[:n])), 0)


class Keyboard:
    """One client's keys. `send` is called with them, on the event loop, in order; `hear` with the column and
    row of a cursor, from 0; `hear_settings` with what the terminal answers about its settings. `encoding` is
    the one that the terminal types in.
    """

    def __init__(
        self,
        send: Callable[[Key | Paste], object],
        escape_delay: float,
        encoding: str = "utf-8",
        hear: Callable[[int, int], object] = lambda _x, _y: None,
        hear_settings: Callable[[str], object] = lambda _: None,
    ) -> None:
        self._send = send
        self._hear = hear
        self._escape_delay = escape_delay
        self.read_as(encoding)
        self._cap = PasteLimit()
        self._reports = ReportFilter(hear_settings)
        self._parser = KeyParser()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def feed(self, data: bytes) -> None:
        """Takes bytes as they come."""
        if self._closed:
            return
        if self._timer:
            self._stop_timer()
        text = self._decode(data)
        begun = self._cap.inside or self._parser.waits or self._reports.is_inside
        alone = () if begun else keys_of(text)
        if alone:
            self._cap.forget()
            for key in alone:
                if event := _normal(Key(*key)):
                    self._send(event)
            return
        self._parse(self._reports.filter(self._cap.filter(text)))
        self._start_timer()

    @property
    def waits(self) -> bool:
        """True if a sequence or a paste has begun and not ended."""
        return self._timer is not None

    def read_as(self, encoding: str) -> None:
        """Sets the encoding of what is typed from now on."""
        self._decode = getincrementaldecoder(encoding)("replace").decode

    def close(self) -> None:
        """Drops all input from now on."""
        self._closed = True
        self._stop_timer()
        self._parser.close()
        self._send = lambda _: None
        self._hear = lambda _x, _y: None
        self._reports = ReportFilter()

    def _parse(self, text: str) -> None:
        if not text:
            return
        try:
            for event in self._parser.feed(text):
                self._pass_on(event)
        except (ValueError, OverflowError):  # no terminal sends this, for example a key number of 20 digits
            log.info("a client sent an impossible key sequence")
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
        elif self._reports.is_inside:
            self._timer = loop.call_later(self._reports.patience(self._escape_delay), self._tick)
        elif self._parser.waits:
            self._timer = loop.call_later(self._escape_delay, self._tick)

    def _stop_timer(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None

    def _tick(self) -> None:
        self._timer = None
        self._parse(self._reports.give_up())
        for event in self._parser.give_up_waiting():
            self._pass_on(event)

    def _end_paste(self) -> None:
        self._parse(self._cap.give_up())
        self._tick()


def _normal(key: Key) -> Key | None:
    """Returns the key under its one name; None for what no keyboard types."""
    if name := SAME_KEYS.get(key.key):
        return Key(name, "\r" if name == "enter" else None)
    typed = key.character
    if typed is None or typed.isascii():
        return key
    return None if any("\ud800" <= char <= "\udfff" for char in typed) else key


def _nobody(_: bytes) -> None:
    """Does nothing."""


class InputSlices:
    """What one client has sent. `deliver` gets it, a slice at a time."""

    def __init__(self, deliver: Callable[[bytes], object]) -> None:
        self._deliver = deliver
        self._waiting = bytearray()
        self._next: asyncio.Handle | None = None
        self._afterwards: list[Callable[[], object]] = []

    def __len__(self) -> int:
        """Returns how many bytes wait."""
        return len(self._waiting)

    def take(self, data: bytes) -> None:
        """Takes bytes from the client: few are handed on at once, if none wait."""
        if self._next is None and len(data) <= SLICE:
            self._deliver(data)
            return
        self._waiting += data
        if self._next is None:
            self._go_on()

    def then(self, call: Callable[[], object]) -> None:
        """Calls something once all that has come so far is handed on."""
        if self._next is None:
            call()
        else:
            self._afterwards.append(call)

    def close(self) -> None:
        """Drops what waits, and all callbacks, so that nothing keeps their owners alive."""
        self._deliver = _nobody
        self._waiting.clear()
        self._afterwards.clear()
        if self._next:
            self._next.cancel()

    def _go_on(self) -> None:
        self._next = None
        end = _end_of_slice(self._waiting)
        data = bytes(self._waiting[:end])
        del self._waiting[:end]
        if self._waiting:
            self._next = asyncio.get_running_loop().call_soon(self._go_on)
        self._deliver(data)
        if self._next is None:
            calls, self._afterwards = self._afterwards, []
            for call in calls:
                call()


def _end_of_slice(data: bytearray) -> int:
    if len(data) <= SLICE:
        return len(data)
    begun = data.rfind(b"\x1b", SLICE - LONGEST_SEQUENCE, SLICE)
    return begun if begun > 0 else SLICE
