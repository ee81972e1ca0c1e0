"""Small windows: how the panels of a board share too few rows. Pure.

Where not all of a board fits, the panel with the focus is shown first, so that Tab is the way to the rest;
the others get what is left, in an order that the board has. `CardGrid` and `Roster` show the part of
themselves that the cursor is on. The log is dropped before any panel is (`tui.screens.table.plan`); `/log`
shows it. In a window below the least size only that is said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from textual.geometry import Region, Size

from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.wire.terminal import palette

LEAST_WIDTH, LEAST_HEIGHT = 40, 12
"""The smallest window in which a game can be played."""


class PanelWish(NamedTuple):
    """The rows of a panel: the least with which it can be used, and the most that it has a use for."""

    name: str
    least: int
    most: int


def shared_rows(height: int, wishes: Sequence[PanelWish], first: Sequence[str]) -> Mapping[str, int]:
    """Returns the rows of each panel, 0 where one has to go. Panels named in `first` come first, then the
    others in their order: each gets its least while there is room, then in the same order what it wants.
    """
    rank = {name: at for at, name in enumerate(first)}
    order = sorted(wishes, key=lambda wish: rank.get(wish.name, len(rank)))
    rows: dict[str, int] = {}
    for wish in order:
        least = min(wish.least, height) if not rows else wish.least
        rows[wish.name] = least if least <= height else 0
        height -= rows[wish.name]
    for wish in order:
        more = min(height, wish.most - rows[wish.name]) if rows[wish.name] else 0
        rows[wish.name] += max(0, more)
        height -= max(0, more)
    return rows


def stacked(width: int, rows: Mapping[str, int], order: Sequence[str]) -> Mapping[str, Region]:
    """Returns the regions of panels that stand below each other in an order."""
    regions: dict[str, Region] = {}
    y = 0
    for name in order:
        regions[name] = Region(0, y, width, rows[name])
        y += rows[name]
    return regions


def is_too_small(size: Size) -> bool:
    """Returns whether a window is too small for a game; False before its size is known."""
    width, height = size
    return bool(width and height) and (width < LEAST_WIDTH or height < LEAST_HEIGHT)


def too_small(texts: Texts, size: Size) -> tuple[Sequence[Part], ...]:
    """Returns what is needed and what there is, in as many lines as fit; nothing in a window that will do."""
    if not is_too_small(size):
        return ()
    needs = texts._("Window too small: it needs {smallest}.", smallest=f"{LEAST_WIDTH}x{LEAST_HEIGHT}")
    here = texts._("It is {width}x{height}.", width=size.width, height=size.height)
    return tuple(wrap([(needs, palette.WARNING), (f" {here}", palette.DIM)], size.width))
