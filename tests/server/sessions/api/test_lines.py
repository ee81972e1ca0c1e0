"""What a program sends becomes lines, whatever it sends and however it is chopped."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from server.sessions.api.parsing import MOST_LINES, ApiLines, Dropped

MOST = 8


class Tap:
    """Counts how it is turned."""

    def __init__(self) -> None:
        self.open = True

    def close(self) -> None:
        assert self.open
        self.open = False

    def reopen(self) -> None:
        assert not self.open
        self.open = True


def taken(lines: ApiLines) -> list[bytes | Dropped]:
    found: list[bytes | Dropped] = []
    while (line := lines.take()) is not None:
        found.append(line)
    return found


@given(st.lists(st.binary(max_size=3 * MOST).filter(lambda line: b"\n" not in line)), st.data())
def test_lines_come_as_they_were_sent(sent: list[bytes], data: st.DataObject) -> None:
    """Each line that is short enough comes once, each other one beginning."""
    tap = Tap()
    lines = ApiLines(lambda: MOST, tap.close, tap.reopen)
    stream = b"".join(line + b"\n" for line in sent)
    found: list[bytes | Dropped] = []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        lines.feed(stream[:size])
        stream = stream[size:]
        found += taken(lines) if data.draw(st.booleans()) or not tap.open else []
    lines.end()
    found += taken(lines)
    expected = [line if len(line) <= MOST else Dropped.BEGINNING for line in sent]
    assert [line for line in found if line is not Dropped.MORE] == expected
    assert lines.ended
    assert tap.open


def test_the_last_line_needs_no_end() -> None:
    """What was sent when the program closed its side is a line; nothing is none."""
    lines = ApiLines(lambda: MOST, lambda: None, lambda: None)
    lines.feed(b"one\ntwo")
    assert taken(lines) == [b"one"]
    assert not lines.ended
    lines.end()
    assert taken(lines) == [b"two"]
    assert lines.ended
    assert taken(lines) == []


def test_reading_stops_while_enough_waits() -> None:
    """More than a line is not taken from the network before what is here was taken."""
    tap = Tap()
    lines = ApiLines(lambda: MOST, tap.close, tap.reopen)
    lines.feed(b"1234\n5678\n90\n")
    assert not tap.open
    assert lines.take() == b"1234"
    assert tap.open


def test_an_endless_line_is_kept_nowhere() -> None:
    """It is dropped as it comes, and the line after it is read again."""
    lines = ApiLines(lambda: MOST, lambda: None, lambda: None)
    for _ in range(3):
        lines.feed(b"x" * 100)
        assert len(taken(lines)) == 1
        assert not lines._waiting
    lines.feed(b"x\nnext\n")
    assert taken(lines)[-1] == b"next"


def test_reading_stops_while_many_short_lines_wait() -> None:
    """However few bytes they are; it goes on once so many are left."""
    tap = Tap()
    lines = ApiLines(lambda: 1000, tap.close, tap.reopen)
    for number in range(MOST_LINES + 2):
        assert tap.open == (number <= MOST_LINES)
        lines.feed(b"{}\n")
    lines.take()
    assert not tap.open
    lines.take()
    assert tap.open
