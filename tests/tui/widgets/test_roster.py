"""A roster shows entries below or beside each other, and where its cursor is."""

from __future__ import annotations

import pytest

from tests.tui.widgets.stand import shown
from tui.widgets.roster import Roster, RosterEntry
from tui.wire.terminal import palette

NAMES = ("Amber", "Birch", "Cedar", "Dorn", "Elm")


@pytest.mark.parametrize(("across", "rows"), [(1, 5), (1, 2), (2, 3), (2, 2), (3, 2), (5, 1)])
async def test_the_caret_is_before_the_name_that_it_is_on(across: int, rows: int) -> None:
    """However many stand beside each other, and if not all have room."""
    roster = Roster()
    async with shown(roster, (60, rows)) as (app, pilot):
        roster.set_shape(across=across)
        roster.show(RosterEntry((("  ", palette.TEXT),), ((name, palette.TEXT),)) for name in NAMES)
        for at, name in (*enumerate(NAMES), (1, "Birch")):
            roster.go(at)
            await pilot.pause()
            caret = roster.caret()
            assert caret is not None
            assert app.rows[caret.y][caret.x - 1 :].startswith(f"►{name}"), app.rows
            assert "".join(app.rows).count("►") == 1
