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

from functools import lru_cache
from typing import NamedTuple

from rich.style import Style

from tui.wire.terminal.palette import DIM, colour


def _on(ground: str, written: str, *, bold: bool | None = None) -> Style:
    return Style(color=colour(written), bgcolor=colour(ground), bold=bold)


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


def _accent(game: str, on_loud: str, on_bar: str) -> Accent:
    return Accent(
        ink=Style(color=colour(game)),
        loud=_on(f"{game} loud", on_loud, bold=True),
        bar=_on(f"{game} bar", on_bar),
        title=_on(f"{game} bar", f"{game} title", bold=True),
        edge=_on("row", game),
    )


COURT = _accent("court", "black", "on warm")
PLOT = _accent("intrigue", "white", "on cold")
LAURIN = _accent("laurin", "black", "on warm")
LOBBY = _accent("lobby", "black", "on cold")
"""The house itself, and games that have no colour of their own."""

EDGE = "▌"
"""The bar at the left of the row of "you", in `Accent.edge`."""
TICK, OWN = "✓", "•"
"""Beside what the player can have now, and what is theirs."""
TILE = _on("tile", "on")
"""A thing on the table that has no rank: a card in a hand, a card in a queue."""
FACE, BACK = TILE, _on("back", "hidden")
"""A card that lies face up and one that lies face down; a family's ink can be read on both."""
INFLUENCE = Style(color=colour("on card"))
"""Gold that is written on a card, darker on light paper than elsewhere."""
LEVELS = tuple(_on(f"rank {rank}", "on") for rank in range(6))
"""A thing of a rank, from the lowest (0) to the highest (5)."""
SEAT_TILES = tuple(_on(f"on seat{seat}", "black") for seat in range(1, 6))
"""A thing of a seat, in its colour, seat 1 first; always with its letter or its number."""
ROW, ROW_DIM = _on("row", "on"), _on("row", "dim")
"""The row of the player who looks, after its edge."""
DIE, DIE_ASIDE = _on("die", "black", bold=True), _on("aside", "on aside")
"""A die that can still change, and one that was set aside."""
FLASH = Style(reverse=True)
"""What flashes once because it was just revealed, taken or moved: a style of four bytes."""
GONE = DIM
"""What nobody can have any more."""
LAWN = _on("lawn", "grid")
"""The ground of a board that is a garden, and the lattice on it: lines, no text."""
TOUCHED = _on("touched", "on")
"""A square of it where something would score now; always with a sign for that beside it."""
ROOF = Style(color=colour("roof"))
"""The house: its roof, the tips of it and where it meets the wall; the wall, windows with light and without,
those in the header, and the step before the door.
"""
ROOF_TIP, EAVES = _on("roof", "crown"), _on("wall", "roof")
WALL, WALL_INK = _on("wall", "on"), Style(color=colour("wall"))
LIT, SHUT = _on("wall", "gold"), _on("wall", "shut")
WINDOWS = _on("lobby bar", "window")
STEP = Style(color=colour("step"))
GILT, PEARL, BAND = (Style(color=colour(part)) for part in ("gilt", "pearl", "band"))
"""A crown: its gold, a tip of it, its band; no text."""
CROWN_TIP, CROWN_BAND, CROWN_JEWEL = _on("crown", "pearl"), _on("crown", "band"), _on("crown", "seat2")
"""The upper half of a cell on it, the lower one is gold."""
CROWNED = _on("crown", "black", bold=True)
"""The King."""
LAWN_TEXT = _on("lawn", "lawn text")
"""What is written on it."""
REACHED = Style(color=colour("laurin"))
"""The number of a point that is lit up on it, where it stands among words."""
LAWN_FOCUS = _on("lawn", "focus")
"""The caret on it, which changes with every key, so the ink is the terminal's own."""
TURNED_TILES = tuple(_on("tile", f"seat{seat}") for seat in range(1, 6))
"""A thing of a seat that shows its back or is not on the board; always with a sign for that."""


@lru_cache(maxsize=256)
def own(tile: Style) -> Style:
    """Returns a tile's style for what belongs to the player who looks."""
    return tile + Style(color=colour("own"))


@lru_cache(maxsize=256)
def bold(style: Style) -> Style:
    """Returns a style for the name on a tile or in a row."""
    return style + Style(bold=True)
