"""The page of a cup: 16 entrants fit in a usual window, in every language and in plain mode."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui import snapshots
from tests.tui.presenters.people.past import NOW
from tests.tui.screens.evening import evening_of
from tests.tui.screens.lobby_stage import lobby, shown, type_line
from tests.tui.scripted_port import Hosted
from tui.host.cups import CupInfo, CupMark, CupPage, CupSeat, CupStandingRow, CupTableInfo
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.people import cup_words
from tui.screens.lobby import today_rows

NAMES = (
    "anna", "bert", "cleo", "dora", "emil", "fritz", "gerda", "hanna",
    "ines", "jakob", "karla", "leo", "maria", "nora", "otto", "paula the very long",
)  # fmt: skip
CUP = CupInfo(
    "court-1", "evening", "court", {}, 4, 3, NOW, "anna", "running", 16, "1m", False, "Kronberg",
    equal=True, entered=True, table="t2",
)  # fmt: skip


def _row(number: int, name: str) -> CupStandingRow:
    left = number == 16
    marks = (
        CupMark(1, 1, 1.0),
        CupMark(2, 2, 0.6667),
        CupMark(3, 0 if left else (number + 3) // 4, 0.0 if left else None),
    )
    return CupStandingRow(
        number, number, name, 1.6667, 1, 3.0, marks, you=number == 3, left=left, asked=number == 3
    )


PAGE = CupPage(
    CUP,
    tuple(_row(number, name) for number, name in enumerate(NAMES, 1)),
    tuple(
        CupTableInfo(
            3,
            number,
            f"t{number}",
            f"KIWI-{number}",
            "running",
            NAMES[4 * number - 4 : 4 * number],
            game_round=5,
        )
        for number in range(1, 5)
    ),
    "c0ffee",
    luck=0.92,
)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_sixteen_entrants_fit(language: str) -> None:
    async with lobby(Hosted(), language=language, size=(80, 24)) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.cup_shown = PAGE
        await type_line(pilot, "/cup court-1")
        text = shown(pilot)
        assert all(name[:8] in text for name in NAMES)
        snapshots.check(f"cup-{language}-80x24", text)
        await pilot.press("t")
        await pilot.pause()
        assert "KIWI-4" in shown(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_lines(language: str) -> None:
    texts = Texts(language)
    said = [cup_words.line(texts, row, begun=True) for row in PAGE.rows]
    assert len({*said}) == 16
    if language == "en":
        assert said[0] == "1. anna, 1.67: 1, 0.67, now at table 1."
        assert said[15] == "16. paula the very long, left, 1.67: 1, 0.67, 0."
    struck = replace(PAGE.tables[0], state="struck", why="a quarrel")
    over = replace(PAGE.tables[0], state="over", scores=(1.0, 0.6667, 0.3333, 0.0))
    assert "a quarrel" in cup_words.table(texts, struck)
    assert "bert 0" in cup_words.table(texts, over)
    assert len(cup_words.compared(texts, ((1, (CupSeat(1, "anna", 1.0), CupSeat(2, "bert", 0.5))),))) == 1


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_cup_that_is_near_has_a_row_in_the_lobby(language: str) -> None:
    async with lobby(Hosted(), language=language, size=(80, 24)) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        evening_of(port)
        port.now_shown = replace(port.now_shown, cup=CUP)
        (row,) = (
            line
            for line in today_rows.deals(Texts(language), port.now_shown, 40, NOW, 3)
            if "court-1" in str(line)
        )
        assert "16" in str(row)
