"""The colours in use, by what they mean, in both themes and for every number of colours that a terminal has.

Widgets use the styles below and those of `tui.wire.terminal.tones`, and nothing else. The ones here set the
foreground only, on the terminal's own background, so blanks cost nothing and light terminals stay light;
`tones` has what stands on a background of ours. A colour in a style is a role, found by its name; what a
client gets of it, the encoder asks `shade`, for each client. Inks are colours of the 256, which are short on
the line and look the same everywhere; backgrounds are 24 bit where the terminal has them, since the 256 have
no dark tone between black and the first step. Colour is never the only sign of a fact: there is always a
character beside it ((used), *, >).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from rich.color import Color, ColorType
from rich.style import Style

NONE = -1
"""The terminal's own colour, in a depth that has no better one."""
FILLED = "reverse"
"""What stands for a loud background where there are no colours."""
DARK, LIGHT, MONO = "dark", "light", "mono"
THEMES = (DARK, LIGHT, MONO)
"""For a dark and for a light background, and without any colour."""


class Shade(NamedTuple):
    """One colour in five depths; `NONE` where it is the terminal's own."""

    true: int
    """Red, green and blue in 24 bits, for terminals with true colours."""
    cube: int
    """0-255, for terminals with 256 colours."""
    sixteen: int
    """0-15, of the terminal's own palette."""
    eight: int
    """0-7; 8 more: the bright one, shown by bold; 8 itself, dark grey: the terminal's own colour, dim."""
    mono: str = ""
    """An attribute that replaces the colour: bold, underline, reverse or nothing."""


class Role(NamedTuple):
    """A colour by its meaning, in both themes."""

    dark: Shade
    light: Shade


def _role(dark: tuple[int, int, int, int], light: tuple[int, int, int, int], mono: str = "") -> Role:
    return Role(Shade(*dark, mono), Shade(*light, mono))


