"""Connects a screen to this process's own terminal, which is in raw mode meanwhile, or to pipes and files,
line by line.
"""

from __future__ import annotations

import asyncio
import os
import signal
import termios
import tty
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from tui.host.session import NearLine, Screen

READ_BYTES = 4096
PAUSE = 0.01
"""Seconds until lines of a pipe are looked for again when as many wait already."""


class LocalLine(NearLine):
    """Implements `tui.host.session.ClientLine` on a file descriptor, which takes all bytes at once. `lost`
    is called when the reader has closed it.
    """

    def __init__(self, descriptor: int, lost: Callable[[], None]) -> None:
        self._descriptor = descriptor
        self._lost = False
        self._hang_up = lost

    def write(self, data: bytes, reached: Callable[[], object] | None = None) -> None:
        """Write all bytes; do nothing once the terminal is closed. What was written has reached it."""
        try:
            while data and not self._lost:
                data = data[os.write(self._descriptor, data) :]
        except OSError:  # the terminal was closed
            self._lost = True
            asyncio.get_running_loop().call_soon(self._hang_up)
        if reached:
            reached()


@contextmanager
def raw_mode(descriptor: int) -> Iterator[None]:
    """Set the terminal to raw mode without echo inside the `with` block; its own mode is always restored."""
    before = termios.tcgetattr(descriptor)
    tty.setraw(descriptor)
    try:
        yield
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)


@contextmanager
def attached(screen: Screen, descriptor: int) -> Iterator[None]:
    """Pass keys, size changes and the end of the terminal on to the screen inside the `with` block."""
    loop = asyncio.get_running_loop()

    def read() -> None:
        try:
            data = os.read(descriptor, READ_BYTES)
        except OSError:
            data = b""
        if data:
            screen.feed(data)
        else:
            loop.remove_reader(descriptor)
            screen.hang_up()

    loop.add_reader(descriptor, read)
    try:
        with _signals({**_ends(screen), signal.SIGWINCH: lambda: screen.resize(*window_size(descriptor))}):
            yield
    finally:
        loop.remove_reader(descriptor)


@contextmanager
def piped(screen: Screen, descriptor: int) -> Iterator[None]:
    """Pass whole lines of a pipe or a file on to the screen inside the `with` block; those of a pipe once
    what came before was read.
    """
    loop = asyncio.get_running_loop()
    again: asyncio.TimerHandle | None = None

    def read() -> bool:
        """True if more lines can come."""
        data = os.read(descriptor, READ_BYTES)
        if data:
            screen.feed(data)
        else:
            loop.remove_reader(descriptor)
            screen.end_of_input()
        return bool(data)

    def come() -> None:
        nonlocal again
        if screen.unread() <= READ_BYTES:
            read()
        else:
            loop.remove_reader(descriptor)
            again = loop.call_later(PAUSE, loop.add_reader, descriptor, come)

    try:
        loop.add_reader(descriptor, come)
    except OSError:  # a file: it can be read without waiting
        while read():
            pass
    try:
        with _signals({**_ends(screen), signal.SIGINT: screen.hang_up}):
            yield
    finally:
        if again:
            again.cancel()
        loop.remove_reader(descriptor)


def _ends(screen: Screen) -> dict[int, Callable[[], None]]:
    return {signal.SIGTERM: lambda: screen.say_goodbye("kicked"), signal.SIGHUP: screen.hang_up}


@contextmanager
def _signals(handlers: Mapping[int, Callable[[], None]]) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    for number, handler in handlers.items():
        loop.add_signal_handler(number, handler)
    try:
        yield
    finally:
        for number in handlers:
            loop.remove_signal_handler(number)


def window_size(descriptor: int) -> tuple[int, int]:
    """Return the terminal's columns and rows."""
    size = os.get_terminal_size(descriptor)
    return size.columns or 80, size.lines or 24
