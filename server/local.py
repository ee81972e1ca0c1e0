"""The terminal this process runs in, as a line to a screen: raw while it plays, then as it was."""

from __future__ import annotations

import asyncio
import os
import signal
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tui.session import Screen

READ = 4096


class LocalLine:
    """Implements `tui.session.Line` on a file descriptor. A terminal takes everything at once."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._lost = False

    def write(self, data: bytes) -> None:
        try:
            while data and not self._lost:
                data = data[os.write(self._descriptor, data) :]
        except OSError:  # the terminal was closed
            self._lost = True

    def backlog(self) -> int:
        return 0

    def keeps_up(self) -> bool:
        return True


@contextmanager
def raw(descriptor: int) -> Iterator[None]:
    """Keys as they come, no echo; whatever happens, the terminal is put back."""
    before = termios.tcgetattr(descriptor)
    tty.setraw(descriptor)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextmanager
def attached(screen: Screen, descriptor: int) -> Iterator[None]:
    """Keys, window changes and the end of the terminal reach the screen while this lasts."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            data = os.read(descriptor, READ)
        except OSError:
            data = b""
        if data:
            screen.feed(data)
        else:
            loop.remove_reader(descriptor)
            screen.hang_up()

    signals: dict[int, Callable[[], None]] = {
        signal.SIGWINCH: lambda: screen.resize(*window(descriptor)),
        signal.SIGTERM: lambda: screen.say_goodbye("kicked"),
        signal.SIGHUP: screen.hang_up,
    }
    loop.add_reader(descriptor, read)
    for number, handler in signals.items():
        loop.add_signal_handler(number, handler)
    try:
        yield
    finally:
        loop.remove_reader(descriptor)
        for number in signals:
            loop.remove_signal_handler(number)


def window(descriptor: int) -> tuple[int, int]:
    """Columns and rows."""
    size = os.get_terminal_size(descriptor)
    return size.columns or 80, size.lines or 24