ROLES: Mapping[str, Role] = MappingProxyType(
    {
        # Inks
        "on": _role((0xE4E4E4, 254, NONE, NONE), (0x262626, 235, NONE, NONE)),
        "dim": _role((0xA8A8A8, 248, 8, 7), (0x585858, 240, 8, 0)),
        # With 16 colours light grey cannot be seen on white paper, nor yellow be read there.
        "line": _role((0x585858, 240, 8, 8), (0xBCBCBC, 250, 8, 8)),
        "focus": _role((NONE, 11, 11, 11), (NONE, 4, 4, 4), "bold"),
        "own": _role((0xAFFFFF, 159, 14, 14), (0x000087, 18, 4, 4), "bold"),
        "gold": _role((0xFFD75F, 221, 11, 11), (0x875F00, 94, 4, 4), "bold"),
        "good": _role((0x87D787, 114, 10, 2), (0x005F00, 22, 2, 2), "underline"),
        "bad": _role((0xFF8787, 210, 9, 9), (0xD70000, 160, 9, 1), FILLED),
        "seat1": _role((0xFFAF87, 216, 11, 11), (0x870000, 88, 1, 1)),
        "seat2": _role((0x87D7FF, 117, 14, 14), (0x005FAF, 25, 4, 4)),
        "seat3": _role((0xAFD787, 150, 10, 10), (0x005F00, 22, 2, 2)),
        "seat4": _role((0xD7AFFF, 183, 13, 13), (0x8700AF, 91, 5, 5)),
        "seat5": _role((0xFF87D7, 212, 9, 9), (0xAF005F, 125, 1, 1)),
        "lobby": _role((0x87AFFF, 111, 12, 14), (0x005FAF, 25, 4, 4), "bold"),
        "court": _role((0xFFAF00, 214, 11, 11), (0x875F00, 94, 3, 3), "bold"),
        "intrigue": _role((0xFF5F87, 204, 9, 9), (0xAF005F, 125, 1, 1), "bold"),
        "laurin": _role((0x5FD787, 78, 10, 10), (0x005F00, 22, 2, 2), "bold"),
        "black": _role((0x121212, 233, 0, 0), (0x121212, 233, 0, 0)),
        "on aside": _role((0x121212, 233, 0, NONE), (0x121212, 233, 0, NONE)),
        "white": _role((0xFFFFFF, 231, 15, 15), (0xFFFFFF, 231, 15, 15)),
        # A crown: its gold, the tips of it, its band
        "gilt": _role((0xFFD75F, 221, 11, 11), (0xD7AF00, 178, 3, 3)),
        "pearl": _role((0xFFFFFF, 231, 15, 15), (0x8F9CC9, 103, 4, 4)),
        "band": _role((0xD78700, 172, 1, 1), (0xAF8700, 136, 1, 1)),
        "hidden": _role((0xFFAFAF, 217, NONE, NONE), (0x870000, 88, NONE, NONE)),
        "grid": _role((0x3D6A4C, 28, 2, 2), (0x87AF87, 108, 2, 2)),
        "on card": _role((0xFFD75F, 221, 11, 11), (0x6B4A00, 58, 4, 4), "bold"),
        "lawn text": _role((0xAFD7AF, 151, NONE, NONE), (0x005F00, 22, NONE, NONE)),
        # Inks of the header, which is filled where there are sixteen colours
        "lobby title": _role((0x87AFFF, 111, 15, 15), (0x005FAF, 25, 15, 15)),
        "court title": _role((0xFFAF00, 214, 0, 0), (0x875F00, 94, 0, 0)),
        "intrigue title": _role((0xFF5F87, 204, 15, 15), (0xAF005F, 125, 15, 15)),
        "laurin title": _role((0x5FD787, 78, 0, 0), (0x005F00, 22, 0, 0)),
        "window": _role((0xFFD75F, 221, 11, 11), (0x6B4A00, 58, 15, 15)),
        "on warm": _role((0xE4E4E4, 254, 0, 0), (0x262626, 235, 0, 0)),
        "on cold": _role((0xE4E4E4, 254, 15, 15), (0x262626, 235, 15, 15)),
        # Backgrounds
        "lobby loud": _role((0x87AFFF, 111, 12, 6), (0xAFD7FF, 153, 12, 6), FILLED),
        "court loud": _role((0xFFAF00, 214, 11, 3), (0xFFAF00, 214, 11, 3), FILLED),
        "intrigue loud": _role((0xB3203A, 125, 1, 1), (0xAF005F, 125, 1, 1), FILLED),
        "laurin loud": _role((0x5FD787, 78, 10, 2), (0x5FD787, 78, 10, 2), FILLED),
        "lobby bar": _role((0x20284A, 17, 4, 4), (0xD8E0F8, 189, 4, 4), FILLED),
        "court bar": _role((0x40300A, 235, 3, 3), (0xFFE9B8, 230, 3, 3), FILLED),
        "intrigue bar": _role((0x4A1020, 52, 1, 1), (0xFFD6DC, 224, 1, 1), FILLED),
        "laurin bar": _role((0x10382A, 235, 2, 2), (0xCBEED6, 194, 2, 2), FILLED),
        "row": _role((0x1C2533, 236, NONE, NONE), (0xE9EDF5, 255, NONE, NONE)),
        "tile": _role((0x2B3140, 237, NONE, NONE), (0xE4E4E4, 254, NONE, NONE)),
        "back": _role((0x4A1622, 52, NONE, NONE), (0xF6D4D9, 224, NONE, NONE)),
        "lawn": _role((0x14301F, 234, NONE, NONE), (0xD7FFD7, 194, NONE, NONE)),
        "touched": _role((0x1F4A30, 238, NONE, NONE), (0xAFFFAF, 157, NONE, NONE)),
        "roof": _role((0x4A588F, 61, 4, 4), (0x7C8CC4, 104, 4, 4)),
        "wall": _role((0x2A3358, 60, NONE, NONE), (0xC3CDEC, 189, NONE, NONE)),
        "shut": _role((0x1B2240, 234, 8, 8), (0x8F9CC9, 103, 8, 8)),
        "step": _role((0xD78700, 172, 3, 3), (0xAF8700, 136, 3, 3)),
        "die": _role((0xF5F1E6, 255, 15, 7), (0xE4DCC8, 187, 7, 7), FILLED),
        "aside": _role((0xA29D90, 247, 7, NONE), (0xBDB8AB, 249, 7, NONE)),
        "crown": _role((0xFFD75F, 221, 11, 3), (0xD7AF00, 178, 3, 3), FILLED),
        "on seat1": _role((0xFFAF87, 216, 11, 3), (0xFFAF87, 216, 11, 3), FILLED),
        "on seat2": _role((0x87D7FF, 117, 14, 6), (0x87D7FF, 117, 14, 6), FILLED),
        "on seat3": _role((0xAFD787, 150, 10, 2), (0xAFD787, 150, 10, 2), FILLED),
        "on seat4": _role((0xD7AFFF, 183, 13, 5), (0xD7AFFF, 183, 13, 5), FILLED),
        "on seat5": _role((0xFF87D7, 212, 9, 1), (0xFF87D7, 212, 9, 1), FILLED),
        "rank 0": _role((0x3C3C46, 238, NONE, NONE), (0xDEDEE2, 253, NONE, NONE)),
        "rank 1": _role((0x36491E, 58, NONE, NONE), (0xD9EAC0, 194, NONE, NONE)),
        "rank 2": _role((0x124D52, 23, NONE, NONE), (0xC4E6E6, 195, NONE, NONE)),
        "rank 3": _role((0x203F74, 24, NONE, NONE), (0xCDDEF8, 189, NONE, NONE)),
        "rank 4": _role((0x4B2763, 54, NONE, NONE), (0xE5CFF0, 225, NONE, NONE)),
        "rank 5": _role((0x5C4709, 58, NONE, NONE), (0xF2DD98, 222, NONE, NONE)),
    }
)
"""Every colour by the name of its meaning. "focus" is the terminal's own yellow (blue on light paper): six
bytes fewer at every step of the focus.
"""


