"""Terminals that a test looks at: a program on a pseudo-terminal, its screen in an emulator.

The terminals of a test belong to one `PtyTerminals`, which reads them all while it waits for any of them,
so that no program ever blocks on a full line because the test looks elsewhere. A screen is looked at when it
is whole: the host says through its door (`tests/door.py`) that it is at rest and how much it has sent, and
the terminal has received as much. Waiting has a limit that only a failing test reaches.
"""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import selectors
import signal
import socket
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyte

from tests.tui.emulator import LenientScreen

PAUSE = 0.02
"""Seconds until hosts at rest are asked again whether something has happened."""
RESTLESS = 5.0
"""Seconds within which a host comes to rest that is not kept from it."""
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
        self,
        command: Sequence[str],
        env: dict[str, str],
        columns: int = 80,
        rows: int = 24,
        *,
        echoes: bool = True,
    ) -> None:
        self.screen = LenientScreen(columns, rows)
        self._stream = pyte.ByteStream(self.screen)
        self._text: str | None = None
        self.received = bytearray()
        self.lead, follow = pty.openpty()
        fcntl.ioctl(follow, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        if not echoes:
            modes = termios.tcgetattr(follow)
            modes[1] &= ~termios.OPOST
            modes[3] &= ~termios.ECHO
            termios.tcsetattr(follow, termios.TCSANOW, modes)
        self.process = subprocess.Popen(
            list(command), stdin=follow, stdout=follow, stderr=follow, env=env, start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509  (one thread here)
        )  # fmt: skip
        os.close(follow)
        self.closed = False
        self.typed = 0
        """Bytes that were typed."""
        self.number = 0
        """Which of the test's terminals it is, from 1."""
        self.door: Doorway | None = None
        """That of the host that is reached here; None: the program is not asked when it is at rest."""

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
            typed = KEYS.get(key, key).encode()
            self.typed += len(typed)
            os.write(self.lead, typed)

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

    def end_input(self) -> None:
        """Ends what a program reads that leaves its terminal as it was."""
        os.write(self.lead, b"\x04")

    def hang_up(self) -> None:
        """The line breaks: the program is killed without a word."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        self.hang_up()
        os.close(self.lead)


class Doorway:
    """The way to the door of a host. `tables` are their positions when the host was asked last, `ended` the
    terminals whose line the host has ended.
    """

    def __init__(self, place: Path) -> None:
        self._place = place
        self.tables: dict[str, Any] = {}
        self.ended: list[int] = []
        self.open()

    def open(self) -> None:
        """Opens a line; what was asked on another one before is not answered any more."""
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(self._place))
        self._answer = b""

    def fileno(self) -> int:
        return self._line.fileno()

    def ask(self, typed: Mapping[int, int]) -> None:
        """Asks to be told when the host is at rest, with the bytes that were typed at each terminal."""
        self._answer = b""
        self._line.sendall(json.dumps({"typed": typed}).encode() + b"\n")

    def read(self) -> dict[int, int] | None:
        """The bytes that were sent to each terminal; None: the answer has not come whole. Raises OSError
        where the host is gone.
        """
        if not (data := self._line.recv(1 << 16)):
            raise ConnectionResetError
        self._answer += data
        if not self._answer.endswith(b"\n"):
            return None
        told = json.loads(self._answer)
        self.tables, self.ended = told["tables"], told["ended"]
        return {int(number): sent for number, sent in told["sent"].items()}

    @property
    def is_open(self) -> bool:
        """Whether the host may still be there."""
        return self._line.fileno() >= 0

    def close(self) -> None:
        self._line.close()


class PtyTerminals:
    """All terminals of one test."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._open: list[PtyTerminal] = []
        self.others_act = False
        """Whether hosts without a terminal of the test play, too, such as nodes that bots think at."""

    def open(
        self,
        command: Sequence[str],
        env: dict[str, str],
        columns: int = 80,
        rows: int = 24,
        door: Doorway | None = None,
        *,
        echoes: bool = True,
    ) -> PtyTerminal:
        terminal = PtyTerminal(command, env, columns, rows, echoes=echoes)
        terminal.number, terminal.door = self.next, door
        self._open.append(terminal)
        self._selector.register(terminal.lead, selectors.EVENT_READ, terminal)
        return terminal

    def wait(
        self, condition: Callable[[], bool], what: str, limit: float = 30.0, *, whole: bool = True
    ) -> None:
        """Reads all terminals until their host is at rest and every screen is whole: `condition` has to hold
        then, nothing else is waited for. Where it does not come of what was done, but with time, from another
        host or from a program without a door, or if it need not be `whole`, reads on until it holds. Fails
        showing every screen.
        """
        end = time.monotonic() + limit
        while True:
            has_doors = len(self._doors) == 1 and all(one.door or one.closed for one in self._open)
            rested = whole and self.rest() and has_doors and not self.others_act
            if condition():
                return
            left = end - time.monotonic()
            if rested or left <= 0:
                raise AssertionError(f"never came: {what}\n{self.screens()}")
            self._read(min(left, PAUSE if self._doors else 0.5))

    @property
    def next(self) -> int:
        """The number of the terminal that is opened next."""
        return len(self._open) + 1

    def rest(self) -> bool:
        """Reads all terminals until the hosts are at rest and every screen is whole, and returns True; False
        if a host goes, and after RESTLESS seconds, as there is no rest while a store is away.
        """
        rested = [self._rest(door) for door in self._doors]
        return all(rested)

    @property
    def _doors(self) -> set[Doorway]:
        return {one.door for one in self._open if one.door and one.door.is_open and not one.closed}

    def _rest(self, door: Doorway) -> bool:
        end = time.monotonic() + RESTLESS
        here = {one.number: one for one in self._open if one.door is door and not one.closed}
        self._selector.register(door, selectors.EVENT_READ, door)
        try:
            door.ask({number: one.typed for number, one in here.items()})
            while (sent := self._read(0.5, door)) is None:
                if time.monotonic() > end:
                    self._selector.unregister(door)
                    door.close()
                    door.open()
                    return False
        except OSError:  # the host has gone
            self._selector.unregister(door)
            door.close()
            return False
        self._selector.unregister(door)
        while any(
            not one.closed and (number in door.ended or len(one.received) < sent[number])
            for number, one in here.items()
        ):
            self._read(0.5)
        return True

    def _read(self, seconds: float, door: Doorway | None = None) -> dict[int, int] | None:
        """Takes what comes; what the door says, if it does."""
        told = None
        for key, _ in self._selector.select(seconds):
            if key.data is door and door:
                told = door.read()
            else:
                self._take(key.data)
        return told

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
        """As `wait`, until one of `texts` is on that screen."""
        self.wait(lambda: any(text in terminal.text for text in texts), " or ".join(map(repr, texts)), limit)

    def screens(self) -> str:
        return "\n".join(f"--- terminal {i}\n{t.text}" for i, t in enumerate(self._open, 1))

    def close(self) -> None:
        for terminal in self._open:
            terminal.close()
        self._selector.close()
