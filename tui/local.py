"""The same app on the terminal this process was started in: what `crownhouse play` shows.

The terminal is put into raw mode and given back whatever happens; its bytes go through the
same session as those of a client far away. Which host is behind the port is the caller's
business.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import termios
import tty
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from tui.port import Port
from tui.session import Client, Screen
from tui.terminal_session import make_screen

SAID = ("LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "COLORTERM", "NO_COLOR", "ESCDELAY")
MOST_READ = 4096


class LocalLine:
    """Writes to a terminal of this machine, which never falls behind for long."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, data: bytes) -> None:
        """Blocks while the terminal is stopped; does nothing when it is gone."""
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._descriptor, left) :]
        except OSError:
            return

    def backlog(self) -> int:
        return 0


def local_client(environment: Mapping[str, str], descriptor: int, goto: str = "") -> Client:
    """What the terminal at `descriptor` is, by the environment of the person in front of it."""
    columns, rows = _window(descriptor)
    said = {name: environment[name] for name in SAID if name in environment}
    return Client(environment.get("TERM", ""), columns, rows, said, goto)


def is_terminal() -> bool:
    """Whether there is somebody to play with."""
    return sys.stdin.isatty() and sys.stdout.isatty()


async def play_here(port: Port, goto: str = "") -> int:
    """Runs a session on stdin and stdout until the player leaves; the exit status."""
    keys, shown = sys.stdin.fileno(), sys.stdout.fileno()
    screen = make_screen(port, local_client(os.environ, shown, goto), LocalLine(shown))
    with _raw(keys), _heard(screen, keys, shown):
        return await screen.run()


@contextmanager
def _raw(descriptor: int) -> Iterator[None]:
    """The terminal without echo, lines and signals, and as it was afterwards."""
    before = termios.tcgetattr(descriptor)
    try:
        tty.setraw(descriptor)
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextmanager
def _heard(screen: Screen, keys: int, shown: int) -> Iterator[None]:
    """Keys, window and signals of this process reach the session."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            data = os.read(keys, MOST_READ)
        except OSError:
            data = b""
        if data:
            screen.feed(data)
        else:
            loop.remove_reader(keys)
            screen.hang_up()

    loop.add_reader(keys, read)
    loop.add_signal_handler(signal.SIGWINCH, lambda: screen.resize(*_window(shown)))
    loop.add_signal_handler(signal.SIGTERM, screen.say_goodbye, "shutdown")
    loop.add_signal_handler(signal.SIGHUP, screen.hang_up)
    try:
        yield
    finally:
        loop.remove_reader(keys)
        for number in (signal.SIGWINCH, signal.SIGTERM, signal.SIGHUP):
            loop.remove_signal_handler(number)


def _window(descriptor: int) -> tuple[int, int]:
    try:
        size = os.get_terminal_size(descriptor)
    except OSError:
        return 80, 24
    return size.columns, size.lines
