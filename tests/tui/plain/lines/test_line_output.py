"""What goes out is whole lines around the line being typed, in bytes that any terminal understands."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.lines import RecordingLine
from tests.tui.plain.lines.test_editor import KEYS
from tests.tui.plain.typist import on_paper
from tui.plain.lines.editor import Editor
from tui.plain.lines.line_output import MOST_BEHIND, MOST_WAITING, LineOutput
from tui.plain.lines.reader import Reader
from tui.wire.terminal.terminals import Terminal


class EditedOutput:
    def __init__(
        self, columns: int = 40, *, utf8: bool = True, terminal: bool = True, german: bool = False
    ) -> None:
        self.line, self.editor = RecordingLine(), Editor()
        self.output = LineOutput(self.line, self.editor if terminal else None, columns)
        self.output.write_as(Terminal(utf8=utf8, language="de" if german else "en"))

    def say(self, *texts: str) -> None:
        for text in texts:
            self.output.say(text)
        self.output.settle(prompts=True)

    def type(self, *keys: str) -> None:
        for key in keys:
            if not self.editor.press(key):
                self.editor.insert(key)
            self.output.settle(prompts=True)

    @property
    def lines(self) -> list[str]:
        return on_paper(self.line.text)


def test_lines_take_the_place_of_the_prompt():
    """An event stands where the prompt stood, and the prompt below it."""
    desk = EditedOutput()
    desk.say("Amber rolls 6.")
    desk.say("x")
    assert desk.lines == ["Amber rolls 6.", "x", ">"]


def test_events_wait_while_something_is_typed():
    """They come when the line is sent off, or when it is empty again."""
    desk = EditedOutput()
    desk.say("one")
    desk.type("ke")
    desk.say("two")
    assert desk.lines == ["one", "> ke"]
    desk.type("backspace", "backspace")
    assert desk.lines == ["one", "two", ">"]
    desk.type("roll")
    desk.say("three")
    desk.output.end_line()
    desk.editor.take()
    desk.say()
    assert desk.lines == ["one", "two", "> roll", "three", ">"]


def test_a_key_costs_little():
    """A character is echoed as itself; one in the middle moves only what is behind it."""
    desk = EditedOutput()
    desk.say("one")
    sent = len(desk.line.text)
    desk.type("k")
    assert desk.line.text[sent:] == "k"
    desk.type("eep", "left")
    sent = len(desk.line.text)
    desk.type("5")
    assert desk.line.text[sent:] == "5p\b"


def test_long_lines_are_wrapped_at_the_window():
    """At blanks, indented; without a terminal they stay whole."""
    text = "The quick brown fox jumps over the lazy dog."
    desk = EditedOutput(columns=21)
    desk.say(text)
    assert desk.lines == ["The quick brown fox", "  jumps over the", "  lazy dog.", ">"]
    pipe = EditedOutput(columns=21, terminal=False)
    pipe.say(text)
    assert pipe.line.text == text + "\n"


def test_without_utf8_everything_is_ascii():
    """Arrows and umlauts have stand-ins; what is typed keeps its cells."""
    desk = EditedOutput(utf8=False, german=True)
    desk.say("Jürgen nutzt die Dienstmagd: 2 → 5 … 王")
    desk.type("Häh")
    assert desk.line.text.isascii()
    assert desk.lines == ["Juergen nutzt die Dienstmagd: 2 -> 5", "  ... ??", "> Hah"]


@given(st.text(max_size=60))
def test_nothing_but_characters_goes_out(text: str):
    """Whatever somebody is called or says: no ESC, no C1, nothing that is not printed."""
    for utf8 in (True, False):
        desk = EditedOutput(utf8=utf8)
        desk.say(text)
        desk.type(text)
        assert not re.search(
            r"[\x00-\x06\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", desk.line.text
        )


@given(st.lists(st.one_of(st.sampled_from(KEYS), st.text("abc ", min_size=1, max_size=3))))
def test_the_typed_line_is_always_what_stands_there(keys: list[str]):
    """After every key the last line of the paper is the window of the editor."""
    desk = EditedOutput(columns=16)
    for key in keys:
        desk.type(key)
        shown = "> " + "".join(desk.editor.window(13))
        assert desk.lines[-1] == shown.rstrip()


def test_a_client_that_does_not_read_is_waited_for():
    """Lines wait, the oldest are left out where they are too many, and that is said."""
    desk = EditedOutput()
    desk.line.behind = MOST_BEHIND + 1
    desk.say(*[f"line {number}" for number in range(MOST_WAITING + 5)])
    assert desk.line.text == ""
    desk.line.behind = 0
    desk.say()
    assert desk.lines[:2] == ["... 5", "line 5"]
    assert desk.lines[-2:] == [f"line {MOST_WAITING + 4}", ">"]


@pytest.mark.parametrize(
    ("chunks", "lines"),
    [
        (["roll\n"], ["roll"]),
        (["ro", "ll\r", "\nkeep 5\r\n", "rest"], ["roll", "keep 5"]),
        (["a\rb\n\nc\n"], ["a", "b", "", "c"]),
        (["x" * 500, "y\nroll\n"], [None, "roll"]),
        (["ro\x1b[Al\x00l\n"], ["ro[All"]),
    ],
)
def test_lines_arrive_in_any_chopping(chunks: list[str], lines: list[str | None]):
    """With any end of line; too long ones are refused whole."""
    reader = Reader()
    assert [line for chunk in chunks for line in reader.feed(chunk.encode())] == lines


def test_a_character_may_arrive_in_two_halves():
    """Bytes are decoded as they come, and what was sent last counts without its end."""
    reader = Reader()
    data = "schön".encode()
    assert [line for byte in data for line in reader.feed(bytes([byte]))] == []
    assert reader.rest() == ["schön"]
    assert reader.rest() == []
