"""The page of a cup: 16 entrants fit in a usual window, in every language and in plain mode."""

from __future__ import annotations

from collections.abc import Callable
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
    assert "a quarrel" in cup_words.table(texts, struck)
    assert "bert 0" in cup_words.table(texts, over)
    assert len(cup_words.compared(texts, ((1, (CupSeat(1, "anna", 1.0), CupSeat(2, "bert", 0.5))),))) == 1


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_cup_that_is_near_has_a_row_in_the_lobby(language: str) -> None:
    async with lobby(Hosted(), language=language, size=(80, 24)) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        evening_of(port)
        port.now_shown = replace(port.now_shown, cup=CUP)
        for may_play in (True, False):  # a newcomer may be in a club
            now = replace(port.now_shown, may_play=may_play)
            lines = today_rows.deals(Texts(language), now, 40, NOW, 3)
            (row,) = (line for line in lines if "court-1" in str(line))
            assert "16" in str(row)


async def test_the_row_of_a_cup_goes_with_the_news_of_its_end() -> None:
    async with lobby(Hosted(), size=(80, 24)) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        evening_of(port)
        today, port.now_shown = port.now_shown, replace(port.now_shown, cup=CUP)
        await pilot.pause()
        screen: Any = pilot.app.screen
        screen._news.is_old()
        screen._ask_for_news()
        await pilot.pause()
        assert "court-1" in shown(pilot)
        port.now_shown = today
        screen.announce("The cup is over.")
        await pilot.pause()
        assert "court-1" not in shown(pilot)


def _with_result(page: CupPage, number: int) -> CupPage:
    """The page once a table of the round has ended."""
    scores, rows, reached = (0.0, 0.3333, 0.6667, 1.0), [], iter((0.0, 0.3333, 0.6667, 1.0))
    for row in sorted(page.rows, key=lambda row: row.entrant):
        *before, last = row.marks
        if last.table == number and last.score is None:
            score = next(reached)
            row = replace(row, score=row.score + score, marks=(*before, replace(last, score=score)))  # noqa: PLW2901
        rows.append(row)
    rows.sort(key=lambda row: -row.score)
    sums = [row.score for row in rows]
    return replace(
        page,
        rows=tuple(replace(row, place=sums.index(row.score) + 1) for row in rows),
        tables=tuple(
            replace(one, state="over", scores=scores) if one.number == number else one for one in page.tables
        ),
    )


def _level(table: Callable[[int], int]) -> CupPage:
    """The page in the first round, when nobody has a result: all share a place. `table`: who sits where."""
    marks = (replace(row, score=0.0, place=1, left=False, marks=()) for row in PAGE.rows)
    rows = tuple(replace(row, marks=(CupMark(1, table(row.entrant), None),)) for row in marks)
    tables = tuple(replace(one, round=1) for one in PAGE.tables)
    return replace(PAGE, cup=replace(CUP, round=1), rows=rows, tables=tables)


APART = replace(PAGE, rows=tuple(replace(row, score=2 - row.place / 8) for row in PAGE.rows))


@pytest.mark.parametrize(
    "page", [APART, _level(lambda number: (number + 3) // 4), _level(lambda number: number % 4 + 1)]
)
async def test_a_cup_and_the_result_of_another_table_cost_few_bytes(
    monkeypatch: pytest.MonkeyPatch, page: CupPage
) -> None:
    """Four rows change, and the whole standing is in another order, also where all were level before."""
    host = Hosted()
    port: Any = host.port("Wren")
    port.cup_shown = page
    monkeypatch.setattr(host, "port", lambda _: port)
    session = RecordedSession(host, client("xterm-256color"))
    await session.press(b"/cup court-1", "/cup court-1")
    assert await session.press(b"\r", "paula the very") <= FIRST_SCREEN
    for number in range(1, 5):
        port.cup_shown = _with_result(port.cup_shown, number)
        assert await session.press(b"u", f"t{number} ✓") <= RESULT
    await session.leave()
