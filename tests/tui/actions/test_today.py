"""`/today`: the deals, the next opponents and the last results, in rows and for programs."""

from __future__ import annotations

import pytest
from msgspec import json

from tests.tui.screens.evening import evening_host, evening_of
from tests.tui.scripted_port import ScriptedPort
from tui.actions.action import Nothing, Place
from tui.actions.registry import ACTIONS
from tui.host.today import Today
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.reader import Page

pytestmark = pytest.mark.usefixtures("three_games")


@pytest.fixture
def port() -> ScriptedPort:
    found = evening_host().port("Wren")
    evening_of(found)
    return found


async def page(port: ScriptedPort, language: str = "en") -> Page:
    found = await ACTIONS["today"].asked(Place(port, Texts()), Nothing())
    said = ACTIONS["today"].said(Place(port, Texts(language)), Nothing(), found)
    assert isinstance(said, Page)
    return said


async def test_it_tells_each_deal_each_opponent_and_what_has_ended(port: ScriptedPort) -> None:
    rows = dict(row for row in (await page(port)).rows if row[0])
    assert rows["Deal of the day"] == "closes in 5 h"
    assert "2 wins" not in rows["Laurin"]
    told = [row for row in (await page(port)).rows if row[0] in {"Court", "Plot", "Laurin"}]
    assert [said for _, said in told] == [
        "played: 3rd of 21", "not played yet, 19 players", "under way, 1 player",
        "Birch, 1222; 1 win", "Birch, 1205; 0 wins", "Amber, 1000; 0 wins",
    ]  # fmt: skip
    assert rows["Just in"].startswith("FIG-1, King Laurin, ")
    assert "Oak won" in rows["Just in"]


async def test_a_host_without_news_says_no_more(port: ScriptedPort) -> None:
    port.now_shown = Today()
    assert not any(said for _, said in (await page(port)).rows if said != "two wins each")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_it_is_told_in_every_language(port: ScriptedPort, language: str) -> None:
    said = " ".join(f"{name} {words}" for name, words in (await page(port, language)).rows)
    assert ("Next opponent" in said) is (language == "en")


async def test_programs_get_all_of_it(port: ScriptedPort) -> None:
    found = await port.today()
    told = ACTIONS["today"].told(Place(port, Texts()), Nothing(), found)
    assert json.decode(json.encode(told)) == {"today": json.decode(json.encode(found))}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_week_is_told_with_what_was_played_each_day(port: ScriptedPort, language: str) -> None:
    found = await ACTIONS["week"].asked(Place(port, Texts()), Nothing())
    said = ACTIONS["week"].said(Place(port, Texts(language)), Nothing(), found)
    rows = [words for _, words in said.rows]
    assert [int(number) for number in rows[-1].rsplit(":", 1)[1].split(",")] == [18, 23, 25, 30, 42, 58, 72]
    if language == "en":
        assert rows[:4] == [
            "5 games, 3 won, best 9 fours",
            "2 games, 0 won, best 14 influence",
            "1 game, 1 won, best 31 points",
            "2 wins in a row. Your longest: 4.",
        ]
    answer = ACTIONS["week"].told(Place(port, Texts()), Nothing(), found)
    assert answer["week"].ended[-1] == 31
