"""Histories and profiles on the screen: all that a player asks for by keys, over any other screen."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace
from textual import events
from textual.pilot import Pilot

from engine.game import Refused
from tests.tui import snapshots
from tests.tui.presenters.people.past import GAMES, NOW, PROFILE, WON
from tests.tui.replay.replayed import replayed
from tests.tui.screens.lobby_stage import lobby, prompt, shown, type_line
from tests.tui.scripted_port import Hosted, player, table
from tui.host.history import BotTally, GameTally, HistoryFilter, PlayerProfile
from tui.host.pictures import ReplayedGame
from tui.language.texts import LANGUAGES, Texts
from tui.presenters import offers
from tui.presenters.people import profile_words
from tui.screens.base.help_screen import HelpScreen
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.people.history_screen import HistoryScreen
from tui.screens.people.profile_screen import ProfileScreen
from tui.screens.replay.replay_screen import ReplayScreen

pytestmark = pytest.mark.usefixtures("three_games")

SIZES = ((80, 24), (120, 40), (40, 12))


@asynccontextmanager
async def wren(games: int = 0, *, guest: bool = False, **how: Any) -> AsyncIterator[tuple[Pilot[Any], Any]]:
    """Wren in the lobby of a host where they have played; with `games` more of the same."""
    hosted = Hosted(table(2, "PLUM-2", player("Cedar"), player("Dorn"), stage="running", rounds=9))
    hosted.time = NOW
    async with lobby(hosted, **how) as pilot:
        port: Any = pilot.app.port  # type: ignore[attr-defined]
        more = (replace(WON, id=f"{number:016x}", name=f"PEAR-{number}") for number in range(games))
        port.games = (*GAMES, *more)
        port.profiles = {
            "Wren": PROFILE,
            "Birch": replace(PROFILE, name="Birch", you=False),
            "Cedar": replace(PROFILE, name="Cedar", you=False, hidden=True),
        }
        port.me = replace(port.me, guest=guest)
        yield pilot, port


def asked(port: Any, what: str = "history") -> list[Any]:
    """The filters that the host was asked for."""
    return [words[0] for name, *words in port.host.asked if name == what]


async def press(pilot: Pilot[Any], *keys: str) -> str:
    await pilot.press(*keys)
    await pilot.pause()
    await pilot.pause()
    return shown(pilot)


@snapshots.windows(*SIZES)
async def test_they_look_like_this(language: str, size: tuple[int, int]) -> None:
    """The history and a profile."""
    columns, rows = size
    async with wren(language=language, size=size) as (pilot, _):
        snapshots.check(f"history-{language}-{columns}x{rows}", await press(pilot, "H"))
        await press(pilot, "q")
        await type_line(pilot, "/profile")
        await pilot.pause()
        snapshots.check(f"profile-{language}-{columns}x{rows}", shown(pilot))


async def test_going_back_leads_to_where_one_was() -> None:
    async with wren() as (pilot, _):
        before = shown(pilot)
        assert "Your games" in await press(pilot, "H")
        assert await press(pilot, "escape") == before


async def test_keys_filter_the_list() -> None:
    """Each key asks the host anew, and goes on to the next choice."""
    async with wren() as (pilot, port):
        await press(pilot, "H")
        assert "PEAR-2" not in await press(pilot, "g")
        await press(pilot, "r")
        await press(pilot, "t")
    assert asked(port) == [
        HistoryFilter(),
        HistoryFilter(game="court"),
        HistoryFilter(game="court", result="won"),
        HistoryFilter(game="court", result="won", since=NOW - 7 * 86_400),
    ]


async def test_tab_goes_through_the_lists() -> None:
    """One's own games, everybody's, and those that are being played now, which Enter leads to."""
    async with wren() as (pilot, port):
        await press(pilot, "H")
        assert "Everybody's games" in await press(pilot, "tab")
        assert asked(port)[-1] == HistoryFilter(everybody=True)
        said = await press(pilot, "tab")
        assert "Being played now" in said
        assert "PLUM-2" in said
        assert "Your games" in await press(pilot, "tab")
        await press(pilot, "shift+tab")
        await press(pilot, "enter")
        assert not isinstance(pilot.app.screen, HistoryScreen)
        assert ("follow_table", "t2") in port.host.asked


async def test_a_guest_sees_everybodys_games() -> None:
    """There is no list of their own to go to."""
    async with wren(guest=True) as (pilot, _):
        assert "Everybody's games" in await press(pilot, "H")
        assert "Being played now" in await press(pilot, "tab")
        assert "Everybody's games" in await press(pilot, "tab")


async def test_further_pages_come_before_the_list_ends() -> None:
    async with wren(games=30) as (pilot, port):
        await press(pilot, "H")
        await press(pilot, "end")
        assert "PEAR-16" in await press(pilot, "end")
        said = await press(pilot, "end")
    assert "PEAR-29" in said
    assert [wanted.before for wanted in asked(port)] == ["", "20"]


async def test_a_row_leads_to_replay_record_and_players() -> None:
    async with wren() as (pilot, port):

        async def replay(game: str) -> ReplayedGame:
            port.check("replay", game)
            raise Refused("no-table", {"table": game})

        port.replay = replay
        await press(pilot, "H", "j")
        assert "There is no table" in await press(pilot, "enter")
        await press(pilot, "R")
        assert ("replay", WON.id) in port.host.asked
        assert ("record", WON.id) in port.host.asked
        await press(pilot, "q")
        assert "Profile of Birch" in await press(pilot, "2")
        await press(pilot, "q")
        assert "Only players with an account" in await press(pilot, "3")


@pytest.mark.parametrize("way_out", ["q", "ctrl+c"])
async def test_after_a_replay_the_list_is_there_again(way_out: str) -> None:
    """With the same games and the same one chosen; `/lobby` leads to the lobby all the same."""
    async with wren(games=30) as (pilot, port):

        async def replay(game: str) -> ReplayedGame:
            return replace(replayed("court"), id=game)

        port.replay = replay
        await press(pilot, "H", "g", "j")
        before = shown(pilot)
        assert "q back" in await press(pilot, "enter")
        assert isinstance(pilot.app.screen, ReplayScreen)
        await press(pilot, "right", "tab")
        assert await press(pilot, way_out) == before
        await press(pilot, "enter")
        await type_line(pilot, "/lobby")
        await pilot.pause()
        assert isinstance(pilot.app.screen, LobbyScreen)


async def test_a_game_does_not_lead_to_a_player_who_hides_the_profile() -> None:
    async with wren() as (pilot, port):
        hidden = replace(WON.seats[1], name="", hidden=True)
        port.games = (replace(WON, seats=(WON.seats[0], hidden)),)
        before = await press(pilot, "H")
        assert before.count("(profile hidden)") == 2
        assert (await press(pilot, "2")).count("(profile hidden)") == 3
        assert not asked(port, "profile")


async def test_an_opponent_leads_to_the_games_against_them() -> None:
    async with wren() as (pilot, port):
        await type_line(pilot, "/profile")
        await press(pilot)
        assert "against Birch" in await press(pilot, "enter")
        assert asked(port)[-1] == HistoryFilter(opponent="Birch")
        await press(pilot, "q")
        assert isinstance(pilot.app.screen, ProfileScreen)
        assert "Cedar hides their profile." in await press(pilot, "j", "1")
        await press(pilot, "H")
        assert "Cedar hides their profile." in shown(pilot)


async def test_ones_own_profile_is_hidden_and_shown_by_a_key() -> None:
    async with wren() as (pilot, port):
        await type_line(pilot, "/profile")
        assert "hidden from others" in await press(pilot, "x")
        assert "hidden from others" not in await press(pilot, "x")
        assert [words for name, *words in port.host.asked if name == "set"] == [
            ["profile", "hidden"],
            ["profile", ""],
        ]


async def test_typed_words_are_answered_where_they_were_typed() -> None:
    async with wren() as (pilot, port):
        await type_line(pilot, "/history won lost")
        assert "You can ask for" in prompt(pilot)[0]
        await type_line(pilot, "/profile Zoe")
        await pilot.pause()
        assert "No account is called Zoe" in prompt(pilot)[0]
        await type_line(pilot, "/profile hide")
        await pilot.pause()
        assert "hidden from others" in prompt(pilot)[0]
        await type_line(pilot, "/history laurin")
        await pilot.pause()
        assert "Your games · King Laurin" in shown(pilot)
    assert asked(port) == [HistoryFilter(game="laurin")]


async def test_news_are_read_over_the_list() -> None:
    async with wren() as (pilot, _):
        await press(pilot, "H")
        pilot.app.screen.announce("Cedar sat down at KIWI-7.")  # type: ignore[attr-defined]
        await pilot.pause()
        assert prompt(pilot)[-1] == "Cedar sat down at KIWI-7."
        assert "Enter replay" in await press(pilot, "j")


async def test_a_record_that_was_asked_for_many_times_is_shown_once() -> None:
    async with wren() as (pilot, _):
        await press(pilot, "H")
        for _ in range(5):
            pilot.app.post_message(events.Key("R", "R"))
        await press(pilot)
        assert [type(page) for page in pilot.app.screen_stack] == [LobbyScreen, HistoryScreen, HelpScreen]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
async def test_who_has_played_bots_alone_reads_of_these_games_and_no_zeros(
    language: str, size: tuple[int, int]
) -> None:
    """The name of each game whole, wins, the best and the most in a row."""
    async with wren(language=language, size=size) as (pilot, port):
        tallies = tuple(
            GameTally(game, practice=12, bots=BotTally(12, 5, 94, 0, 3)) for game in ("court", "intrigue")
        )
        port.profiles["Wren"] = PlayerProfile(
            "Wren", you=True, total=GameTally("", practice=24), games=tallies
        )
        await type_line(pilot, "/profile")
        await pilot.pause()
        seen, texts = shown(pilot), Texts(language)
        rows = [row for row in seen.splitlines() if "12 " in row]
        for game, row in zip(("court", "intrigue"), rows, strict=True):
            assert row.strip().startswith((offers.title(texts, game), offers.short_title(texts, game)))
            said = profile_words.with_bots(texts, GameTally(game, bots=BotTally(12, 5, 94, 0, 3)))
            assert said in " ".join(seen.split())
        assert not re.search(r" 0 +0", seen)
        assert "…" not in seen
