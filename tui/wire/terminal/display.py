"""How a player wants their terminal to be used, where that is not what it says of itself.

Kept with the account for each type of terminal: who plays on a console and in a window has
both as they like them. Pure.
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
AUTO = "auto"
LONGEST = 24
"""Letters in a setting's name."""


class DisplayWish(Struct, frozen=True):
    """What is wanted; None: as the terminal says."""

    depth: Depth | None = None
    utf8: bool | None = None


class TerminalDisplay(Struct, frozen=True):
    """One terminal in use."""

    term: str
    """Its type, as the client calls it."""
    own: Terminal
    """What it can show, by what the client said."""
    wanted: DisplayWish = DisplayWish()
    theme: str = DARK

    @property
    def terminal(self) -> Terminal:
        """What is sent to it."""
        wanted, own = self.wanted, self.own
        shown = replace(
            own,
            depth=own.depth if wanted.depth is None else wanted.depth,
            utf8=own.utf8 if wanted.utf8 is None else wanted.utf8,
            encoding="utf-8" if wanted.utf8 else own.encoding,
        )
        return in_theme(shown, self.theme)


def setting_of(term: str) -> str:
    """The name under which an account keeps what is wanted of a type of terminal."""
    return f"display-{re.sub('[^a-z0-9]', '-', term.lower())}"[:LONGEST]


AS_IT_SAYS = DisplayWish()


def read(words: str, before: DisplayWish = AS_IT_SAYS) -> DisplayWish | None:
    """What is wanted after these words; None: they cannot be read."""
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


def written(wanted: DisplayWish) -> str:
    """The words that `read` understands; empty: nothing is wanted."""
    named = [word for word, depth in COLOURS.items() if depth == wanted.depth]
    signs = [] if wanted.utf8 is None else ["utf8" if wanted.utf8 else "ascii"]
    return " ".join(named + signs)


def wanted_of(settings: Mapping[str, str], term: str) -> DisplayWish:
    """What an account keeps for a type of terminal."""
    return read(settings.get(setting_of(term), "")) or AS_IT_SAYS
