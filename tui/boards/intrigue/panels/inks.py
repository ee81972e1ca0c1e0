"""The styles of intrigue's cards, from the tones that all games share."""

from __future__ import annotations

from functools import lru_cache

from rich.style import Style

from tui.wire.terminal import palette, tones

UP, BACK, HELD = tones.FACE, tones.BACK, tones.TILE
"""A card that lies face up, one that lies face down, and one in the hand."""
CHOSEN = tones.PLOT.loud
"""The name of the card that was chosen."""
INFLUENCE = tones.INFLUENCE
SIGN = tones.PLOT.ink
own, strong = tones.own, tones.bold


@lru_cache(maxsize=64)
def on(card: Style, ink: Style) -> Style:
    """Return an ink on a card."""
    return card + ink


def family(card: Style, seat: int) -> Style:
    """Return the ink of a family on a card; its name is always written."""
    return on(card, palette.SEATS[(seat - 1) % len(palette.SEATS)])
