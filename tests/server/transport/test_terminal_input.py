"""What nobody types is dropped, what anybody types or pastes gets through, and the next key works at once."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.transport import terminal_input
from server.transport.terminal_input import PASTE_END, PASTE_START, TerminalInput

LIMITS = Limits(paste_bytes=1000, input_per_second=100)


class FakeTerminal:
    """A terminal's input with a clock of its own."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, limits: Limits = LIMITS) -> None:
        self.now = 0.0
        self.got = b""
        self.floods = 0
        clock = SimpleNamespace(time=lambda: self.now)
        monkeypatch.setattr(terminal_input.asyncio, "get_running_loop", lambda: clock)
        self.input = TerminalInput(CurrentLimits(limits), self._deliver, lambda: None, self._dropped)

    def _deliver(self, data: bytes) -> None:
        self.got += data

    def _dropped(self) -> None:
        self.floods += 1

    def send(self, data: bytes, after: float = 0.0) -> bytes:
        """What arrives of it, `after` seconds."""
        self.now += after
        before = len(self.got)
        self.input.take(data)
        return self.got[before:]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> FakeTerminal:
    return FakeTerminal(monkeypatch)


def test_a_paste_without_marks_is_cut_and_the_next_key_works(terminal: FakeTerminal) -> None:
    """84 KB in one go: what may be pasted arrives, the rest is dropped and said once."""
    arrived = b"".join(terminal.send(b"x" * 4000) for _ in range(21))
    assert arrived == b"x" * 1000
    assert terminal.floods == 1
    assert terminal.send(b"\x1b[A", after=0.3) == b"\x1b[A"


def test_a_paste_with_marks_ends_for_the_screen(terminal: FakeTerminal) -> None:
    """The end comes although what is before it was dropped; then keys are keys again."""
    terminal.send(PASTE_START + b"y" * 3000)
    assert terminal.send(b"z" * 3000 + PASTE_END) == PASTE_END
    assert terminal.got.startswith(PASTE_START + b"y" * 900)
    assert terminal.send(b"q", after=0.3) == b"q"


def test_text_of_a_paste_whose_begin_was_dropped_is_never_a_key(terminal: FakeTerminal) -> None:
    """However slowly the rest of it comes."""
    terminal.send(b"x" * 5000)
    assert terminal.send(PASTE_START + b"rm ") == b""
    assert terminal.send(b"q", after=5.0) == b""
    assert terminal.send(b"\r" + PASTE_END, after=5.0) == b""
    assert terminal.send(b"q", after=5.0) == b"q"


def test_a_paste_whose_end_never_comes_is_over_after_half_a_minute(terminal: FakeTerminal) -> None:
    """Otherwise the session would be deaf for good."""
    terminal.send(b"x" * 5000)
    assert terminal.send(PASTE_START + b"rm ") == b""
    assert terminal.send(b"q", after=29.0) == b""
    assert terminal.send(b"q", after=31.0) == b"q"


def test_marks_are_seen_in_any_chopping(terminal: FakeTerminal) -> None:
    """A mark that comes byte by byte is a mark."""
    terminal.send(b"x" * 5000)
    for byte in PASTE_START + b"abc":
        assert terminal.send(bytes([byte])) == b""
    assert terminal.send(b"q", after=1.0) == b""
    for byte in PASTE_END:
        terminal.send(bytes([byte]))
    assert terminal.send(b"q", after=1.0) == b"q"


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=20))
def test_whoever_types_loses_nothing(chunks: list[bytes]) -> None:
    """Below the burst every byte arrives, whatever it is."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        terminal = FakeTerminal(monkeypatch, replace(LIMITS, paste_bytes=1000))
        send: Callable[[bytes], bytes] = terminal.send
        assert b"".join(map(send, chunks)) == b"".join(chunks)
        assert terminal.floods == 0
