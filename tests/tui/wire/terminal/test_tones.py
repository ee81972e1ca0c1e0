"""What stands on a background of ours can be read: in both themes, and where there are fewer colours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.color import Color
from rich.style import Style

from tui.wire.terminal import palette, tones
from tui.wire.terminal.looks import ALL_ATTRIBUTES, BOLD, REVERSE, CellStyle, cell_style
from tui.wire.terminal.terminals import Depth
from tui.wire.terminal.tones import Accent

ACCENTS = {"court": tones.COURT, "plot": tones.PLOT, "laurin": tones.LAURIN, "lobby": tones.LOBBY}
LEAST_CONTRAST = 4.5
WEIGHTS = (0.2126, 0.7152, 0.0722)
NIGHT, DAY = 0, 15
"""The terminal's own background: black, and white."""


def _styles() -> Iterator[tuple[str, Style]]:
    for name, found in vars(tones).items():
        if isinstance(found, Accent):
            yield from ((f"{name}.{field}", style) for field, style in found._asdict().items())
        elif isinstance(found, Style):
            yield name, found
        elif isinstance(found, tuple) and found and isinstance(found[0], Style):
            yield from ((f"{name} {at}", style) for at, style in enumerate(found))
    for at, level in enumerate((tones.TILE, tones.FACE, tones.BACK, *tones.LEVELS)):
        yield f"own {at}", tones.own(level)


STYLES = dict(_styles())
TILES = {name: style for name, style in STYLES.items() if style.bgcolor is not None}
LINES = {"LAWN"}
"""Nothing is written in these."""
SHARED = {ink.cube for ink in (palette.FAINT_INK, palette.ACCENT_INK, *palette.SEAT_INKS)}
"""Inks that mean the same on a tile and without one."""


def brightness(number: int) -> float:
    """The relative luminance of one of the 256 colours."""
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in Color.from_ansi(number).get_truecolor())
    )
    return sum(weight * part for weight, part in zip(WEIGHTS, linear, strict=True))


def contrast(one: int, other: int) -> float:
    """How well one colour can be read on another: from 1 to 21."""
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT])
@pytest.mark.parametrize("name", sorted(TILES.keys() - LINES))
def test_text_on_a_tile_can_be_read(name: str, theme: str):
    """Every ink on every background of ours has a contrast of 4.5:1, in 256 colours."""
    style = TILES[name]
    assert style.color is not None, "a terminal's own ink may be dark or light"
    assert style.bgcolor is not None
    ink, paper = tones.any_ink(style.color.number, theme), tones.paper(style.bgcolor.number, theme)
    assert ink is not None
    assert paper is not None
    assert contrast(ink.cube, paper.cube) >= LEAST_CONTRAST


@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT])
@pytest.mark.parametrize("card", [tones.FACE, tones.BACK])
def test_a_family_can_be_read_on_a_card(card: Style, theme: str):
    """So can its points, and what is the player's own."""
    assert card.bgcolor is not None
    paper = tones.paper(card.bgcolor.number, theme)
    assert paper is not None
    for style in (*palette.SEATS, tones.COURT.ink, tones.own(card)):
        ink = tones.any_ink(style.color.number, theme) if style.color else None
        assert ink is not None
        assert contrast(ink.cube, paper.cube) >= LEAST_CONTRAST, (ink, paper)


@pytest.mark.parametrize(("theme", "ground"), [(palette.DARK, NIGHT), (palette.LIGHT, DAY)])
@pytest.mark.parametrize("game", ACCENTS)
def test_an_accent_can_be_read_on_the_terminal_s_own_background(game: str, theme: str, ground: int):
    """Keys and results are written in it."""
    colour = ACCENTS[game].ink.color
    ink = tones.any_ink(colour.number, theme) if colour else None
    assert ink is not None
    assert contrast(ink.cube, ground) >= LEAST_CONTRAST


@pytest.mark.parametrize("depth", [Depth.EIGHT, Depth.SIXTEEN])
@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT])
@pytest.mark.parametrize("name", TILES)
def test_few_colours_never_write_in_the_colour_of_the_background(name: str, theme: str, depth: Depth):
    """Without a background there is an ordinary ink, and black never stands on none."""
    look = cell_style(TILES[name], depth, ALL_ATTRIBUTES, theme)
    ink, paper = look.ink, look.paper
    if not paper:
        assert ink not in {"30", "97"} or depth == Depth.EIGHT, (name, look)
        return
    assert ink, (name, look)
    assert int(ink) % 10 != int(paper) % 10, (name, look)
    if ink == "30":
        assert not look.attributes & BOLD, "bold black is dark grey on a console"


@pytest.mark.parametrize("game", ACCENTS)
def test_what_is_loud_is_filled_without_colours_too(game: str):
    """Reversed: the header and what is asked; a tile, a row of one's own and a die set aside are not."""
    accent = ACCENTS[game]
    for style in (accent.loud, accent.bar, accent.title, tones.DIE, tones.SEAT_TILES[0]):
        assert cell_style(style, Depth.NONE, ALL_ATTRIBUTES).attributes & REVERSE
    for style in (tones.TILE, tones.ROW, tones.FACE, tones.BACK, tones.DIE_ASIDE, *tones.LEVELS):
        assert cell_style(style, Depth.NONE, ALL_ATTRIBUTES) == CellStyle(0, "", "")
    assert cell_style(tones.own(tones.TILE), Depth.NONE, ALL_ATTRIBUTES) == CellStyle(BOLD, "", "")


def test_every_colour_has_one_meaning():
    """A colour's number is what its replacements are found by: two meanings need two numbers."""
    inks = {style.color.number for style in STYLES.values() if style.color}
    papers = {style.bgcolor.number for style in TILES.values() if style.bgcolor}
    for number in inks:
        assert tones.any_ink(number) is not None
        assert palette.ink(number) is None or number in SHARED
    for number in papers:
        assert tones.paper(number) is not None
    assert tones.any_ink(None) is None
    assert tones.paper(7) is None
