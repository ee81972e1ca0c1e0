"""The deal of the day on the screen, and the boards of results."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui.screens.lobby_stage import lobby, prompt, shown, type_line
from tests.tui.screens.test_queue import press
from tests.tui.scripted_port import Hosted
from tui.host.deals import DailyDeal
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.people.deal_words import why_closed

pytestmark = pytest.mark.usefixtures("three_games")

DEALS = tuple(
    DailyDeal(
        game=game,
        date="2026-11-24",
        seats=3,
        seat=1,
        bots=("", "steward", "steward"),
        closes=9_000.0,
        commitment="c0" * 32,
        next_commitment="c1" * 32,
        players=12,
        state=state,
        date_before="2026-11-23",
        closed="daily-played" if state == "over" else "",
    )
    for game, state in (("court", ""), ("intrigue", "running"), ("laurin", "over"))
)


async def offered(pilot: Any, *keys: str) -> str:
    """Return the key line after some keys."""
    return [line for line in (await press(pilot, *keys)).splitlines() if line.strip()][-1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
async def test_the_deals_fit_every_window(language: str, size: tuple[int, int]) -> None:
    async with lobby(Hosted(), language=language, size=size) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.deals = DEALS
        seen = await press(pilot, "d")
        assert "2026-11-24" in seen
        assert seen.count("12") >= 3
        assert "c0c0" not in seen, "a stranger reads no hash unless they ask for it"
        seen = "".join((await press(pilot, "i")).split())
        assert "c0" * 32 in seen
        assert "c1" * 32 in seen or size == (40, 12)


async def test_a_deal_is_played_and_its_results_are_read() -> None:
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.deals = DEALS
        await press(pilot, "d", "down", "enter")
        assert ("play_daily", "intrigue") in port.host.asked
        assert "opens for an account after its first whole game" in " ".join(shown(pilot).split())
        seen = await press(pilot, "r")
        assert ("daily_results", "intrigue", "2026-11-24") in port.host.asked
        assert "place 1, 53 points  (+0.67 / +12)" in seen
        assert "(-0.33 / -5)" in seen
        assert "in 20 games on average: place 1.7, 41.0 points" in " ".join(seen.split())
        assert "5e5e" not in seen
        await press(pilot, "q", "y")
        assert ("daily_results", "intrigue", "2026-11-23") in port.host.asked


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_play_is_offered_where_a_deal_may_be_played(language: str, size: tuple[int, int]) -> None:
    """It may be played or gone on with; not once it was played, before an account has played a whole game,
    or after a backup of the day was restored.
    """
    texts = Texts(language)
    play = texts._("play")
    async with lobby(Hosted(), language=language, size=size) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.deals = DEALS
        said = [await offered(pilot, key) for key in ("d", "down", "down")]
        assert [play in line.split() for line in said] == [True, True, False]
        for closed, state in (
            ("daily-account", texts._("not open yet")),
            ("daily-void", texts.pgettext("deal", "closed")),
        ):
            port.deals = tuple(replace(one, closed=closed, state="") for one in DEALS)
            assert play not in (await offered(pilot, "q", "d")).split()
            seen = shown(pilot)
            assert seen.count(state) >= 3
            (why,) = why_closed(texts, port.deals)
            assert why in " ".join(seen.split())


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_board_of_results_fits_a_small_window(language: str) -> None:
    """With the short name of its game in the heading, and its figures as the language writes them."""
    async with lobby(Hosted(), language=language, size=(40, 12)) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.deals = DEALS
        seen = await press(pilot, "d", "down", "r")
        assert "2026-11-24" in seen
        assert "…" not in seen
        sign = Texts(language).pgettext("decimal sign", ".")
        assert f"(+0{sign}67 / +12)" in " ".join(seen.split())


async def test_the_day_before_is_offered_where_it_had_a_deal() -> None:
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.deals = (DEALS[0], replace(DEALS[1], dealt_before=False))
        assert "y yesterday" in await offered(pilot, "d")
        assert "yesterday" not in await offered(pilot, "down")


async def test_the_luck_of_the_day_before_is_checked_where_that_of_today_is() -> None:
    """With its seed, which is known once it has closed; not where it has none."""
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        port.deals = DEALS
        assert "5e" * 32 in "".join((await press(pilot, "d", "i")).split())
        assert ("daily_results", "court", "2026-11-23") in port.host.asked
        port.board = replace(port.board, seed="")
        seen = await press(pilot, "q", "i")
        assert "Seed" not in seen
        assert "c0" * 32 in "".join(seen.split())


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        ("/daily court", ("play_daily", "court")),
        ("/daily results", ("daily_results", "court", "")),
        ("/daily results laurin 2026-11-23", ("daily_results", "laurin", "2026-11-23")),
        ("/daily 2026-11-23", ("daily_results", "court", "2026-11-23")),
        ("/duplicate court 4 2", ("open_duplicate", "court", 4, 2, "100", False)),
        ("/duplicate laurin 3 5 private rounds=20", ("open_duplicate", "laurin", 3, 5, "20", True)),
        ("/duplicate results KIWI-7", ("duplicate_results", "KIWI-7")),
    ],
)
async def test_what_is_typed_is_asked(line: str, asked: tuple[object, ...]) -> None:
    async with lobby(Hosted()) as pilot:
        await type_line(pilot, line)
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        await press(pilot)
        assert asked in port.host.asked


@pytest.mark.parametrize("line", ["/daily chess", "/duplicate", "/duplicate court", "/duplicate court 2 x"])
async def test_what_means_nothing_is_said_and_asks_nothing(line: str) -> None:
    async with lobby(Hosted()) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        await type_line(pilot, line)
        await press(pilot)
        assert not [one for one in port.host.asked if "daily" in one[0] or "duplicate" in one[0]]
        assert "chess" in prompt(pilot)[0] or "/duplicate" in prompt(pilot)[0]


async def test_a_match_says_how_to_come_to_its_tables() -> None:
    async with lobby(Hosted()) as pilot:
        await type_line(pilot, "/duplicate court 4 2")
        seen = await press(pilot)
        assert "/join PLUM-0" in seen
        assert "/join PLUM-1" in seen
        assert "/duplicate results PLUM-0" in seen
