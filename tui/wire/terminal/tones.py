"""Colours behind text: the accent of each game, tiles, dice, the row of the player who looks.

A board names its game's `Accent` (`Board.accent`) for what is loud; the table screen draws the header, the
prompt row and the keys in it. Whatever stands on the table is a tile, a run of cells on `TILE`, on a rank of
`LEVELS` or on a seat's `SEAT_TILES`: `accent.loud` if the player can have it now, `own(tile)` if it is
theirs, `GONE` without a tile if nobody can have it; `ROW` after an `accent.edge` is the row of "you", and
`tui.widgets.pieces.bar` is a number as a short bar.

Text on a background of ours always has an ink of ours: a terminal's own ink may be dark or light. Its
contrast is 4.5:1 or more (`tests/tui/wire/terminal/test_tones.py`). With 16 colours and fewer, tiles are the
terminal's own background and only what is loud is filled; without colours what is filled is reversed. A sign
beside it always says the same: a bar, a bullet, a tick.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

from tui.wire.terminal import palette
from tui.wire.terminal.palette import DARK, LIGHT, NONE, Shade

BLACK, WHITE = Shade(16, 0, 0), Shade(231, 15, 15)
"""What is written on a filled tile: always the same, on a light and on a dark paper."""
TILE_INK = Shade(255, NONE, NONE)
OWN_INK = Shade(159, 14, 14, "bold")
ASIDE_INK = Shade(232, 0, NONE)
LATTICE_INK, LAWN_INK = Shade(28, 2, 2), Shade(151, NONE, NONE)
REACHED_INK = Shade(79, 10, 10)
SEAT_INK = Shade(233, 0, 15)
BACK_INK = Shade(217, NONE, NONE)
AMBER_INK, CRIMSON_INK = Shade(214, 11, 11, "bold"), Shade(204, 9, 9, "bold")
GREEN_INK, BLUE_INK = Shade(78, 10, 10, "bold"), Shade(81, 14, 14, "bold")
WARM_BAR_INK, CRIMSON_BAR_INK, BLUE_BAR_INK = Shade(230, 0, 0), Shade(224, 15, 15), Shade(195, 15, 15)

_INKS = {
    shade.cube: shade
    for shade in (
        *(BLACK, WHITE, TILE_INK, OWN_INK, ASIDE_INK, SEAT_INK, BACK_INK, LATTICE_INK, LAWN_INK, REACHED_INK),
        *(AMBER_INK, CRIMSON_INK, GREEN_INK, BLUE_INK),
        *(WARM_BAR_INK, CRIMSON_BAR_INK, BLUE_BAR_INK),
    )
}
_INKS_ON_LIGHT: Mapping[int, Shade] = MappingProxyType(
    {
        TILE_INK.cube: Shade(234, NONE, NONE),
        ASIDE_INK.cube: Shade(232, NONE, NONE),
        OWN_INK.cube: Shade(18, 4, 4, "bold"),
        BACK_INK.cube: Shade(88, NONE, NONE),
        LATTICE_INK.cube: Shade(108, 2, 2),
        LAWN_INK.cube: Shade(22, NONE, NONE),
        REACHED_INK.cube: Shade(22, 2, 2),
        AMBER_INK.cube: Shade(94, 3, 3, "bold"),
        CRIMSON_INK.cube: Shade(125, 1, 1, "bold"),
        GREEN_INK.cube: Shade(22, 2, 2, "bold"),
        BLUE_INK.cube: Shade(25, 4, 4, "bold"),
        WARM_BAR_INK.cube: Shade(16, 0, 0),
        CRIMSON_BAR_INK.cube: Shade(52, 15, 15),
        BLUE_BAR_INK.cube: Shade(17, 15, 15),
    }
)

FILLED = "reverse"
TILE_PAPER, ROW_PAPER = Shade(238, NONE, NONE), Shade(236, NONE, NONE)
FACE_PAPER, BACK_PAPER = Shade(235, NONE, NONE), Shade(52, NONE, NONE)
LEVEL_PAPERS = tuple(Shade(cube, NONE, NONE) for cube in (239, 23, 24, 60, 96, 58))
LAWN_PAPER = Shade(233, NONE, NONE)
DIE_PAPER, ASIDE_PAPER = Shade(255, 15, 7, FILLED), Shade(248, 7, NONE)
SEAT_PAPERS = tuple(
    Shade(*shades, FILLED) for shades in ((203, 9, 1), (75, 12, 4), (113, 10, 2), (221, 11, 3), (176, 13, 5))
)
AMBER, AMBER_BAR = Shade(214, 11, 3, FILLED), Shade(94, 3, 3, FILLED)
CRIMSON, CRIMSON_BAR = Shade(161, 1, 1, FILLED), Shade(88, 1, 1, FILLED)
GREEN, GREEN_BAR = Shade(78, 10, 2, FILLED), Shade(22, 2, 2, FILLED)
BLUE, BLUE_BAR = Shade(81, 14, 6, FILLED), Shade(17, 4, 4, FILLED)

_PAPERS = {
    shade.cube: shade
    for shade in (
        *(TILE_PAPER, ROW_PAPER, FACE_PAPER, BACK_PAPER, LAWN_PAPER, *LEVEL_PAPERS),
        *(DIE_PAPER, ASIDE_PAPER, *SEAT_PAPERS),
        *(AMBER, AMBER_BAR, CRIMSON, CRIMSON_BAR, GREEN, GREEN_BAR, BLUE, BLUE_BAR),
    )
}
_PAPERS_ON_LIGHT: Mapping[int, Shade] = MappingProxyType(
    {
        TILE_PAPER.cube: Shade(253, NONE, NONE),
        ROW_PAPER.cube: Shade(254, NONE, NONE),
        FACE_PAPER.cube: Shade(255, NONE, NONE),
        BACK_PAPER.cube: Shade(254, NONE, NONE),
        **{
            dark.cube: Shade(light, NONE, NONE)
            for dark, light in zip(LEVEL_PAPERS, (252, 152, 153, 146, 182, 222), strict=True)
        },
        LAWN_PAPER.cube: Shade(194, NONE, NONE),
        DIE_PAPER.cube: Shade(187, 7, 7, FILLED),
        ASIDE_PAPER.cube: Shade(251, NONE, NONE),
        AMBER_BAR.cube: Shade(223, 3, 3, FILLED),
        CRIMSON_BAR.cube: Shade(224, 1, 1, FILLED),
        GREEN_BAR.cube: Shade(151, 2, 2, FILLED),
        BLUE_BAR.cube: Shade(153, 4, 4, FILLED),
    }
)


def any_ink(number: int | None, theme: str = DARK) -> Shade | None:
    """Returns a theme's replacement for an ink, of those here or of the palette's; None: there is none."""
    found = _INKS.get(number) if number is not None else None
    if found is None:
        return palette.ink(number, theme)
    return _INKS_ON_LIGHT.get(found.cube, found) if theme == LIGHT else found


def paper(number: int | None, theme: str = DARK) -> Shade | None:
    """Returns a theme's replacement for a background; None: it is none of those here."""
    found = _PAPERS.get(number) if number is not None else None
    return _PAPERS_ON_LIGHT.get(found.cube, found) if found and theme == LIGHT else found


