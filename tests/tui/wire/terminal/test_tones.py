"""What stands on a background of ours can be read: in both themes, and where there are fewer colours."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from rich.color import Color
from rich.style import Style

from tui.wire.terminal import palette, tones
from tui.wire.terminal.looks import ALL_ATTRIBUTES, BOLD, REVERSE, CellStyle, cell_style
from tui.wire.terminal.palette import Shade
from tui.wire.terminal.terminals import Depth
from tui.wire.terminal.tones import Accent

ACCENTS = {"court": tones.COURT, "plot": tones.PLOT, "laurin": tones.LAURIN, "lobby": tones.LOBBY}
LEAST_CONTRAST = 4.5
WEIGHTS = (0.2126, 0.7152, 0.0722)
NIGHT, DAY = (0, 0, 0), (255, 255, 255)
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
INKS = {
    **{name: style for name, style in vars(palette).items() if isinstance(style, Style) and style.color},
    **{f"seat {seat}": style for seat, style in enumerate(palette.SEATS)},
    **{name: style for name, style in STYLES.items() if style.color and style.bgcolor is None},
}
RULES = {"FAINT"}
"""Frames: nothing is written in it."""
TILES = {name: style for name, style in STYLES.items() if style.bgcolor is not None}
LINES = {"LAWN", "CROWN_TIP", "CROWN_BAND", "CROWN_JEWEL", "ROOF_TIP", "EAVES", "WALL", "LIT", "SHUT"}
"""Nothing is written in these."""
PICTURE = {"ROOF", "WALL_INK", "STEP", "GILT", "PEARL", "BAND"}
"""Parts of the house and of a crown."""


def rgb(shade: Shade, *, true: bool) -> tuple[int, int, int]:
    """The red, green and blue of a colour, as true colours or as one of the 256."""
    if true and shade.true >= 0:
        return shade.true >> 16, shade.true >> 8 & 255, shade.true & 255
    return tuple(Color.from_ansi(shade.cube).get_truecolor())


def brightness(colour: tuple[int, int, int]) -> float:
    """The relative luminance of a colour."""
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in colour)
    )
    return sum(weight * part for weight, part in zip(WEIGHTS, linear, strict=True))


def contrast(one: tuple[int, int, int], other: tuple[int, int, int]) -> float:
    """How well one colour can be read on another: from 1 to 21."""
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def shade_of(colour: Color | None, theme: str) -> Shade:
    """The colour of a role in a theme."""
    assert colour is not None, "a terminal's own ink may be dark or light"
    found = palette.shade(colour, theme)
    assert found is not None, colour
    return found


@pytest.mark.parametrize("true", [True, False])
@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT])
@pytest.mark.parametrize("name", sorted(TILES.keys() - LINES))
def test_text_on_a_tile_can_be_read(name: str, theme: str, *, true: bool):
    """Every ink on every background of ours has a contrast of 4.5:1, in true colours and in 256."""
    ink, paper = shade_of(TILES[name].color, theme), shade_of(TILES[name].bgcolor, theme)
    assert contrast(rgb(ink, true=true), rgb(paper, true=true)) >= LEAST_CONTRAST


@pytest.mark.parametrize("true", [True, False])
@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT])
@pytest.mark.parametrize("card", [tones.FACE, tones.BACK, tones.ROW])
def test_a_family_can_be_read_on_a_card(card: Style, theme: str, *, true: bool):
    """So can its points, and what is the player's own."""
    paper = rgb(shade_of(card.bgcolor, theme), true=true)
    for style in (*palette.SEATS, tones.INFLUENCE, tones.own(card)):
        ink = rgb(shade_of(style.color, theme), true=true)
        assert contrast(ink, paper) >= LEAST_CONTRAST, (style, paper)


@pytest.mark.parametrize(("theme", "ground"), [(palette.DARK, NIGHT), (palette.LIGHT, DAY)])
@pytest.mark.parametrize("name", sorted(INKS.keys() - RULES - PICTURE))
def test_an_ink_can_be_read_on_the_terminal_s_own_background(
    name: str, theme: str, ground: tuple[int, int, int]
):
    """Words, keys, names and results are written in it."""
    ink = shade_of(INKS[name].color, theme)
    assert contrast(rgb(ink, true=True), ground) >= LEAST_CONTRAST
    assert contrast(rgb(ink, true=False), ground) >= LEAST_CONTRAST


@pytest.mark.parametrize("depth", [Depth.EIGHT, Depth.SIXTEEN])
@pytest.mark.parametrize("theme", [palette.DARK, palette.LIGHT])
@pytest.mark.parametrize("name", TILES)
def test_few_colours_never_write_in_the_colour_of_the_background(name: str, theme: str, depth: Depth):
    """Without a background there is an ordinary ink, and black stands on none but where paper is white."""
    look = cell_style(TILES[name], depth, ALL_ATTRIBUTES, theme)
    ink, paper = look.ink, look.paper
    if not paper:
        assert ink not in ({"97"} if theme == palette.LIGHT else {"30", "97"}), (name, look)
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


def test_every_colour_is_a_role_and_every_role_is_used():
    """What no role has would look the same in every theme."""
    used = {
        part.name
        for style in (*STYLES.values(), *INKS.values())
        for part in (style.color, style.bgcolor)
        if part
    }
    assert used == set(palette.ROLES)
    assert palette.shade(Color.from_ansi(7)) is None
