"""What a form asks a host for."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tests.tui.screens.lobby_stage import lobby
from tests.tui.screens.test_queue import press
from tests.tui.scripted_port import Hosted, Seat, player, table
from tui.screens.lobby.form import PROGRAMS, Form

OFFER = cast("Any", SimpleNamespace(choices=()))


@pytest.mark.parametrize(
    ("private", "options", "asks"),
    [(False, {"rated": "on"}, True), (True, {"rated": "on"}, False), (False, {"rated": "off"}, False),
     (True, {}, False)],
)  # fmt: skip
def test_programs_are_a_choice_at_a_public_rated_table(
    private: bool, options: Mapping[str, str], asks: bool
) -> None:
    """Elsewhere they are welcome, and nothing is asked."""
    form = Form(OFFER, 3, options, private=private, programs=True)
    assert (PROGRAMS in form.fields) == asks
    assert form.table_options == ({**options, PROGRAMS: "on"} if asks else options)


@pytest.mark.usefixtures("three_games")
async def test_people_are_looked_for_for_any_game() -> None:
    """One key from the first game; the next one is a game again."""
    async with lobby(Hosted(table(1, "KIWI-1", player("Amber"), Seat()))) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        assert "any game" in await press(pilot, "m", "left")
        assert "any game" not in await press(pilot, "right")
        await press(pilot, "left", "enter")
        assert ("match", None, True) in port.host.asked
