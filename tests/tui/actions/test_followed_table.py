"""A table that an action follows."""

from __future__ import annotations

import pytest

from engine.game import Refused
from tui.actions import followed_table
from tui.actions.followed_table import FollowedTable


class SilentPort:
    """A host that never tells of a table."""

    def follow_table(self, table: str, see: object) -> None:
        """Nothing is told."""


async def test_nothing_is_done_at_a_table_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """What would be done there is not even begun: nobody would wait for it."""
    monkeypatch.setattr(followed_table, "FIRST_SNAPSHOT", 0)
    begun = []

    async def deed() -> None:
        """Never waited for."""

    def begin() -> object:
        begun.append("deed")
        return deed()

    followed = FollowedTable(SilentPort(), "1")
    with pytest.raises(Refused, match="busy"):
        await followed.after(begin, rated=False)
    assert begun == []
