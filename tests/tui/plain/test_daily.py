"""The deal of the day in plain mode: a numbered list to play from, and the results in lines."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tests.tui.plain.typist import Typist
from tests.tui.screens.test_daily import DEALS
from tests.tui.scripted_port import Hosted


async def test_the_deals_are_a_numbered_list() -> None:
    port: Any = Hosted().port("Wren")
    port.deals = DEALS
    typist = Typist(port)
    await typist.settle()
    typist.fresh()
    said = await typist.enters("/daily")
    assert said[0].startswith("The same luck for everybody")
    assert "1: To Court the King: not played yet, 12 players." in said
    assert "2: Plot for the Crown: under way, 12 players." in said
    await typist.enters("2")
    assert ("play_daily", "intrigue") in port.host.asked
    await typist.enters("/daily")
    said = await typist.enters("3")
    assert ("daily_results", "court", "") in port.host.asked
    assert any("place 1, 53 points  (+0.67 / +12)" in line for line in said)


async def test_how_the_luck_is_checked_stands_behind_a_word() -> None:
    """What is committed to for today and tomorrow, and of another day its commitment and seed."""
    port: Any = Hosted().port("Wren")
    port.deals = DEALS
    typist = Typist(port)
    await typist.settle()
    assert not any("Commitment" in line for line in await typist.enters("/daily results court 2026-11-20"))
    said = await typist.enters("/daily check court 2026-11-20")
    assert any(line.startswith("Commitment: ") for line in said)
    assert any(line.startswith("Seed: ") for line in said)
    said = await typist.enters("/daily check intrigue")
    assert [line.partition(":")[0] for line in said[1:]] == ["Plot", "Commitment to tomorrow's"]
    assert ["c0" * 32 in said[1], "c1" * 32 in said[2]] == [True, True]


async def test_a_deal_that_may_not_be_played_has_no_number() -> None:
    """One that was played is told of all the same; of others it is said once why they are closed."""
    port: Any = Hosted().port("Wren")
    port.deals = DEALS
    typist = Typist(port)
    await typist.settle()
    said = await typist.enters("/daily")
    assert "King Laurin: played, 12 players." in said
    assert "3: the results of Court" in said
    port.deals = tuple(replace(one, closed="daily-account", state="") for one in DEALS)
    said = await typist.enters("/daily")
    assert said.count("The deal of the day opens for an account after its first whole game.") == 1
    assert "To Court the King: not open yet, 12 players." in said
    assert "1: the results of Court" in said
