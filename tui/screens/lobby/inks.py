"""The colours of the lobby: its own, and the accent of each game. Signs stand beside all of them."""

from __future__ import annotations

from rich.style import Style

from tui.boards import BOARDS
from tui.wire.terminal import palette, tones

MARK = tones.EDGE
"""Before each row of what is chosen."""
LOBBY = tones.LOBBY


def game_ink(game: str) -> Style:
    """Returns the accent of a game, on the terminal's own background."""
    return BOARDS[game].accent.ink if game in BOARDS else palette.TEXT


def tile_ink(game: str) -> Style:
    """Returns the same on the game's tile."""
    return BOARDS[game].accent.edge if game in BOARDS else tones.ROW
