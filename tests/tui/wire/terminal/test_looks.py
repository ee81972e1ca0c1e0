"""A style is the shortest SGR of the client's own depth, whatever depth others have."""

from __future__ import annotations

import pytest
from rich.style import Style

from tui.wire.terminal import palette
from tui.wire.terminal.looks import ALL_ATTRIBUTES, BOLD, DIM, PLAIN, CellStyle, cell_style, change
from tui.wire.terminal.terminals import Depth

PALETTE = {
    name: style for name, style in vars(palette).items() if isinstance(style, Style) and name != "TEXT"
}


@pytest.mark.parametrize(
    ("style", "depth", "ink"),
    [
        (palette.MINE, Depth.TRUE, "38;5;111"),
        (palette.MINE, Depth.CUBE, "38;5;111"),
        (palette.ACCENT, Depth.TRUE, "93"),
        (palette.ACCENT, Depth.SIXTEEN, "93"),
        (palette.ACCENT, Depth.EIGHT, "33"),
        (palette.ACCENT, Depth.NONE, ""),
        (Style.parse("#ff8040"), Depth.TRUE, "38;2;255;128;64"),
        (Style.parse("#ffd75f"), Depth.TRUE, "38;5;221"),
        (Style.parse("#000000"), Depth.TRUE, "38;5;16"),
        (Style.parse("red"), Depth.TRUE, "31"),
        (Style.parse("bright_red"), Depth.EIGHT, "31"),
    ],
)
def test_ink_in_every_depth(style: Style, depth: Depth, ink: str):
    """Colours of the cube are sent as such to true-colour terminals too: it is shorter."""
    assert cell_style(style, depth, ALL_ATTRIBUTES).ink == ink


@pytest.mark.parametrize("depth", [Depth.CUBE, Depth.SIXTEEN, Depth.EIGHT])
def test_light_paper_gets_other_inks(depth: Depth):
    """Every ink of the palette is darker there, and none is the bright yellow nobody could read."""
    for name, style in PALETTE.items():
        if style.color is None:
            continue
        dark, light = (
            cell_style(style, depth, ALL_ATTRIBUTES, theme) for theme in (palette.DARK, palette.LIGHT)
        )
        assert light.ink not in {"93", "33", "38;5;11", "97", "37"}, name
        assert light.ink != dark.ink or depth != Depth.CUBE, name
        assert light.attributes == dark.attributes or depth == Depth.EIGHT, name


@pytest.mark.parametrize(
    ("style", "look"),
    [
        (palette.ACCENT, CellStyle(BOLD, "33", "")),
        (palette.SEATS[1], CellStyle(BOLD, "36", "")),
        (palette.AFFORDABLE, CellStyle(0, "32", "")),
        (palette.FAINT, CellStyle(DIM, "", "")),
        (palette.DIM, CellStyle(0, "37", "")),
    ],
)
def test_eight_colours_are_sixteen_by_bold_and_dim(style: Style, look: CellStyle):
    """A console shows bold ones bright and dim ones dark grey: dark blue on black nobody could read."""
    assert cell_style(style, Depth.EIGHT, ALL_ATTRIBUTES) == look


def test_without_colour_meanings_stay_apart_from_text():
    """What must be told apart without colour has an attribute instead."""
    for name in ("ACCENT", "MINE", "AFFORDABLE", "WARNING", "GOOD"):
        assert cell_style(PALETTE[name], Depth.NONE, ALL_ATTRIBUTES) != PLAIN, name


def test_no_style_of_the_palette_has_a_background():
    """Blanks are the terminal's own paper and cost nothing."""
    for name, style in PALETTE.items():
        assert style.bgcolor is None, name


@pytest.mark.parametrize(
    ("before", "after", "ends", "sent"),
    [
        (PLAIN, PLAIN, True, ""),
        (PLAIN, CellStyle(1, "", ""), True, "\x1b[1m"),
        (CellStyle(1, "38;5;221", ""), PLAIN, True, "\x1b[m"),
        (CellStyle(1, "31", ""), CellStyle(0, "31", ""), True, "\x1b[22m"),
        (CellStyle(1, "31", ""), CellStyle(0, "31", ""), False, "\x1b[0;31m"),
        (CellStyle(0, "31", ""), CellStyle(0, "32", ""), True, "\x1b[32m"),
        (CellStyle(0, "31", "41"), CellStyle(0, "", "41"), True, "\x1b[39m"),
        (CellStyle(3, "", ""), CellStyle(2, "", ""), True, "\x1b[0;2m"),
    ],
)
def test_from_one_look_to_the_next(before: CellStyle, after: CellStyle, ends: bool, sent: str):
    """Only what differs, or everything anew where that is shorter or the only way."""
    assert change(before, after, ends_attributes=ends) == sent
