"""Cells that only move sideways are moved by the terminal: fewer bytes, the same screen."""

from __future__ import annotations

from collections.abc import Sequence

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
from tui.wire.encoding.grid import GridRow
from tui.wire.encoding.shifting import CellShift, shifts_text
from tui.wire.terminal import palette, tones
from tui.wire.terminal.looks import PLAIN
from tui.wire.terminal.terminals import Terminal, terminal_of

WIDTH, HEIGHT = 70, 6
SHIFTING = ["xterm-256color", "xterm-kitty", "linux", "screen", "tmux-256color", "putty", "vt220"]
STYLES = (Style.null(), palette.DIM, tones.FACE, tones.BACK, tones.own(tones.FACE), Style(reverse=True))
TILES = st.tuples(
    st.sampled_from(("Soldier", "Spy", "Lord", "░░░░", "", "Heir ●", "漢字", "e\u0301x")),
    st.sampled_from(STYLES),
    st.sampled_from((7, 7, 7, 11)),
)
StyledTile = tuple[str, Style, int]
ROWS = st.lists(TILES, max_size=9)
CHANGES = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(0, 9), TILES),
        st.tuples(st.just("take"), st.integers(0, 9), TILES),
        st.tuples(st.just("move"), st.integers(0, 9), TILES),
    ),
    min_size=1,
    max_size=6,
)
"""What is done to all rows of tiles: one is put somewhere, taken away, or taken from there to the front."""


def terminal(term: str = "xterm-256color") -> Terminal:
    return terminal_of(ClientInfo(term=term, environment={"LANG": "en_US.UTF-8"}))


def drawn(tiles: Sequence[StyledTile], behind: str, width: int = WIDTH) -> list[Segment]:
    """A row of tiles, with text behind them at the end of the row."""
    segments = [Segment(" ")]
    for name, style, cells in tiles:
        size = 2 * sum(char in "漢字" for char in name) + sum(char not in "漢字\u0301" for char in name)
        segments += [Segment(name + " " * (cells - size), style), Segment(" ")]
    row = Segment.adjust_line_length(segments, width - len(behind), Style.null())
    return [*row, Segment(behind, palette.ACCENT)]


def changed(tiles: list[StyledTile], what: str, at: int, tile: StyledTile) -> list[StyledTile]:
    rest = [*tiles[:at], *tiles[at + 1 :]]
    if what == "put":
        return [*tiles[:at], tile, *tiles[at:]]
    return rest if what == "take" else [*tiles[at : at + 1], *rest]


@pytest.mark.parametrize(("ink", "reset"), [(palette.ACCENT, False), (tones.FACE, True)])
def test_an_ink_stays_while_cells_move(ink: Style, reset: bool):
    """It is not seen on the blanks that come in, a paper is."""
    encoder = Encoder(terminal(), 130, HEIGHT)
    words = " ".join(f"word{number}" for number in range(18))
    for y in range(HEIGHT):
        encoder.put(0, y, [Segment(words, ink)])
    encoder.frame(None)
    encoder.put(0, 0, [Segment(f"A  {words}", ink)])
    sent = encoder.frame(None)
    assert "\x1b[3@" in sent
    assert ("\x1b[m" in sent) == reset


@pytest.mark.parametrize("term", SHIFTING)
@given(
    rows=st.lists(ROWS, min_size=HEIGHT, max_size=HEIGHT),
    changes=CHANGES,
    behind=st.sampled_from(("", "log", "│ a longer line of the log")),
)
@settings(max_examples=cases(40), deadline=None)
def test_a_terminal_that_shifts_shows_what_one_that_does_not_shows(
    term: str, rows: list[list[StyledTile]], changes: list[tuple[str, int, StyledTile]], behind: str
):
    """Whichever tiles come and go, whatever is behind them, on a strict terminal and on a lenient one."""
    shifts = terminal(term)
    encoders = Encoder(shifts, WIDTH, HEIGHT), Encoder(replace(shifts, shifts=False), WIDTH, HEIGHT)
    screens = Emulator(WIDTH, HEIGHT), Emulator(WIDTH, HEIGHT)
    lenient = Emulator(WIDTH, HEIGHT, strict=False)
    for what, at, tile in [("put", 0, rows[0][0] if rows[0] else ("", STYLES[0], 7)), *changes]:
        rows = [changed(tiles, what, at, tile) for tiles in rows]
        frames = []
        for encoder in encoders:
            for y, tiles in enumerate(rows):
                encoder.put(0, y, drawn(tiles, behind))
            frames.append(encoder.frame((3, 2)))
        for screen, frame in zip(screens, frames, strict=True):
            screen.feed(frame)
        lenient.feed(frames[0])
        assert screens[0].seen() == screens[1].seen()
        assert shifts.repeats or lenient.seen() == screens[1].seen()
        assert screens[0].cursor == (3, 2)
        assert screens[0].screen.unknown == []