def colour(role: str) -> Color:
    """Returns the colour of a role, for a style. Raises KeyError for a name that is none."""
    number = ROLES[role].dark.cube
    return Color(role, ColorType.EIGHT_BIT if number > 15 else ColorType.STANDARD, number)


def shade(found: Color, theme: str = DARK) -> Shade | None:
    """Returns what a theme has for the role of a colour; None if it is no role's."""
    role = ROLES.get(found.name)
    return None if role is None else role.light if theme == LIGHT else role.dark


def _in(role: str, *, bold: bool | None = None) -> Style:
    return Style(color=colour(role), bold=bold)


TEXT = Style.null()
"""Text to be read."""
STRONG = Style(bold=True)
"""Headings, and the names of what is chosen."""
DIM = _in("dim")
"""Things to look up: labels, hints, what cannot be chosen now or is used up for this turn."""
FAINT = _in("line")
"""Lines and frames."""
ACCENT = _in("focus")
"""The focus, the keys to press, whose turn it is."""
MINE = _in("lobby")
"""What belongs to the player who looks."""
AFFORDABLE = _in("good")
"""What the present result pays for."""
GOLD = _in("gold")
"""Crowns, influence, points: what is won."""
WARNING = _in("bad")
"""A refusal, a clock that runs out, a player who is away."""
GOOD = _in("good")
"""Success or a win."""
SEATS = tuple(_in(f"seat{seat}") for seat in range(1, 6))
"""What belongs to each seat, seat 1 first; always with its letter."""
OWN_SEATS = tuple(_in(f"seat{seat}", bold=True) for seat in range(1, 6))
"""The same in bold: its name in the log, and the viewer's own seat."""
