"""Whatever frames came before, a terminal shows what was put, for as few bytes as it allows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.segment import Segment
from rich.style import Style
from wcwidth import wcwidth

from tests.cases import cases
from tests.tui.emulator import EmulatedTerminal as Emulator
from tui.host.session import ClientInfo
from tui.wire.encoding.cells import cells, clusters
from tui.wire.encoding.encoder import CLEAR, Encoder
from tui.wire.terminal import palette, tones
from tui.wire.terminal.looks import ON, CellStyle, cell_style
from tui.wire.terminal.terminals import Terminal, terminal_of

WIDTH, HEIGHT = 24, 6
TERMS = ["xterm-256color", "linux", "vt100", "screen", "xterm-kitty"]
STYLES = [
    Style.null(), palette.DIM, palette.ACCENT, palette.AFFORDABLE, palette.WARNING, Style(bold=True),
    Style(underline=True), Style(reverse=True), Style.parse("#ff8040 on #102030"),
    Style.parse("on blue"), Style.parse("strike italic red"),
]  # fmt: skip
TEXTS = st.one_of(
    st.text("ab ─│é漢字▶", max_size=WIDTH),
    st.text(" ", max_size=WIDTH),
    st.text("─", max_size=WIDTH),
    st.sampled_from(["e\u0301x", "漢", "\x1b[31m", "a\tb", "Guard 3=  2"]),
)
Put = tuple[int, int, list[Segment]]
SEGMENTS = st.lists(
    st.tuples(TEXTS, st.sampled_from(STYLES)).map(lambda pair: Segment(*pair)), min_size=1, max_size=4
)
PUTS = st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1), SEGMENTS)
CARETS = st.one_of(st.none(), st.tuples(st.integers(0, WIDTH - 1), st.integers(0, HEIGHT - 1)))
Frame = tuple[list[Put], tuple[int, int] | None]
FRAMES = st.lists(st.tuples(st.lists(PUTS, max_size=6), CARETS), min_size=1, max_size=6)


def terminal(term: str, **environment: str) -> Terminal:
    return terminal_of(ClientInfo(term=term, environment={"LANG": "en_US.UTF-8", **environment}))


class Plainly:
    """Paints every cell where it belongs, each with its whole look."""

    def __init__(self, known: Terminal) -> None:
        self.known, self.emulator = known, Emulator(WIDTH, HEIGHT)

    def put(self, x: int, y: int, segments: Sequence[Segment]) -> None:
        for text, style, _ in segments:
            look = cell_style(style, self.known.depth, self.known.attributes)
            for cell in cells(text):
                if cell and x < WIDTH:
                    char = " " if x == WIDTH - 1 and wcwidth(cell[0]) == 2 else cell
                    pen = ";".join(("0", *_attributes(look), look.ink, look.paper)).replace(";;", ";")
                    self.emulator.feed(f"\x1b[{y + 1};{x + 1}H\x1b[{pen.strip(';')}m{char}")
                x += 1


def _attributes(look: CellStyle) -> list[str]:
    return [code for bit, code in ON.items() if look.attributes & bit]


@pytest.mark.parametrize("term", TERMS)
@given(frames=FRAMES)
@settings(max_examples=cases(40), deadline=None)
def test_frames_end_as_if_painted_plainly(term: str, frames: list[Frame]):
    """However frames follow each other, the terminal shows what painting cell by cell shows, on
    a strict terminal and on a lenient one, with the cursor on the caret."""
    known = terminal(term)
    encoder, plainly = Encoder(known, WIDTH, HEIGHT), Plainly(known)
    strict, lenient = Emulator(WIDTH, HEIGHT), Emulator(WIDTH, HEIGHT, strict=False)
    for puts, caret in frames:
        for put in puts:
            encoder.put(*put)
            plainly.put(*put)
        sent = encoder.frame(caret)
        strict.feed(sent)
        lenient.feed(sent)
        assert strict.seen() == plainly.emulator.seen()
        assert known.repeats or lenient.seen() == plainly.emulator.seen()
        assert caret is None or strict.cursor == caret
        assert strict.screen.unknown == []


@given(frames=FRAMES, skipped=st.sets(st.integers(0, 5)))
@settings(max_examples=cases(40), deadline=None)
def test_frames_that_were_never_sent_leave_no_trace(frames: list[Frame], skipped: set[int]):
    """A frame held back is made good by the next one that goes out."""
    known = terminal("xterm-256color")
    encoder, plainly, strict = Encoder(known, WIDTH, HEIGHT), Plainly(known), Emulator(WIDTH, HEIGHT)
    for number, (puts, caret) in enumerate(frames):
        for put in puts:
            encoder.put(*put)
            plainly.put(*put)
        if number not in skipped:
            strict.feed(encoder.frame(caret))
    strict.feed(encoder.frame(None))
    assert strict.seen() == plainly.emulator.seen()


@given(frames=FRAMES, columns=st.integers(1, WIDTH), rows=st.integers(1, HEIGHT))
@settings(max_examples=cases(40), deadline=None)
def test_after_a_resize_nothing_is_taken_for_known(frames: list[Frame], columns: int, rows: int):
    """Whatever the window shows after its size changed, the next frame is whole."""
    encoder = Encoder(terminal("linux"), WIDTH, HEIGHT)
    for puts, _ in frames:
        for put in puts:
            encoder.put(*put)
    encoder.frame(None)
    encoder.resize(columns, rows)
    encoder.put(0, 0, [Segment("ab")])
    littered = Emulator(columns, rows)
    littered.feed("\x1b[31;7m" + "".join(f"\x1b[{y + 1}H{'#' * columns}" for y in range(rows)))
    littered.feed(encoder.frame((0, 0)))
    assert littered.text.split() == ["ab"[:columns]]


def test_nothing_new_is_nothing_sent():
    """The same picture again costs no byte."""
    encoder = Encoder(terminal("xterm-256color"), WIDTH, HEIGHT)
    encoder.put(0, 0, [Segment("Lobby", palette.ACCENT)])
    assert encoder.frame((3, 2))
    encoder.put(0, 0, [Segment("Lobby", palette.ACCENT)])
    assert encoder.frame((3, 2)) == ""


def shown_then(term: str, before: list[Segment], after: list[Segment], x: int = 0) -> str:
    """What is sent for the second of two lines in the first row."""
    encoder = Encoder(terminal(term), 80, 24)
    encoder.put(0, 0, before)
    encoder.frame((0, 0))
    encoder.put(x, 0, after)
    return encoder.frame(None)


@pytest.mark.parametrize(
    ("term", "before", "after", "sent"),
    [
        ("xterm-256color", "abc", "abd", "\x1b[2Cd"),
        ("xterm-256color", " 5  3 [1] 6", " 5 [3] 1  6", "\x1b[3C[3] 1 "),
        ("xterm-256color", "a" * 40, "", "\x1b[K"),
        ("xterm-256color", "is all " + "a" * 9, "an", "an\x1b[K"),
        ("linux", "a" * 40 + "b", " " * 40 + "b", "\x1b[40X"),
        ("vt100", "a" * 40 + "b", " " * 40 + "b", " " * 40),
        ("xterm-kitty", "", "─" * 60, "─\x1b[59b"),
        ("xterm-256color", "", "─" * 60, "─" * 60),
    ],
)
def test_small_changes_take_the_short_way(term: str, before: str, after: str, sent: str):
    """Steps, erasures and repetitions where the terminal knows them, characters elsewhere."""
    assert shown_then(term, [Segment(before.ljust(80))], [Segment(after.ljust(80))]) == sent


def test_the_colour_of_blanks_is_not_sent():
    """A blank has no ink: only its background and its lines are seen."""
    sent = shown_then("xterm-256color", [Segment("x" * 9)], [Segment("a b", palette.MINE), Segment("      ")])
    assert sent == "\x1b[38;5;111ma b\x1b[K"


def test_controls_in_a_text_never_reach_the_line():
    """Whatever a text holds, a client is sent no control of it."""
    for bad in ("\x1b[31mx", "\x9b31mx", "\x07\x00\r\n", "a\u202eb\u200bc\U000e0041d"):
        sent = shown_then("xterm-256color", [], [Segment(bad)])
        assert all(char.isprintable() for char in sent.replace("\x1b[C", "")), sent


def whole(encoder: Encoder, text: str) -> str:
    """The frame after every row was put anew."""
    for y in range(HEIGHT):
        encoder.put(0, y, [Segment(text.ljust(WIDTH))])
    return encoder.frame(None)


def test_another_screen_begins_with_a_cleared_one():
    """Where next to no text stays; the same screen is not cleared, nor one on which nothing is shown."""
    encoder = Encoder(terminal("xterm-256color"), WIDTH, HEIGHT)
    encoder.frame(None)
    assert CLEAR not in whole(encoder, "a blank screen at first")
    assert CLEAR in whole(encoder, "THEN WHOLLY ANOTHER 1")
    assert CLEAR not in whole(encoder, "THEN WHOLLY ANOTHER 2")


@pytest.mark.parametrize(
    ("language", "puts", "plainly"),
    [
        ("en_US.UTF-8", [(0, "a字"), (2, "b")], [(0, "a "), (2, "b")]),
        ("en_US.UTF-8", [(0, "字a"), (0, "b")], [(0, "  a"), (0, "b")]),
        ("en_US.UTF-8", [(WIDTH - 2, "a字")], [(WIDTH - 2, "a ")]),
        ("C", [(0, "a\u2800b\u2800")], [(0, "a b ")]),
        ("C", [(0, "ß\u2800\u2800\u2800b\u2800")], [(0, "ss   b ")]),
    ],
)
def test_what_becomes_a_blank_has_no_ink(
    language: str, puts: list[tuple[int, str]], plainly: list[tuple[int, str]]
):
    """The other half of a wide character, and a letter that the terminal has none for: nothing is sent for
    it but what is sent for a blank.
    """
    sent = []
    for each in (puts, plainly):
        encoder = Encoder(terminal("xterm-256color", LANG=language), WIDTH, HEIGHT)
        for x, text in each:
            encoder.put(x, 0, [Segment(text, palette.MINE)])
        sent.append(encoder.frame(None))
    assert sent[0] == sent[1]


@given(put=PUTS, start=st.integers(0, WIDTH), count=st.integers(1, WIDTH))
@example(put=(0, 0, [Segment("a"), Segment("aaa字", palette.DIM)]), start=0, count=5)
@example(put=(0, 0, [Segment("字a", palette.DIM)]), start=1, count=2)
@settings(max_examples=cases(200), deadline=None)
def test_a_part_of_a_line_is_put_where_it_is_in_the_whole(put: Put, start: int, count: int):
    """As if the line had been cut first: of a wide character that is cut there is a blank."""
    known = terminal("xterm-256color")
    x, y, segments = put
    parts, wholes = Encoder(known, WIDTH, HEIGHT), Encoder(known, WIDTH, HEIGHT)
    parts.put(x, y, segments, start, start + count)
    shown = [(cell, segment.style) for segment in segments for cell in cells(segment.text)]
    wanted = shown[start : start + count]
    if wanted and wanted[0][0] == "":
        wanted[0] = " ", wanted[0][1]
    if shown[start + count : start + count + 1] and shown[start + count][0] == "" and wanted:
        wanted[-1] = " ", wanted[-1][1]
    wholes.put(x + start, y, [Segment(cell, style) for cell, style in wanted])
    assert parts.frame(None) == wholes.frame(None)


@pytest.mark.parametrize(
    ("ground", "caret", "two_steps"),
    [(Segment(" " * 40), palette.ACCENT, 14), (Segment("│       " * 5, tones.LAWN), tones.LAWN_FOCUS, 36)],
)
def test_a_caret_takes_as_few_bytes_one_way_as_the_other(ground: Segment, caret: Style, two_steps: int):
    """Of two cells the one is written first that leads to fewer bytes, with the next key, too."""
    encoder, sizes = Encoder(terminal("xterm-256color"), 40, HEIGHT), list[int]()
    for x in (8, 16, 24, 32, 24, 16, 8):
        encoder.put(0, 2, [ground])
        encoder.put(x, 2, [Segment("►", caret)])
        sizes.append(len(encoder.frame((x + 1, 2))))
    assert {one + its for one, its in pairwise(sizes[1:])} == {two_steps}


def test_a_blank_before_the_caret_is_written_where_it_looks_the_same():
    """A step over it takes three bytes; over what has another look it is needed."""
    encoder = Encoder(terminal("xterm-256color"), 40, HEIGHT)
    encoder.put(0, 2, [Segment(" " * 40)])
    encoder.frame((0, 2))
    encoder.put(8, 2, [Segment("►", palette.ACCENT)])
    assert encoder.frame((10, 2)).endswith("► ")
    encoder.put(16, 2, [Segment("►", palette.ACCENT), Segment(" ", tones.LAWN)])
    encoder.frame(None)
    encoder.put(16, 2, [Segment("*", palette.ACCENT)])
    assert encoder.frame((18, 2)).endswith("*\x1b[C")


@given(st.text("aé►▀ \u0301\u200d\ufe0f漢☀👩🇩\x1b\xad", max_size=12))
@example("☀\ufe0f a")
@example("►\u200d▀")
def test_a_text_has_the_cells_of_its_clusters(text: str):
    """Whether or not each of its characters is a cell, which is found without looking for clusters."""
    assert [*cells(text)] == [cell for cluster in clusters(text) for cell in cells(cluster)]
    assert all(cell == "" or cell.isprintable() for cell in cells(text))
