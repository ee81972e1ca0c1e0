"""The colours in use, by meaning, and their replacements where there are fewer colours.

Widgets use the styles below and those of `tui.wire.terminal.tones`, and nothing else. The ones here set the
foreground only, on the terminal's own background, so blanks cost nothing and light terminals stay light;
`tones` has what stands on a background of ours. The colours are numbers of the 256 colours, which true-colour
terminals show in the same way; for other themes and for 16, 8 or no colours the encoder asks `ink`, for each
client. Colour is never the only sign of a fact: there is always a character beside it ((used), *, >).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.color import Color
from rich.style import Style

NONE = -1
"""The terminal's own colour, in a depth that has no better one."""


class Shade(NamedTuple):
    """One colour in four depths; `NONE` where it is the terminal's own."""

    cube: int
    """0-255, for terminals with 256 colours and more."""
    sixteen: int
    """0-15, of the terminal's own palette."""
    eight: int
    """0-7; 8 more: the bright one, shown by bold; 8 itself, dark grey: the terminal's own colour, dim."""
    mono: str = ""
    """An attribute that replaces the colour: bold, underline, reverse or nothing."""


DIM_INK = Shade(245, 8, 7)
FAINT_INK = Shade(241, 8, 8)
ACCENT_INK = Shade(
    11, 11, 11, "bold"
)  # the terminal's own colour: six bytes fewer at every step of the focus
MINE_INK = Shade(117, 14, 14, "bold")
AFFORDABLE_INK = Shade(114, 10, 2, "underline")
WARNING_INK = Shade(210, 9, 9, "reverse")
GOOD_INK = Shade(157, 10, 10, "bold")

SEAT_INKS = (Shade(203, 9, 9), Shade(75, 12, 12), Shade(113, 10, 2), Shade(221, 11, 11), Shade(176, 13, 13))
"""One for each seat; its letter is always beside it."""

DARK, LIGHT, MONO = "dark", "light", "mono"
THEMES = (DARK, LIGHT, MONO)
"""For a dark and for a light background, and without any colour. The colours above are those for dark."""
_INKS = {
    ink.cube: ink
    for ink in (
        *(DIM_INK, FAINT_INK, ACCENT_INK, MINE_INK, AFFORDABLE_INK, WARNING_INK, GOOD_INK),
        *SEAT_INKS,
    )
}
_ON_LIGHT: Mapping[int, Shade] = MappingProxyType(
    {
        DIM_INK.cube: Shade(242, 8, 0),
        FAINT_INK.cube: Shade(246, 8, 8),
        ACCENT_INK.cube: Shade(4, 4, 4, "bold"),
        MINE_INK.cube: Shade(90, 5, 5, "bold"),
        AFFORDABLE_INK.cube: Shade(28, 2, 2, "underline"),
        WARNING_INK.cube: Shade(160, 1, 1, "reverse"),
        GOOD_INK.cube: Shade(22, 2, 2, "bold"),
        **{
            dark.cube: light
            for dark, light in zip(
                SEAT_INKS,
                (Shade(124, 1, 1), Shade(25, 4, 4), Shade(22, 2, 2), Shade(94, 3, 3), Shade(90, 5, 5)),
                strict=True,
            )
        },
    }
)


def ink(number: int | None, theme: str = DARK) -> Shade | None:
    """Returns a theme's replacement for the palette's colour with this number; None if the palette has no
    such colour.
    """
    found = _INKS.get(number) if number is not None else None
    return _ON_LIGHT[found.cube] if found and theme == LIGHT else found


def _in(ink: Shade, *, bold: bool | None = None) -> Style:
    return Style(color=Color.from_ansi(ink.cube), bold=bold)


TEXT = Style.null()
"""Text to be read."""
STRONG = Style(bold=True)
"""Headings, and the names of what is chosen."""
DIM = _in(DIM_INK)
"""Things to look up: labels, hints, what cannot be chosen now."""
FAINT = _in(FAINT_INK)
"""Lines and frames."""
ACCENT = _in(ACCENT_INK)
"""The focus, the keys to press, whose turn it is."""
MINE = _in(MINE_INK)
"""What belongs to the player who looks."""
GRID = Style(dim=True)
"""Lines among which a focus moves: four bytes, while a colour takes eleven."""
USED = _in(FAINT_INK)
"""Used up for this turn; always with a sign beside it."""
AFFORDABLE = _in(AFFORDABLE_INK)
"""What the present result pays for."""
WARNING = _in(WARNING_INK)
"""A refusal, a clock that runs out, a player who is away."""
GOOD = _in(GOOD_INK)
"""Success or a win."""
SEATS = tuple(_in(ink) for ink in SEAT_INKS)
"""What belongs to each seat, seat 1 first; always with its letter."""
OWN_SEATS = tuple(_in(ink, bold=True) for ink in SEAT_INKS)
"""The same for the viewer's own seat."""
