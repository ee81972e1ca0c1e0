"""The screen of a club: each part by its key, in every language, and what choosing a row does."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tui import snapshots
from tests.tui.presenters.people.past import NOW
from tests.tui.screens.lobby_stage import lobby, shown, type_line
from tests.tui.screens.test_cup_screen import PAGE as CUP_PAGE
from tests.tui.scripted_port import Hosted
from tui.host.clubs import ClubDeal, ClubDealRow, ClubEvent, ClubMember, ClubNote, ClubPage, ClubRating
from tui.host.ratings import ShownRating
from tui.host.trophies import Honour
from tui.language.texts import LANGUAGES

DAY = 86_400.0
NAMES = ("anna", "bert", "cleo the very long name", "dora")
PAGE = ClubPage(
    "Kronberg", NOW - 90 * DAY, 4, "officer",
    people=tuple(ClubMember(name, "member", NOW - 30 * DAY, you=name == "bert") for name in NAMES),
    notes=(ClubNote(1, "anna", "new players come on the 10th", NOW),),
    ratings=(ClubRating("court", "anna", ShownRating(1600, 80, 30)),),
    deals=(ClubDeal("court", 2, (ClubDealRow("dora", 1, 30),)),),
    season="2026-Q4", honours=(Honour("trap", "anna", NOW, "bert", 2),),
    calendar=(
        ClubEvent(1, NOW + DAY, "Thursday evening", "week", "court", "court-1", 12, entered=True),
        ClubEvent(2, NOW + 9 * DAY, "summer party"),
    ),
)  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_part_has_a_key(language: str) -> None:
    async with lobby(Hosted(), language=language, size=(80, 24)) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.club_shown, port.cup_shown = PAGE, CUP_PAGE
        await type_line(pilot, "/club kronberg")
        snapshots.check(f"club-{language}-80x24", shown(pilot))
        for key, text in (("m", "cleo the very"), ("l", "1600"), ("d", "dora"), ("n", "10th"), ("h", "anna")):
            await pilot.press(key)
            await pilot.pause()
            assert text in shown(pilot)
        await pilot.press("c", "enter")
        await pilot.pause()
        assert "court-1" in shown(pilot)
        assert "fritz" in shown(pilot)


async def test_who_is_no_member_sees_no_parts() -> None:
    async with lobby(Hosted(), size=(80, 24)) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.club_shown = ClubPage("Kronberg", NOW, 4)
        await type_line(pilot, "/club kronberg")
        assert "4 members" in shown(pilot)
        assert "notes" not in shown(pilot)
