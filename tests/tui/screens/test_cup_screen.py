"""The page of a cup: 16 entrants fit in a usual window, in every language and in plain mode."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui import snapshots
from tests.tui.lines import RecordedSession, client
from tests.tui.presenters.people.past import NOW
from tests.tui.screens.evening import evening_of
from tests.tui.screens.lobby_stage import lobby, shown, type_line
from tests.tui.scripted_port import Hosted
from tui.host.cups import CupInfo, CupMark, CupPage, CupSeat, CupStandingRow, CupTableInfo, CupTrophy
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.people import cup_words
from tui.screens.lobby import today_rows

FIRST_SCREEN, RESULT = 1500, 300
"""Bytes of a cup of 16 at 80x24, and of a result there."""
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
        port.cup_shown = replace(PAGE, trophies=(CupTrophy(2, 1, "dora", "usurper"),))
        await pilot.press("q", "u", "h")
        await pilot.pause()
        assert "2/t1" in shown(pilot)
        assert "dora: " in shown(pilot)


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_said_in_lines(language: str) -> None:
    texts = Texts(language)
    said = [cup_words.line(texts, CUP, row) for row in PAGE.rows]
    assert len({*said}) == 16
    if language == "en":
        assert said[0] == "1. anna, 1.67: 1, 0.67, now at table 1."
        assert said[15] == "16. paula the very long, left, 1.67: 1, 0.67, 0."
    struck = replace(PAGE.tables[0], state="struck", why="a quarrel")
    over = replace(PAGE.tables[0], state="over", scores=(1.0, 0.6667, 0.3333, 0.0))
    assert "a quarrel" in cup_words.table(texts, CUP, struck)
    assert "bert 0" in cup_words.table(texts, CUP, over)
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


def _with_result(page: CupPage, number: int) -> CupPage:
    """The page once a table of the round has ended."""
    scores = (0.0, 0.3333, 0.6667, 1.0)
    rows = []
    for row in page.rows:
        at = row.entrant - 4 * number + 3
        if 0 <= at < 4:
            mark = CupMark(3, number, scores[at])
            row = replace(row, score=row.score + scores[at], marks=(*row.marks[:2], mark))  # noqa: PLW2901
        rows.append(row)
    rows.sort(key=lambda row: -row.score)
    return replace(
        page,
        rows=tuple(replace(row, place=place) for place, row in enumerate(rows, 1)),
        tables=tuple(
            replace(one, state="over", scores=scores) if one.number == number else one for one in page.tables
        ),
    )


async def test_a_cup_and_the_result_of_another_table_cost_few_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four rows change, and the whole standing is in another order."""
    host = Hosted()
    port: Any = host.port("Wren")
    port.cup_shown = replace(PAGE, rows=tuple(replace(row, score=2 - row.place / 8) for row in PAGE.rows))
    monkeypatch.setattr(host, "port", lambda _: port)
    session = RecordedSession(host, client("xterm-256color"))
    await session.press(b"/cup court-1", "/cup court-1")
    assert await session.press(b"\r", "paula the very") <= FIRST_SCREEN
    for number in range(1, 5):
        port.cup_shown = _with_result(port.cup_shown, number)
        assert await session.press(b"u", f"t{number} over") <= RESULT
    await session.leave()
