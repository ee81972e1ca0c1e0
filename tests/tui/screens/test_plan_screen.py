"""A key at the table shows what others may do, and begins the line that says what one answers."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.plans import Branch, Condition, Link, Plan
from tests.tui.boards.laurin.test_reactions import after_the_kings_move
from tests.tui.stage import seated


async def test_what_they_may_do_is_chosen_and_answered() -> None:
    """The line is typed on; what was chosen stands in it."""
    stage = after_the_kings_move()
    async with seated(stage) as player:
        await player.press("I")
        assert "If they ... then ..." in player.text
        assert "Nothing is planned." in player.text
        while "▌Cedar plays …" not in player.text:
            await player.press("down")
        await player.press("u")
        assert "/plan pass until Cedar plays" in player.text
        await player.press("enter")
        until = stage.plans["Amber"].until
        assert (until.move, until.when.events[0].keys()) == ("pass", {"type", "seat"})


async def test_what_is_planned_is_told_and_withdrawn() -> None:
    """By the same key."""
    stage = after_the_kings_move()
    when = Condition(({"type": "passed", "seat": 3},), "Cedar passes")
    stage.plans["Amber"] = Plan((Link((Branch(when, "pass"),)),))
    async with seated(stage) as player:
        await player.press("I")
        assert "If Cedar passes: pass." in player.text
        await player.press("x", "enter")
        assert stage.requests[-1] == ("plan", None)


@pytest.mark.parametrize(
    ("clock", "stands"), [("3d", True), ("3d+12h", True), ("5m", False), ("none", False)]
)
async def test_its_key_stands_where_others_take_days(clock: str, stands: bool) -> None:
    """On the key line, and below what `?` explains."""
    stage = after_the_kings_move()
    stage.info = replace(stage.info, clock=clock)
    async with seated(stage) as player:
        assert ("I if they ..." in player.text) is stands
        await player.press("question_mark")
        assert ("I  plan what you answer if others do something" in player.text) is stands