def _on(ground: Shade, written: Shade, *, bold: bool | None = None) -> Style:
    return Style(color=Color.from_ansi(written.cube), bgcolor=Color.from_ansi(ground.cube), bold=bold)


class Accent(NamedTuple):
    """The styles of one game's own colour."""

    ink: Style
    """On the terminal's own background: keys, and what matters most among words."""
    loud: Style
    """Filled, over its whole width: the prompt row while something is asked, what the player can have now."""
    bar: Style
    """What is said in the header."""
    title: Style
    """What is said loudest in the header."""
    edge: Style
    """The bar at the left of the row of "you"."""


def _accent(colour: Shade, ink: Shade, on: Shade, bar: Shade, bar_ink: Shade) -> Accent:
    return Accent(
        ink=Style(color=Color.from_ansi(ink.cube)),
        loud=_on(colour, on, bold=True),
        bar=_on(bar, bar_ink),
        title=_on(bar, bar_ink, bold=True),
        edge=_on(ROW_PAPER, ink),
    )


COURT = _accent(AMBER, AMBER_INK, BLACK, AMBER_BAR, WARM_BAR_INK)
PLOT = _accent(CRIMSON, CRIMSON_INK, WHITE, CRIMSON_BAR, CRIMSON_BAR_INK)
LAURIN = _accent(GREEN, GREEN_INK, BLACK, GREEN_BAR, WARM_BAR_INK)
LOBBY = _accent(BLUE, BLUE_INK, BLACK, BLUE_BAR, BLUE_BAR_INK)
"""The house itself, and games that have no colour of their own."""

EDGE = "▌"
"""The bar at the left of the row of "you", in `Accent.edge`."""
TICK, OWN, NOT_LEFT = "✓", "•", "-"
"""Beside what the player can have now, what is theirs, and how many are left of what is gone."""
TILE = _on(TILE_PAPER, TILE_INK)
"""A thing on the table that has no rank: a card in a hand, a card in a queue."""
FACE, BACK = _on(FACE_PAPER, TILE_INK), _on(BACK_PAPER, BACK_INK)
"""A card that lies face up and one that lies face down; a family's ink can be read on both."""
LEVELS = tuple(_on(level, TILE_INK) for level in LEVEL_PAPERS)
"""A thing of a rank, from the lowest (0) to the highest (5)."""
SEAT_TILES = tuple(_on(seat, SEAT_INK) for seat in SEAT_PAPERS)
"""A thing of a seat, in its colour, seat 1 first; always with its letter or its number."""
ROW = _on(ROW_PAPER, TILE_INK)
"""The row of the player who looks, after its edge."""
DIE, DIE_ASIDE = _on(DIE_PAPER, BLACK, bold=True), _on(ASIDE_PAPER, ASIDE_INK)
"""A die that can still change, and one that was set aside."""
FLASH = Style(reverse=True)
"""What flashes once because it was just revealed, taken or moved: a style of four bytes."""
GONE = palette.FAINT
"""What nobody can have any more."""
LAWN = _on(LAWN_PAPER, LATTICE_INK)
"""The ground of a board that is a garden, and the lattice on it: lines, no text."""
LAWN_TEXT = _on(LAWN_PAPER, LAWN_INK)
"""What is written on it."""
REACHED = Style(color=Color.from_ansi(REACHED_INK.cube))
"""The number of a point that is lit up on it, where it stands among words."""
LAWN_FOCUS = _on(LAWN_PAPER, palette.ACCENT_INK)
"""The caret on it, which changes with every key, so the ink is the terminal's own."""
TURNED_TILES = tuple(_on(FACE_PAPER, seat) for seat in palette.SEAT_INKS)
"""A thing of a seat that shows its back or is not on the board; always with a sign for that."""


@lru_cache(maxsize=256)
def own(tile: Style) -> Style:
    """Returns a tile's style for what belongs to the player who looks."""
    return tile + Style(color=Color.from_ansi(OWN_INK.cube))


@lru_cache(maxsize=256)
def bold(style: Style) -> Style:
    """Returns a style for the name on a tile or in a row."""
    return style + Style(bold=True)
