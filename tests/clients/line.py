"""A terminal's line for clients made of libraries: what an SSH client does between terminal and channel."""

from __future__ import annotations

import argparse
import os
import select
import signal
import socket
import sys
import termios
import tty
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

TURN = 0.05
"""Seconds after which a library is asked again: some keep bytes that their socket no longer announces."""


@dataclass(frozen=True)
class Destination:
    """Where to, as whom, with which key (None: a guest), and what to run there (empty: a screen)."""

    host: str
    port: int
    user: str
    key: Path | None
    words: str


class Channel(Protocol):
    """An open session, on a terminal if nothing was to be run."""

    def fileno(self) -> int:
        """Return what select waits for."""

    def read(self) -> bytes | None:
        """Return what has arrived, without waiting; None after the end."""

    def write(self, data: bytes) -> None:
        """Send all of it."""

    def resize(self, columns: int, rows: int) -> None:
        """Tell the host the terminal's new size, if the library can."""

    def status(self) -> int:
        """Return the exit status, after the end."""


def destination() -> Destination:
    """The destination that the command line names: [-i KEY] HOST PORT USER [WORD...]."""
    parser = argparse.ArgumentParser()
    parser.add_argument("-i", dest="key", type=Path)
    parser.add_argument("host")
    parser.add_argument("port", type=int)
    parser.add_argument("user")
    parser.add_argument("words", nargs="*")
    found = parser.parse_args()
    return Destination(found.host, found.port, found.user, found.key, " ".join(found.words))


def carry(open_channel: Callable[[Destination], Channel]) -> int:
    """Carries keys, pictures and sizes between this terminal and a session there; the exit status."""
    channel = open_channel(destination())
    woken, waker = socket.socketpair()
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.fileno())
    signal.signal(signal.SIGWINCH, lambda *_: None)
    before = termios.tcgetattr(sys.stdin)
    tty.setraw(sys.stdin)
    try:
        while _turn(channel, woken):
            pass
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
    return channel.status()


def _turn(channel: Channel, woken: socket.socket) -> bool:
    """Carries what is there; whether the session goes on."""
    ready, _, _ = select.select([sys.stdin, channel, woken], [], [], TURN)
    if woken in ready:
        woken.recv(64)
        channel.resize(*os.get_terminal_size())
    if sys.stdin in ready:
        channel.write(os.read(sys.stdin.fileno(), 4096))
    while data := channel.read():
        _show(data)
    return data is not None


def _show(data: bytes) -> None:
    while data:
        data = data[os.write(sys.stdout.fileno(), data) :]
