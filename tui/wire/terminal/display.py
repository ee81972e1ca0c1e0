"""How a player wants their terminal to be used, if that differs from what the terminal says of itself.

Kept with the account for each type of terminal, so that a player can have different wishes for a console and
for a window. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct
from msgspec.structs import replace

from tui.wire.terminal.palette import DARK
from tui.wire.terminal.terminals import Depth, Terminal, in_theme

COLOURS: Mapping[str, Depth] = MappingProxyType(
    {"mono": Depth.NONE, "8": Depth.EIGHT, "16": Depth.SIXTEEN, "256": Depth.CUBE, "true": Depth.TRUE}
)
SIGNS: Mapping[str, bool] = MappingProxyType({"utf8": True, "utf-8": True, "ascii": False})
AUTO, CONSOLE = "auto", "linux"
LONGEST = 24
"""The most letters of a setting's name."""


class DisplayWish(Struct, frozen=True):
    """What the player wants; None: as the terminal says."""

    depth: Depth | None = None
    utf8: bool | None = None


class TerminalDisplay(Struct, frozen=True):
    """A terminal, and how its player wants it to be used."""

    term: str
    """The terminal's type, as the client calls it."""
    own: Terminal
    """What the terminal can show, from what the client sent."""
    wanted: DisplayWish = DisplayWish()
    theme: str = DARK
    language: str = ""
    """The language that the player reads."""

    @property
    def terminal(self) -> Terminal:
        """What may be sent to the terminal, with the player's wishes applied."""
        wanted, own = self.wanted, self.own
        shown = replace(
            own,
            depth=own.depth if wanted.depth is None else wanted.depth,
            utf8=own.utf8 if wanted.utf8 is None else wanted.utf8,
            encoding="utf-8" if wanted.utf8 else own.encoding,
            is_eight_bit=own.is_eight_bit and wanted.utf8 is None,
            language="" if wanted.utf8 or (own.utf8 and wanted.utf8 is None) else self.language,
        )
        return in_theme(shown, self.theme)

    @property
    def has_dots(self) -> bool:
        """True if patterns of dots (Braille) can be seen: fonts of the Linux console have none."""
        return not self.term.lower().startswith(CONSOLE)


def setting_name(term: str) -> str:
    """Returns the name of the setting that stores the wishes for a type of terminal."""
    return f"display-{re.sub('[^a-z0-9]', '-', term.lower())}"[:LONGEST]


AS_IT_SAYS = DisplayWish()


def parse_wish(words: str, before: DisplayWish = AS_IT_SAYS) -> DisplayWish | None:
    """Returns the wish after these words; None if they cannot be read."""
    wanted = before
    for word in words.casefold().split():
        if word == AUTO:
            wanted = AS_IT_SAYS
        elif word in COLOURS:
            wanted = replace(wanted, depth=COLOURS[word])
        elif word in SIGNS:
            wanted = replace(wanted, utf8=SIGNS[word])
        else:
            return None
    return wanted


def format_wish(wanted: DisplayWish) -> str:
    """Returns the words that `parse_wish` reads; '' if nothing is wanted."""
    named = [word for word, depth in COLOURS.items() if depth == wanted.depth]
    signs = [] if wanted.utf8 is None else ["utf8" if wanted.utf8 else "ascii"]
    return " ".join(named + signs)


def stored_wish(settings: Mapping[str, str], term: str) -> DisplayWish:
    """Returns the wish that an account has stored for a type of terminal."""
    return parse_wish(settings.get(setting_name(term), "")) or AS_IT_SAYS
