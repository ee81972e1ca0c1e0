"""Rows that only move up or down are moved by the terminal: fewer bytes, the same screen."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.segment import Segment
from rich.style import Style

from tests.cases import cases
from tests.tui.emulator import EmulatedTerminal as Emulator
from tui.host.session import ClientInfo
from tui.wire.encoding.encoder import Encoder
from tui.wire.encoding.grid import GridRow, blank_row
from tui.wire.encoding.scrolling import Scroll, scroll_of
from tui.wire.terminal import palette
from tui.wire.terminal.terminals import Terminal, terminal_of

WIDTH, HEIGHT = 70, 14
STYLES = (Style.null(), palette.DIM, palette.ACCENT, Style(reverse=True), Style.parse("white on blue"))
LINES = st.tuples(
    st.sampled_from(("Amber plays a card at the front.", "Birch reveals the Heir at place 3.", "", "─" * 70)),
    st.integers(0, 9),
    st.sampled_from(STYLES),
)
SHIFTS = st.tuples(st.integers(0, HEIGHT - 1), st.integers(0, HEIGHT - 1), st.integers(-4, 4))
STEPS = st.lists(st.tuples(SHIFTS, st.lists(LINES, min_size=4, max_size=4)), min_size=1, max_size=5)
StyledLine = tuple[str, int, Style]


def terminal(term: str = "xterm-256color") -> Terminal:
    return terminal_of(ClientInfo(term=term, environment={"LANG": "en_US.UTF-8"}))


def line(said: str, number: int, style: Style) -> list[Segment]:
    text = f"{said} {number}"[:WIDTH]
    return [Segment(text, style), Segment(" " * (WIDTH - len(text)))]


def shifted(lines: list[StyledLine], shift: tuple[int, int, int], new: list[StyledLine]) -> list[StyledLine]:
    """The lines between two rows, so many rows up or down, with new ones where they were."""
    top, bottom, by = min(shift[:2]), max(shift[:2]), shift[2]
    moved, come = lines[top : bottom + 1], new[: abs(by)]
    if bottom - top >= abs(by):
        moved = [*moved, *come][by:] if by > 0 else [*come, *moved][: len(moved)]
    return [*lines[:top], *moved, *lines[bottom + 1 :]]


@pytest.mark.parametrize("term", ["xterm-256color", "linux", "vt100", "screen", "tmux-256color"])
@given(first=st.lists(LINES, min_size=HEIGHT, max_size=HEIGHT), steps=STEPS)
@settings(max_examples=cases(25), deadline=None)
def test_a_terminal_that_scrolls_shows_what_one_that_does_not_shows(
    term: str, first: list[StyledLine], steps: list[tuple[tuple[int, int, int], list[StyledLine]]]
):
    """Whichever rows move, with the cursor where it belongs; and it is never sent more."""
    scrolls = terminal(term)
    encoders = Encoder(scrolls, WIDTH, HEIGHT), Encoder(replace(scrolls, scrolls=False), WIDTH, HEIGHT)
    screens = Emulator(WIDTH, HEIGHT), Emulator(WIDTH, HEIGHT)
    lines = first
    for shift, new in [((0, 0, 1), new) for _, new in steps[:1]] + steps:
        lines = shifted(lines, shift, new)
        for encoder, screen in zip(encoders, screens, strict=True):
            for y, said in enumerate(lines):
                encoder.put(0, y, line(*said))
            screen.feed(encoder.frame((3, 2)))
        assert screens[0].seen() == screens[1].seen()
        assert screens[0].cursor == (3, 2)
        assert screens[0].screen.unknown == []


def log(known: Terminal) -> tuple[str, str]:
    """What is sent for a log of eight rows that grows by one, and by one more."""
    encoder = Encoder(known, WIDTH, HEIGHT)
    sent = []
    for number in range(3):
        for y in range(8):
            said = ("Amber did this", "Birch did that", "Cedar left")[(y + number) % 3]
            encoder.put(0, 4 + y, line(said, y + number, STYLES[0]))
        sent.append(encoder.frame((0, 0)))
    return sent[1], sent[2]


def test_a_log_that_grows_costs_a_line():
    """And some twenty bytes for the scroll."""
    for sent in log(terminal()):
        assert len(sent) < 50
        assert sent.startswith("\x1b[5;12r\x1b[12H\n\x1b[r")


def test_a_terminal_that_nobody_knows_is_not_scrolled():
    """What it would make of it is uncertain."""
    assert all("\x1b[r" not in sent for sent in log(terminal("no-such")))


def test_a_sentence_that_goes_on_moves_up_with_the_log():
    """Only what is new of it is sent, although its row is not quite what it was."""
    encoder = Encoder(terminal(), WIDTH, HEIGHT)
    before = ["Amber did this", "Birch did that", "Dorn did it", "Cedar rolls 6 4 4 2 1 1 for the Guard,"]
    after = [*before[1:-1], before[-1] + " sets aside 4 4,", "  takes the Guard"]
    for lines in (before, after):
        for y, text in enumerate(lines):
            encoder.put(0, 4 + y, [Segment(text.ljust(WIDTH))])
        sent = encoder.frame((0, 0))
    assert "Cedar" not in sent
    assert len(sent) < 80


def rows(text: str) -> list[GridRow]:
    return [GridRow(list(char), blank_row(1).looks) for char in text]


@pytest.mark.parametrize(
    ("shown", "wanted", "scroll"),
    [
        ("abcdef", "abcdef", None),
        ("abcdef", "bcdefx", Scroll(0, 5, 1)),
        ("abcdef", "acdexf", Scroll(1, 4, 1)),
        ("abcdef", "cdefxy", Scroll(0, 5, 2)),
        ("abcdef", "bcxdef", Scroll(0, 2, 1)),
        ("abcdef", "fedcba", Scroll(2, 3, 1)),
        ("abcdef", "xabcde", Scroll(0, 5, -1)),
        ("abcdef", "axybcf", Scroll(1, 4, -2)),
        ("abcdef", "uvwxyz", None),
    ],
)
def test_the_longest_run_of_rows_that_moved_is_found(shown: str, wanted: str, scroll: Scroll | None):
    """As far as it goes; what does not fit is drawn."""
    differ = {y: row for y, row in enumerate(rows(wanted)) if wanted[y] != shown[y]}
    assert scroll_of(rows(shown), differ) == scroll
