"""The app runs on the terminal it is started in, and gives it back however it ends."""

from __future__ import annotations

import fcntl
import os
import signal
import struct
import sys
import termios
from collections.abc import Iterator

import pytest

from tests.terminal import Desk, Terminal

PROGRAM = [sys.executable, "-m", "tests.tui.local_program"]
ENVIRONMENT = {
    **os.environ,
    "TERM": "xterm-256color",
    "LC_ALL": "de_DE.UTF-8",
    "NO_COLOR": "",
    "PYTHONPATH": ".",
}


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


def ended(desk: Desk, terminal: Terminal) -> int:
    desk.wait(lambda: terminal.closed, "the end of the program")
    return terminal.process.wait()


def is_cooked(terminal: Terminal) -> bool:
    return bool(termios.tcgetattr(terminal.lead)[3] & termios.ICANON)


def test_playing_on_the_own_terminal(desk: Desk):
    """Keys, a change of the window and leaving, in the language of the environment."""
    terminal = desk.open(PROGRAM, ENVIRONMENT)
    desk.see(terminal, "Bei KIWI-7 ist Platz")
    assert not is_cooked(terminal)
    terminal.press("Enter")
    desk.see(terminal, "Wren (du)")
    fcntl.ioctl(terminal.lead, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    terminal.screen.resize(30, 100)
    desk.wait(lambda: terminal.screen.display[0].rstrip().endswith("Wren") and
              len(terminal.screen.display[0].rstrip()) > 90, "the wider window")  # fmt: skip
    terminal.press("q", "Enter")
    assert ended(desk, terminal) == 0
    assert terminal.received.count(b"\x1b[?1049l") == 1


@pytest.mark.parametrize(("number", "words"), [(signal.SIGTERM, "eine kurze Pause"), (signal.SIGHUP, "")])
def test_a_signal_gives_the_terminal_back(desk: Desk, number: int, words: str):
    """SIGTERM says a sentence; a terminal that hangs up is left alone."""
    terminal = desk.open(PROGRAM, ENVIRONMENT)
    desk.see(terminal, "Bei KIWI-7 ist Platz")
    terminal.process.send_signal(number)
    assert ended(desk, terminal) == 0
    assert words in terminal.received.decode()
