"""Terminals that a test looks at: a program on a pseudo-terminal, its screen in an emulator.

The terminals of a test belong to one `PtyTerminals`, which reads them all while it waits for any of them,
so that no program ever blocks on a full line because the test looks elsewhere. Tests of hosts wait for
numbers: a screen is looked at when it is whole, as the host says through its door (`tests/door.py`) that it
is at rest and how much it has sent, and the terminal has received as much. What a screen says is waited for
only of programs without a door. Waiting has a limit that only a failing test reaches.
"""

from __future__ import annotations

import fcntl
import itertools
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
from contextlib import suppress
from pathlib import Path
from typing import Any

import pyte

from tests.door import SOCKET
from tests.tui.emulator import LenientScreen
from tests.waiting import WITHIN

PAUSE = 0.02
"""Seconds until hosts at rest are asked again whether something has happened."""
SILENT = 60.0
"""Seconds until a host that does not say how far it is has failed."""
KEYS = {
    "Enter": "\r", "Escape": "\x1b", "Tab": "\t", "Space": " ", "Backspace": "\x7f",
    "Up": "\x1b[A", "Down": "\x1b[B", "Right": "\x1b[C", "Left": "\x1b[D",
}  # fmt: skip
TITLE = re.compile(rb"\x1b\]2;([^\x07]*)\x07")
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
        self.doors: Doors | None = None
        """Those of the host that is reached here; None: the program is not asked when it is at rest."""

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

    @property
    def bells(self) -> int:
        """How often its bell has rung."""
        return TITLE.sub(b"", self.received).count(b"\x07")

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
    """The way to the door of a host's process. `tables` are their positions when it was asked last, `here`
    how many players it knew to be here.
    """

    def __init__(self, place: Path) -> None:
        self.tables: dict[str, Any] = {}
        self.here = 0
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(place))
        self._answer = b""

    def fileno(self) -> int:
        return self._line.fileno()

    def ask(self, typed: Mapping[int, int], *, drawn: bool) -> None:
        """Asks how far the process is, with the bytes that were typed at each terminal."""
        self._answer = b""
        self._line.sendall(json.dumps({"typed": typed, "drawn": drawn}).encode() + b"\n")

    def read(self) -> dict[str, Any] | None:
        """The answer (`tests.door.Told`); None: it has not come whole. Raises OSError where the process is
        gone.
        """
        if not (data := self._line.recv(1 << 16)):
            raise ConnectionResetError
        self._answer += data
        if not self._answer.endswith(b"\n"):
            return None
        told: dict[str, Any] = json.loads(self._answer)
        self.tables, self.here = told["tables"], told["here"]
        return told

    def close(self) -> None:
        self._line.close()


