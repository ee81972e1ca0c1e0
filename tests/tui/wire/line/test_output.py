"""What goes out besides cells: marks around big frames, title, bell, and the terminal's own state."""

from __future__ import annotations

from base64 import b64decode

import pytest
from rich.segment import Segment

from tests.tui.lines import RecordingLine, client
from tui.wire.line.output import Output
from tui.wire.terminal.terminals import terminal_of


def begun(term: str) -> tuple[Output, RecordingLine]:
    line = RecordingLine()
    output = Output(line, terminal_of(client(term)), 80, 24)
    output.start()
    output.show((0, 0))
    line.sent.clear()
    return output, line


def fill(output: Output, text: str, rows: int) -> None:
    for y in range(rows):
        output.encoder.put(0, y, [Segment(f"{y} {text}")])
    output.show((0, 0))


@pytest.mark.parametrize(
    ("term", "before", "after"),
    [
        ("xterm-kitty", "\x1b[?2026h", "\x1b[?2026l"),
        ("xterm-256color", "\x1b[?25l", "\x1b[?25h"),
        ("linux", "\x1b[?25l", "\x1b[?25h"),
        ("vt100", "", ""),
    ],
)
def test_big_frames_are_shown_at_once(term: str, before: str, after: str):
    """Synchronised where known, else without a jumping cursor; small frames go as they are."""
    output, line = begun(term)
    fill(output, 2 * "many words in every row of it ", 20)
    assert line.text.startswith(before or "0 many")
    assert line.text.endswith(after)
    line.sent.clear()
    fill(output, "many words in every row of us", 2)
    assert "?" not in line.text


def test_the_beginning_is_one_piece():
    """Modes, title and the first frame are one write."""
    line = RecordingLine()
    output = Output(line, terminal_of(client()), 80, 24)
    output.start()
    output.title("crownhouse")
    fill(output, "hello", 1)
    assert len(line.sent) == 1
    assert line.text.startswith("\x1b[22;2t\x1b[?1049h")
    output.title("your turn")
    assert len(line.sent) == 1
    fill(output, "jello", 1)
    (second,) = line.sent[1:]
    assert second.startswith(b"\x1b]2;your turn\x07")
    assert b"j" in second
    fill(output, "hello", 1)
    assert b"your turn" not in line.sent[2]


def test_a_terminal_that_never_saw_a_frame_is_given_back_too():
    """Ended before the first frame, begin and end go out together and cancel out."""
    line = RecordingLine()
    output = Output(line, terminal_of(client()), 80, 24)
    output.start()
    output.stop()
    output.stop()
    output.say("gone", 80)
    assert line.text.count("\x1b[?1049h") == line.text.count("\x1b[?1049l") == 1
    assert line.text.endswith("gone\r\n")


def test_only_one_frame_waits():
    """While the client is behind nothing is sent; then the newest picture, once."""
    output, line = begun("xterm-256color")
    line.behind = 1
    for text in ("one", "two", "three"):
        fill(output, text, 1)
    assert line.sent == []
    line.behind = 0
    output.drained()
    output.drained()
    assert len(line.sent) == 1
    assert "three" in line.text
    assert "one" not in line.text


def test_nothing_is_written_to_a_lost_line():
    """After the line is closed every word is for nobody."""
    output, line = begun("xterm-256color")
    output.close()
    fill(output, "hello", 1)
    output.title("your turn")
    output.bell()
    output.stop()
    output.say("bye", 80)
    assert line.sent == []


def test_a_copy_is_sent_to_those_who_swallow_what_they_do_not_take():
    """As OSC 52, whatever is in it; others are told that it cannot be."""
    output, line = begun("xterm-256color")
    assert output.copy("♛ 1st\n\x1b[m")
    (_, code), ended = line.text.split("52;c;")[0:1] + line.text.split("52;c;")[1:2], line.text[-1]
    assert b64decode(code.rstrip("\x07")).decode() == "♛ 1st\n\x1b[m"
    assert ended == "\x07"
    output, line = begun("vt100")
    assert not output.copy("1st")
    assert line.sent == []


@pytest.mark.parametrize("term", ["linux", "vt100", "screen", "vt220", "no-such-terminal"])
def test_titles_go_only_to_those_who_have_one(term: str):
    """A terminal without a title would print it."""
    output, line = begun(term)
    output.title("your turn")
    output.show(None)
    assert b"your turn" not in b"".join(line.sent)


def test_a_call_goes_out_with_the_frame_that_it_is_about():
    """In one write; once, and not before its client has caught up."""
    output, line = begun("xterm-256color")
    line.behind = 1
    output.call("your turn")
    fill(output, "hello", 1)
    assert line.sent == []
    line.behind = 0
    output.drained()
    (sent,) = line.sent
    assert b"hello" in sent
    assert sent.endswith(b"\x07")
    fill(output, "jello", 1)
    assert line.sent[1].count(b"\x07") == 0