CARDS = [(name, tones.FACE, 7) for name in ("Heir", "Soldier", "Lord", "Archer", "Spy", "Shifter")]


def put_at_the_front(known: Terminal, behind: str) -> str:
    """What is sent when a card is put before six others, each with a name and an owner."""
    encoder = Encoder(known, WIDTH, HEIGHT)
    sent = ""
    for cards in (CARDS, [("Amber", tones.BACK, 7), *CARDS]):
        for y in range(3):
            encoder.put(0, y, drawn(cards, behind))
        sent = encoder.frame((0, 0))
    return sent


def test_a_card_at_the_front_costs_a_card():
    """However many cards are behind it, and without what is beside them being sent again."""
    known = terminal()
    sent = put_at_the_front(known, "")
    assert sent.startswith("\x1b[m\x1b[H\x1b[8@\n\x1b[8@\n\x1b[8@")
    assert len(sent) < 100 < len(put_at_the_front(replace(known, shifts=False), "")) / 2
    beside = put_at_the_front(known, "the log")
    assert len(beside) < 140
    assert "log" not in beside


@given(st.data())
def test_any_shift_leaves_what_it_says(data: st.DataObject):
    """By more than half of a row, too, where tmux would leave what stood there."""
    x = data.draw(st.integers(0, WIDTH - 2))
    end = data.draw(st.integers(x + 2, WIDTH))
    by = data.draw(st.integers(1, end - x - 1)) * data.draw(st.sampled_from((1, -1)))
    row, screen = GridRow([chr(33 + at) for at in range(WIDTH)], [PLAIN] * WIDTH), Emulator(WIDTH, 1)
    shift = CellShift(0, x, end, by)
    screen.feed("".join(row.chars) + shifts_text([shift], terminal(), WIDTH)[0])
    assert screen.screen.display[0] == "".join(shift.of(row).chars)


@pytest.mark.parametrize("term", ["vt100", "no-such", "vt102"])
def test_terminals_that_may_not_know_how_are_not_asked_to(term: str):
    """A VT100 has no such sequences."""
    sent = put_at_the_front(terminal(term), "")
    assert "@" not in sent
    assert "P" not in sent


def test_rows_whose_widths_are_uncertain_are_not_moved():
    """Half of a wide character would be left, where terminals disagree."""
    encoder = Encoder(terminal(), WIDTH, HEIGHT)
    wide = [("漢字", tones.FACE, 7), *CARDS]
    for cards in (wide, [("Amber", tones.BACK, 7), *wide]):
        encoder.put(0, 0, drawn(cards, ""))
        sent = encoder.frame((0, 0))
    assert "@" not in sent


def test_a_row_that_was_moved_is_written_before_the_cursor_leaves_it():
    """As where keys are named anew, and a caret stands elsewhere: the cursor goes to that row once."""
    encoder = Encoder(terminal(), WIDTH, HEIGHT)
    bold = tones.bold(tones.COURT.ink)
    for keys, mark in (("space", "a"), ("arrows", "b")):
        encoder.put(0, 1, [Segment(mark)])
        named = [Segment(keys, bold), Segment(" mark   ")]
        for key, word in ("s", "aside"), ("p", "power"), ("z", "undo"), ("?", "explain"):
            named += [Segment(key, bold), Segment(f" {word}   ")]
        encoder.put(0, 5, Segment.adjust_line_length(named, WIDTH, Style.null()))
        sent = encoder.frame((0, 1))
    assert sent.count("\x1b[6") == 1, sent
    assert "\x1b[@" in sent
