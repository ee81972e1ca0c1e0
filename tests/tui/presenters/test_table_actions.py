"""Why a key that does something at other times does nothing now."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.tui.scripted_port import player, table
from tui.host.pictures import TableSnapshot
from tui.host.port import Seat
from tui.language.texts import Texts
from tui.presenters.table_actions import why_not

OPEN = replace(table(1, "KIWI-7", player("Amber"), player("Birch"), Seat()), your_seat=1)


@pytest.mark.parametrize(
    ("yours", "why"), [(True, "Some seats are still free."), (False, "Only the table's owner can do that.")]
)
def test_before_all_seats_are_taken_nobody_starts_and_others_than_the_owner_never(
    yours: bool, why: str
) -> None:
    snapshot = TableSnapshot(replace(OPEN, yours=yours), seq=0, seat=1)
    assert why_not(Texts(), snapshot, "s") == why
