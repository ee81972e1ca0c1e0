"""Every key of every terminal is the same key to us, whatever its terminal sends for it."""

from __future__ import annotations

import pytest

from tests.tui.wire.line.test_keyboard import typed

ARROWS = {"up": "A", "down": "B", "right": "C", "left": "D"}
CURSOR_MODE = {key: f"\x1b[{letter}" for key, letter in ARROWS.items()}
APPLICATION_MODE = {key: f"\x1bO{letter}" for key, letter in ARROWS.items()}
PLAIN = {"enter": "\r", "tab": "\t", "escape": "\x1b", "space": " ", "ctrl+c": "\x03", "ctrl+u": "\x15"}
EDITING = {"insert": "\x1b[2~", "delete": "\x1b[3~", "pageup": "\x1b[5~", "pagedown": "\x1b[6~"}
UPPER = {
    f"f{number}": f"\x1b[{code}~"
    for number, code in zip(range(6, 13), (17, 18, 19, 20, 21, 23, 24), strict=True)
}
PF = {"f1": "\x1bOP", "f2": "\x1bOQ", "f3": "\x1bOR", "f4": "\x1bOS"}
TILDES = {f"f{number}": f"\x1b[{10 + number}~" for number in range(1, 6)}
BY_NUMBER = {"home": "\x1b[1~", "end": "\x1b[4~"}

XTERM = {**PLAIN, **EDITING, **UPPER, **PF, "f5": "\x1b[15~", "shift+tab": "\x1b[Z", "backspace": "\x7f"}
XTERM_HOME = {"home": "\x1b[H", "end": "\x1b[F"}
SHIFTED = {f"ctrl+{key}": f"\x1b[1;5{letter}" for key, letter in ARROWS.items()}
LINUX_F = {f"f{number}": f"\x1b[[{letter}" for number, letter in enumerate("ABCDE", 1)}
KEYS = {
    "xterm-256color": {**XTERM, **CURSOR_MODE, **XTERM_HOME, **SHIFTED},
    "xterm in application mode": {**XTERM, **APPLICATION_MODE, "home": "\x1bOH", "end": "\x1bOF"},
    "xterm, Backspace 8": {**XTERM, "backspace": "\x08"},
    "Windows Terminal": {**XTERM, **CURSOR_MODE, **XTERM_HOME, **SHIFTED},
    "tmux": {**XTERM, **CURSOR_MODE, **BY_NUMBER, **SHIFTED},
    "screen": {**XTERM, **APPLICATION_MODE, **BY_NUMBER},
    "linux": {**XTERM, **CURSOR_MODE, **BY_NUMBER, **LINUX_F, "shift+tab": "\x1b\t"},
    "PuTTY": {**XTERM, **CURSOR_MODE, **BY_NUMBER, **TILDES},
    "PuTTY in application mode": {**XTERM, **APPLICATION_MODE, **BY_NUMBER, **TILDES},
    "rxvt": {**XTERM, **CURSOR_MODE, **TILDES, "home": "\x1b[7~", "end": "\x1b[8~"},
    "vt100": {**PLAIN, **APPLICATION_MODE, **PF, "backspace": "\x08"},
    "vt100, keypad": {"enter": "\x1bOM", "minus": "\x1bOm", "5": "\x1bOu"},
    "vt220": {**PLAIN, **CURSOR_MODE, **EDITING, **BY_NUMBER, **PF, **UPPER, "backspace": "\x08"},
    "kitty": {**XTERM, **CURSOR_MODE, **XTERM_HOME, "escape": "\x1b[27u"},
}
CASES = [(term, key, sent) for term, keys in KEYS.items() for key, sent in keys.items()]


async def test_a_key_is_the_same_on_every_terminal():
    """Whole, byte by byte, twice in a row, and with a letter behind it."""
    for term, key, sent in CASES:
        data = sent.encode()
        assert await typed(data) == [key], term
        if sent != "\x1b":
            assert await typed(*[bytes([byte]) for byte in data]) == [key], term
            assert await typed(data + data + b"q") == [key, key, "q"], term


UNKNOWN = [
    "\x1b[a", "\x1b[3^", "\x1b[27;5;9~", "\x1b[38~", "\x1b[1;99Z", "\x1bO5Z", "\x1b[[Z", "\x1b[?1;2c",
    "\x1b[>0;276;0c", "\x1b[8;24;80t", "\x1b[5 q", "\x1b[I", "\x1b[O", "\x1b[<0;5;5M", "\x1b[?2026;2$y",
]  # fmt: skip


@pytest.mark.parametrize("sent", UNKNOWN, ids=repr)
async def test_what_means_nothing_is_not_typed_as_letters(sent: str):
    """A key we do not know, an answer nobody asked for: no letter of it plays a move."""
    heard = await typed(sent.encode() + b"q")
    assert heard[-1] == "q"
    assert all(isinstance(key, str) and len(key) > 1 for key in heard[:-1]), heard
