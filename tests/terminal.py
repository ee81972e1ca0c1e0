"""Terminals that a test looks at: a program on a pseudo-terminal, its screen in an emulator.

The terminals of a test belong to one `PtyTerminals`, which reads them all while it waits for any of them,
so that no program ever blocks on a full line because the test looks elsewhere. Waiting is for
a condition of a screen, with a limit that only a failing test reaches.
"""

from __future__ import annotations

import fcntl
import os
import pty
import re
import selectors
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Sequence

import pyte

from tests.tui.emulator import LenientScreen

KEYS = {
    "Enter": "\r", "Escape": "\x1b", "Tab": "\t", "Space": " ", "Backspace": "\x7f",
    "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D",
}  # fmt: skip
NOT_FOR_PYTE = re.compile(
    rb"\x1b\[\?\d+\$p|\x1b\[[<>=][0-9;]*[a-zA-Z]|\x1b\[\?u|\x1b\][02];[^\x07\x1b]*(?:\x07|\x1b\\)"
)


class PtyTerminal:
    """A program on its own pseudo-terminal and what its screen shows."""

    def __init__(
        self, command: Sequence[str], env: dict[str, str], columns: int = 80, rows: int = 24
    ) -> None:
        self.screen = LenientScreen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._text: str | None = None
        self.received = bytearray()
        self.lead, follow = pty.openpty()
        fcntl.ioctl(follow, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process = subprocess.Popen(
            list(command), stdin=follow, stdout=follow, stderr=follow, env=env, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  (one thread here)
        )  # fmt: skip
        os.close(follow)
        self.closed = False

    def read(self) -> None:
        """Takes what has arrived."""
        try:
            data = os.read(self.lead, 65536)
        except OSError:  # the other end is gone
            data = b""
        if not data:
            self.closed = True
            return
        self.received += data
        self._text = None
        self._stream.feed(NOT_FOR_PYTE.sub(b"", data))

    def press(self, *keys: str) -> None:
        """Types: names of KEYS, anything else as it stands."""
        for key in keys:
            os.write(self.lead, KEYS.get(key, key).encode())

    def resize(self, columns: int, rows: int) -> None:
        """Changes the window's size, which the kernel tells the program."""
        self.screen.resize(rows, columns)
        self._text = None
        fcntl.ioctl(self.lead, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    @property
    def text(self) -> str:
        """The screen, line by line."""
        if self._text is None:
            self._text = "\n".join(line.rstrip() for line in self.screen.display)
        return self._text

    def hang_up(self) -> None:
        """The line breaks: the program is killed without a word."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        self.hang_up()
        os.close(self.lead)


class PtyTerminals:
    """All terminals of one test."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._open: list[PtyTerminal] = []

    def open(
        self, command: Sequence[str], env: dict[str, str], columns: int = 80, rows: int = 24
    ) -> PtyTerminal:
        terminal = PtyTerminal(command, env, columns, rows)
        self._open.append(terminal)
        self._selector.register(terminal.lead, selectors.EVENT_READ, terminal)
        return terminal

    def wait(self, condition: Callable[[], bool], what: str, limit: float = 30.0) -> None:
        """Reads all terminals until `condition` holds. Fails showing every screen."""
        end = time.monotonic() + limit
        while not condition():
            left = end - time.monotonic()
            if left <= 0:
                raise AssertionError(f"never came: {what}\n{self.screens()}")
            for key, _ in self._selector.select(min(left, 0.5)):
                self._take(key.data)

    def _take(self, terminal: PtyTerminal) -> None:
        terminal.read()
        if terminal.closed:
            self._selector.unregister(terminal.lead)

    def settle(self, silence: float = 0.4) -> None:
        """Reads until nothing more comes: for pictures, where half a frame would do harm."""
        while ready := self._selector.select(silence):
            for key, _ in ready:
                self._take(key.data)

    def see(self, terminal: PtyTerminal, *texts: str, limit: float = 30.0) -> None:
        """Waits until one of `texts` is on that screen."""
        self.wait(lambda: any(text in terminal.text for text in texts), " or ".join(map(repr, texts)), limit)

    def screens(self) -> str:
        return "\n".join(f"--- terminal {i}\n{t.text}" for i, t in enumerate(self._open, 1))

    def close(self) -> None:
        for terminal in self._open:
            terminal.close()
        self._selector.close()
