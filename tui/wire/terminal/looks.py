"""Rich's styles as SGR parameters for one client, and the shortest sequence between two of them.

The palette has a colour for each theme and number of colours; for other styles Rich's
nearest colour is taken. Pure functions, memoised: sessions share them, and one client's colours never get to
another's.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from rich.color import Color, ColorSystem, ColorType
from rich.color_triplet import ColorTriplet
from rich.style import Style

from tui.wire.terminal.palette import DARK, NONE, Shade, shade

BOLD, DIM, ITALIC, UNDERLINE, BLINK, REVERSE, STRIKE = (1 << bit for bit in range(7))
ALL_ATTRIBUTES = BOLD | DIM | ITALIC | UNDERLINE | BLINK | REVERSE | STRIKE
ON = {BOLD: "1", DIM: "2", ITALIC: "3", UNDERLINE: "4", BLINK: "5", REVERSE: "7", STRIKE: "9"}
OFF = {"22": BOLD | DIM, "23": ITALIC, "24": UNDERLINE, "25": BLINK, "27": REVERSE, "29": STRIKE}
MONO = {"": 0, "bold": BOLD, "underline": UNDERLINE, "reverse": REVERSE}
SEEN_ON_BLANKS = UNDERLINE | REVERSE | STRIKE
BLACK, DARK_GREY = 0, 8
INK, PAPER = 30, 40
"""The first of the eight parameters of a foreground and of a background."""
NO_COLOURS, EIGHT_COLOURS, SIXTEEN_COLOURS, CUBE_COLOURS = 0, 8, 16, 256


class CellStyle(NamedTuple):
    """Attributes as bits; foreground and background as SGR parameters ('' is the terminal's own)."""

    attributes: int
    ink: str
    paper: str


PLAIN = CellStyle(0, "", "")
MOST_STYLES = 1024
"""Styles that are found by their object; boards have some fifty."""


@lru_cache(maxsize=4096)
def cell_style(style: Style | None, depth: int, shown: int, theme: str = DARK) -> CellStyle:
    """Returns `style` in `depth` colours of a theme, on a terminal that shows the attributes `shown`."""
    if style is None:
        return PLAIN
    flags = (style.bold, style.dim, style.italic, style.underline, style.blink, style.reverse, style.strike)
    attributes = sum(1 << bit for bit, flag in enumerate(flags) if flag)
    if style.color is not None:
        attributes = _replaced(attributes, shade(style.color, theme), depth)
    if style.bgcolor is not None and depth == NO_COLOURS:
        attributes = _replaced(attributes, shade(style.bgcolor, theme), depth)
    written = _parameters(style.color, depth, INK, theme) if style.color else ""
    behind = _parameters(style.bgcolor, depth, PAPER, theme) if style.bgcolor else ""
    look = CellStyle(attributes & shown, written, behind)
    return PLAIN if look == PLAIN else look


class KnownStyles:
    """The styles of one kind of terminal, found by the object that a style is: Rich's own comparison calls
    a function for each piece of a line. Shared by all clients with such a terminal.
    """

    def __init__(self, depth: int, shown: int, theme: str) -> None:
        self._depth, self._shown, self._theme = depth, shown, theme
        self.known: dict[int, tuple[CellStyle, CellStyle, Style]] = {}
        """What a style looks like, on characters and on blanks, by the number of its object, which is kept:
        another one never gets its number.
        """

    def add(self, style: Style) -> tuple[CellStyle, CellStyle, Style]:
        """Returns what a style that is not known yet looks like, and keeps it."""
        if len(self.known) >= MOST_STYLES:
            self.known.clear()
        look = cell_style(style, self._depth, self._shown, self._theme)
        found = self.known[id(style)] = look, blank_style(look), style
        return found


@lru_cache(maxsize=64)
def known_styles(depth: int, shown: int, theme: str) -> KnownStyles:
    """Returns the styles of terminals with `depth` colours of a theme that show the attributes `shown`."""
    return KnownStyles(depth, shown, theme)


def _replaced(attributes: int, found: Shade | None, depth: int) -> int:
    """Returns the attributes with those that replace a colour or produce it: with eight colours, bold ones
    are bright and dark grey is dim. Black is never bold, which would be dark grey.
    """
    if found is None or depth >= CUBE_COLOURS:
        return attributes
    if depth == NO_COLOURS:
        return attributes | MONO[found.mono]
    if (found.eight if depth == EIGHT_COLOURS else found.sixteen) == BLACK:
        return attributes & ~BOLD
    if depth == SIXTEEN_COLOURS:
        return attributes
    return attributes | (DIM if found.eight == DARK_GREY else BOLD if found.eight > DARK_GREY else 0)


@lru_cache(maxsize=1024)
def _parameters(colour: Color, depth: int, base: int, theme: str) -> str:
    """Returns the SGR parameters of a colour; `base` is `INK` or `PAPER`."""
    if depth == NO_COLOURS or colour.is_default:
        return ""
    found = shade(colour, theme)
    if depth > CUBE_COLOURS and (exact := _exact(colour, found)):
        red, green, blue = exact
        return f"{base + 8};2;{red};{green};{blue}"
    number = _number(colour, depth, found)
    if number == NONE:
        return ""
    if depth == EIGHT_COLOURS:
        return "" if number == DARK_GREY else str(base + number % EIGHT_COLOURS)
    if number >= SIXTEEN_COLOURS:
        return f"{base + 8};5;{number}"
    return str(base + number if number < EIGHT_COLOURS else base + 60 + number - EIGHT_COLOURS)


def _exact(colour: Color, found: Shade | None) -> ColorTriplet | None:
    """Returns red, green and blue if none of the 256 colours is the same; `found` is the palette's."""
    if found is None:
        wanted = colour.triplet if colour.type == ColorType.TRUECOLOR else None
    elif found.true == NONE:
        return None
    else:
        wanted = ColorTriplet(found.true >> 16, found.true >> 8 & 255, found.true & 255)
    if wanted is None:
        return None
    near = Color.from_triplet(wanted).downgrade(ColorSystem.EIGHT_BIT)
    return None if near.get_truecolor() == wanted else wanted


def _number(colour: Color, depth: int, found: Shade | None) -> int:
    """Returns the number of a colour if there are `depth` numbered colours; `found` is the palette's."""
    if depth >= CUBE_COLOURS:
        return found.cube if found else colour.downgrade(ColorSystem.EIGHT_BIT).number or 0
    if depth == EIGHT_COLOURS:
        return found.eight if found else _sixteen(colour)
    return found.sixteen if found else _sixteen(colour)


def _sixteen(colour: Color) -> int:
    return colour.downgrade(ColorSystem.STANDARD).number or 0


@lru_cache(maxsize=4096)
def blank_style(look: CellStyle) -> CellStyle:
    """Returns the part of `look` that is visible on blanks: foreground and bold are not."""
    if look.attributes & SEEN_ON_BLANKS:
        return look
    return CellStyle(0, "", look.paper) if look.paper else PLAIN


@lru_cache(maxsize=8192)
def change(before: CellStyle, after: CellStyle, ends_attributes: bool) -> str:
    """Returns the shortest SGR sequence that changes `before` into `after`."""
    if before == after:
        return ""
    anew = [*_switched_on(after.attributes), after.ink, after.paper]
    candidates = [_sequence(["0", *anew] if any(anew) else [])]
    if ends_attributes or not before.attributes & ~after.attributes:
        candidates.append(_sequence(_steps(before, after)))
    return min(candidates, key=len)


def _steps(before: CellStyle, after: CellStyle) -> list[str]:
    ended = [code for code, bits in OFF.items() if before.attributes & ~after.attributes & bits]
    left = before.attributes
    for code in ended:
        left &= ~OFF[code]
    steps = [*ended, *_switched_on(after.attributes & ~left)]
    if before.ink != after.ink:
        steps.append(after.ink or "39")
    if before.paper != after.paper:
        steps.append(after.paper or "49")
    return steps


def _switched_on(attributes: int) -> list[str]:
    return [code for bit, code in ON.items() if attributes & bit]


def _sequence(parameters: list[str]) -> str:
    return f"\x1b[{';'.join(p for p in parameters if p)}m"
