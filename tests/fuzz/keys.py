"""What a terminal or a pipe sends: bytes become keys, pastes and lines, in whatever parts they come."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from unittest.mock import patch

from hypothesis import strategies as st
from textual.events import Key, Paste

from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.transport import terminal_input
from server.transport.terminal_input import LOST_END, TerminalInput
from tests.fuzz.target import LENGTHS, FuzzTarget, cut, mutated, odd_bytes, on_a_loop
from tui.plain.lines.editor import LONGEST
from tui.plain.lines.reader import Reader
from tui.wire.line.keyboard import LONGEST_PASTE, Keyboard

UP = b"\x1b[A"
SEQUENCES = [
    b"\x1b[A", b"\x1bOD", b"\x1b[1;5C", b"\x1b[3~", b"\x1b[15;2~", b"\x1b[Z", b"\x1b\t", b"\x1bOM",
    b"\x1b[[A", b"\x1b", b"\x1b\x1b",
    b"\x1b[", b"\x1bO", b"\x1b[200~", b"\x1b[201~", b"\x1b[200", b"01~", b"\x1b[2;2R", b"\x1b[1;2R",
    b"\x1b[<0;3;4M",
    b"\x1b[M !!", b"\x1b[?62;c", b"\x1b[97u", b"\x1b[97;5u", b"\x1b[57441u", b"\x1b[?2026;2$y",
    b"\x1b]11;rgb:0/0/0\x07",
    b"\x1bP1$r0m\x1b\\", b"\x1b[48;24;80;1;1t", b"\x1b[I", b"\x1b[O", b"\x1b[1" + b"0" * 30 + b"u",
    b"\x1b[;;;;u",
    "é".encode(), "漢".encode(), b"\xe6\xbc", b"\xff", b"\x9bA", b"\x03", b"\r", b"\n", b"\r\n", b"abc",
    b"q" * 300,
]  # fmt: skip
PIECES = st.sampled_from(SEQUENCES) | odd_bytes()
TYPED = st.lists(PIECES, max_size=12).map(b"".join)
FLOODS = st.builds(lambda piece, times: piece * times, PIECES, st.integers(1, 60))
LIMITS = Limits(paste_bytes=400, input_per_second=100)


def silence(keyboard: Keyboard) -> None:
    """Nothing is sent for longer than a keyboard waits for the end of a key or a paste."""
    if keyboard._cap.inside:
        keyboard._end_paste()
    else:
        keyboard._tick()


class _Hands:
    def __init__(self) -> None:
        self.heard: list[str] = []
        self.keyboard = Keyboard(self._take, 60.0)

    def _take(self, event: Key | Paste) -> None:
        if isinstance(event, Paste):
            assert len(event.text) <= LONGEST_PASTE
            assert "\x1b" not in event.text
        self.heard.append(f"paste {event.text}" if isinstance(event, Paste) else f"key {event.key}")

    def rest(self) -> None:
        """Nothing is sent for a while."""
        silence(self.keyboard)


async def _keys(case: tuple[bytes, list[int]]) -> None:
    """The same keys come of any parts, not more than bytes, and the next key works."""
    data, lengths = case
    whole, parts = _Hands(), _Hands()
    whole.keyboard.feed(data)
    for part in cut(data, lengths):
        parts.keyboard.feed(part)
    for hands in (whole, parts):
        hands.rest()
        assert len(hands.heard) <= 2 * len(data) + 1
    assert whole.heard == parts.heard
    for hands in (whole, parts):
        hands.keyboard.feed(UP)
        hands.rest()
        assert hands.heard[-1] == "key up", hands.heard[-3:]
        hands.keyboard.close()


async def _input(case: list[tuple[bytes, float]]) -> None:
    """No more passes than the rate allows, what is little passes whole, and after a silence the next key
    works, whatever was dropped.
    """
    clock = SimpleNamespace(now=0.0)
    clock.time = lambda: clock.now
    passed: list[bytes] = []
    hands = _Hands()
    loop = asyncio.get_running_loop()
    with patch.object(terminal_input.asyncio, "get_running_loop", lambda: clock):
        taken = TerminalInput(CurrentLimits(LIMITS), passed.append, lambda: None, lambda: None)
    for data, gap in case:
        clock.now += gap
        taken.take(data)
    most = LIMITS.paste_bytes + LIMITS.input_per_second * clock.now
    assert sum(map(len, passed)) <= most + 6 * len(case)
    sent = b"".join(data for data, _ in case)
    if len(sent) <= LIMITS.paste_bytes:
        assert b"".join(passed) == sent
    with patch.object(asyncio, "get_running_loop", lambda: loop):
        for data in passed:
            hands.keyboard.feed(data)
        hands.rest()
        clock.now += LOST_END + 0.1
        passed.clear()
        taken.take(UP)
        assert b"".join(passed) == UP, passed
        hands.keyboard.feed(UP)
        hands.rest()
        assert hands.heard[-1] == "key up"
        hands.keyboard.close()


def _lines(case: tuple[bytes, list[int]]) -> None:
    """Lines from a pipe are the same in any parts, printable and short."""
    data, lengths = case
    whole, parts = Reader(), Reader()
    one = [*whole.feed(data), *whole.rest()]
    other = [line for part in cut(data, lengths) for line in parts.feed(part)] + parts.rest()
    assert one == other
    assert all(line is None or (line.isprintable() and len(line) <= LONGEST) for line in one)
    assert len(one) <= data.count(b"\n") + data.count(b"\r") + 1
    assert parts.feed(b"\nhelp\n")[-1:] == ["help"]


LINES = st.lists(
    st.sampled_from([b"help\n", b"keep 1 2\r\n", b"\r", b"x" * 201, b"y" * 200, "ü".encode()]) | odd_bytes()
)
TARGETS = [
    FuzzTarget("keys", st.tuples(TYPED | mutated([b"".join(SEQUENCES)], PIECES), LENGTHS), on_a_loop(_keys)),
    FuzzTarget(
        "input",
        st.lists(st.tuples(TYPED | FLOODS, st.sampled_from([0.0, 0.1, 0.3, 2.0])), max_size=8),
        on_a_loop(_input),
    ),
    FuzzTarget("lines", st.tuples(LINES.map(b"".join), LENGTHS), _lines),
]