class Doors:
    """The doors of a host: sockets in its folder, one for each of its processes."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[Path, Doorway] = {}

    def each(self) -> Sequence[Doorway]:
        """Those that there are now. A process that was killed leaves a socket at which nobody answers."""
        for place in self._folder.glob(f"{SOCKET}*"):
            if place not in self._open:
                with suppress(OSError):
                    self._open[place] = Doorway(place)
        return [*self._open.values()]

    def drop(self, gone: Doorway) -> None:
        """Its process has gone."""
        self._open = {place: one for place, one in self._open.items() if one is not gone}
        gone.close()

    def close(self) -> None:
        """The host has gone."""
        for one in self._open.values():
            one.close()
        for place in self._folder.glob(f"{SOCKET}*"):
            place.unlink(missing_ok=True)  # Python 3.13 removes it with its listener
        self._open.clear()


class PtyTerminals:
    """All terminals of one test. `hosts` are the doors of those that run."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._open: list[PtyTerminal] = []
        self.hosts: list[Doors] = []

    def open(
        self,
        command: Sequence[str],
        env: dict[str, str],
        columns: int = 80,
        rows: int = 24,
        doors: Doors | None = None,
        *,
        echoes: bool = True,
    ) -> PtyTerminal:
        terminal = PtyTerminal(command, env, columns, rows, echoes=echoes)
        terminal.number, terminal.doors = self.next, doors
        self._open.append(terminal)
        self._selector.register(terminal.lead, selectors.EVENT_READ, terminal)
        return terminal

    @property
    def next(self) -> int:
        """The number of the terminal that is opened next."""
        return len(self._open) + 1

    # What tests of hosts with doors wait for: numbers

    @property
    def tables(self) -> dict[str, Any]:
        """The positions of all tables by name (`tests.door.TablePosition`), as of the last rest. A process
        that has only just started has not read their logs, so another one says who is asked.
        """
        told = [one.tables.items() for host in self.hosts for one in host.each()]
        return dict(sorted(itertools.chain(*told), key=lambda one: bool(one[1]["asked"])))

    def rest(self, limit: float = WITHIN) -> None:
        """Reads all terminals until every host is at rest and every screen is whole: no bot is asked, and all
        processes are at the same position of each table, and know of the same number of players.
        """
        self.until(lambda _: True, "rest", limit)

    def until(
        self,
        holds: Callable[[dict[str, Any]], bool],
        what: str,
        limit: float = WITHIN,
        *,
        drawn: bool = False,
    ) -> None:
        """Reads on until, at rest, that holds of the positions of all tables. `drawn`: without rest, as there
        is none while a store is away; every screen shows what was drawn at these positions. Fails, showing
        every screen, once no table has moved on for that long.
        """
        end, before = time.monotonic() + limit, self.tables
        while not (self._is_at_rest(drawn=drawn) and holds(self.tables)):
            if self.tables != before:
                end, before = time.monotonic() + limit, self.tables
            self.check(time.monotonic() < end, f"it came: {what} {before}")
            self._read(PAUSE)

    def see(self, terminal: PtyTerminal, *texts: str) -> None:
        """One of `texts` is on that screen, once there is rest."""
        self.rest()
        self.check(any(text in terminal.text for text in texts), " or ".join(map(repr, texts)))

    def check(self, holds: bool, what: str) -> None:
        """Fails showing every screen unless that holds."""
        if not holds:
            raise AssertionError(f"not so: {what}\n{self.screens()}")

    def ended(self, *terminals: PtyTerminal, limit: float = WITHIN) -> None:
        """Reads on until the lines of these terminals have ended."""
        end = time.monotonic() + limit
        while not all(one.closed for one in terminals):
            self.check(time.monotonic() < end, "the end of a line")
            self._read(PAUSE)

    def rung(self, terminal: PtyTerminal, limit: float = WITHIN) -> None:
        """Reads on until a terminal's bell has rung."""
        end = time.monotonic() + limit
        while not terminal.bells:
            self.check(time.monotonic() < end, "the bell")
            self._read(PAUSE)

    # What tests of other programs wait for

    def look(self, terminal: PtyTerminal, *texts: str, limit: float = WITHIN) -> None:
        """As `wait`, until one of `texts` is on that screen."""
        self.wait(lambda: any(text in terminal.text for text in texts), " or ".join(map(repr, texts)), limit)

    def wait(self, condition: Callable[[], bool], what: str, limit: float = WITHIN) -> None:
        """Reads all terminals until that holds. Fails showing every screen."""
        end = time.monotonic() + limit
        while not condition():
            left = end - time.monotonic()
            self.check(left > 0, what)
            self._read(min(left, 0.5))

    def _is_at_rest(self, *, drawn: bool) -> bool:
        rested = [self._rests(host, drawn=drawn) for host in self.hosts]
        tables: dict[str, set[int]] = {}
        for host in self.hosts:
            for one in host.each():
                for name, table in one.tables.items():
                    tables.setdefault(name, set()).add(table["seq"])
        here = {one.here for host in self.hosts for one in host.each()}
        agreed = len(here) <= 1 and all(len(seqs) == 1 for seqs in tables.values())
        asks_bots = any(table["stage"] == "running" and table["bots"] for table in self.tables.values())
        return all(rested) and (drawn or (agreed and not asks_bots))

    def _rests(self, host: Doors, *, drawn: bool) -> bool:
        """Whether a host comes to rest soon, and all its terminals have received what it has sent."""
        here = {one.number: one for one in self._open if one.doors is host and not one.closed}
        typed = {number: one.typed for number, one in here.items()}
        known = 0
        for door in host.each():
            try:
                told = self._asked(door, typed, drawn=drawn)
            except OSError:
                host.drop(door)
                return False
            if not told["rests"]:
                return False
            for number, sent in told["sent"].items():
                one, known = here[int(number)], known + 1
                while not one.closed and (one.number in told["ended"] or len(one.received) < sent):
                    self._read(0.5)
        return known == len(here)

    def _asked(self, door: Doorway, typed: Mapping[int, int], *, drawn: bool) -> dict[str, Any]:
        """What a door answers."""
        self._selector.register(door, selectors.EVENT_READ, door)
        try:
            door.ask(typed, drawn=drawn)
            end = time.monotonic() + SILENT
            while (told := self._read(0.5, door)) is None:
                self.check(time.monotonic() < end, "a host answers")
            return told
        finally:
            self._selector.unregister(door)

    def _read(self, seconds: float, door: Doorway | None = None) -> dict[str, Any] | None:
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

    def screens(self) -> str:
        return "\n".join(f"--- terminal {i}\n{t.text}" for i, t in enumerate(self._open, 1))

    def close(self) -> None:
        for terminal in self._open:
            terminal.close()
        self._selector.close()
