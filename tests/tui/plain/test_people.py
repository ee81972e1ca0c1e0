"""Profiles and histories in plain mode: sentences, and numbers that lead on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.tui.plain.typist import Typist
from tests.tui.presenters.people.past import GAMES, NOW, PROFILE, WON
from tests.tui.replay.replayed import replayed
from tests.tui.scripted_port import Hosted, player, table
from tui.host.history import HistoryFilter
from tui.host.pictures import ReplayedGame


async def wren(games: int = 0) -> tuple[Typist, Any]:
    """Wren in the lobby of a host where they have played; with `games` more of the same."""
    host = Hosted(table(2, "PLUM-2", player("Cedar"), player("Dorn"), stage="running", rounds=9))
    host.time = NOW
    port: Any = host.port("Wren")
    more = (replace(WON, id=f"{number:016x}", name=f"PEAR-{number}") for number in range(games))
    port.games = (*GAMES, *more)
    port.profiles = {"Wren": PROFILE, "Birch": replace(PROFILE, name="Birch", you=False, hidden=True)}
    typist = Typist(port)
    await typist.settle()
    typist.fresh()
    return typist, port


async def test_ended_games_are_a_numbered_list_that_leads_on() -> None:
    typist, port = await wren()
    said = await typist.enters("history court")
    assert said[0] == "Your games, To Court the King:"
    places = "1. Wren: 7 dice, 2. Birch: 6 dice, 3. Elm (bot): 4 dice."
    assert said[2] == f"2: KIWI-7, To Court the King, 2 days ago: won; {places}"
    assert await typist.enters("2") == [
        f"KIWI-7, {places}",
        "1: replay",
        "2: record",
        "3: profile of Wren",
        "4: profile of Birch",
        "0: back",
    ]
    assert await typist.enters("4") == ["Birch hides their profile."]
    await typist.enters("2")
    assert ("record", WON.id) in port.host.asked


async def test_a_game_does_not_lead_to_a_player_who_hides_the_profile() -> None:
    typist, port = await wren()
    port.games = (replace(WON, seats=(WON.seats[0], replace(WON.seats[1], name="", hidden=True))),)
    await typist.enters("history all")
    assert await typist.enters("1") == [
        "KIWI-7, 1. Wren: 7 dice, 2. (profile hidden): 6 dice.",
        "1: replay",
        "2: record",
        "3: profile of Wren",
        "0: back",
    ]


@pytest.mark.parametrize(
    ("typed", "listed"),
    [
        (("history court", "2", "1"), "Your games, To Court the King:"),
        (("profile", "2", "1"), "Newest games:"),
    ],
)
async def test_after_a_replay_the_list_is_offered_again(typed: tuple[str, ...], listed: str) -> None:
    typist, port = await wren()

    async def replay(game: str) -> ReplayedGame:
        return replace(replayed("court"), id=game)

    port.replay = replay
    for line in typed:
        said = await typist.enters(line)
    assert said[0].startswith("Looking again at")
    said = await typist.enters("leave")
    assert listed in said
    assert any(line.startswith("2: KIWI-7, To Court the King") for line in said[said.index(listed) :])
    assert (await typist.enters("2"))[1] == "1: replay"


async def test_a_game_is_looked_at_again_by_its_name() -> None:
    typist, port = await wren()

    async def replay(game: str) -> ReplayedGame:
        return replace(replayed("court"), id=game)

    port.replay = replay
    assert (await typist.enters("/replay t1"))[0].startswith("Looking again at")


async def test_who_let_a_program_move_is_marked() -> None:
    typist, port = await wren()
    port.games = (replace(WON, seats=(replace(WON.seats[0], program=True), *WON.seats[1:])),)
    assert "1. Wren (program): 7 dice, 2. Birch: 6 dice" in (await typist.enters("history"))[1]


async def test_older_games_are_one_number_away() -> None:
    typist, port = await wren(games=20)
    said = await typist.enters("history")
    assert said[-1] == "21: older games"
    assert (await typist.enters("21"))[-1].startswith("3: PEAR-19,")
    assert port.host.asked[-1] == ("history", HistoryFilter(before="20"))


async def test_no_games_are_said_to_be_none() -> None:
    typist, port = await wren()
    port.games = ()
    assert await typist.enters("history all") == ["Everybody's games: There are no ended games to show."]


async def test_what_is_being_played_can_be_watched() -> None:
    typist, port = await wren()
    said = await typist.enters("history now")
    assert said[0] == "Being played now:"
    assert said[1].startswith("1: PLUM-2, To Court the King, round 9")
    await typist.enters("1")
    assert ("follow_table", "t2") in port.host.asked


async def test_a_profile_is_said_and_leads_to_its_games() -> None:
    typist, port = await wren()
    said = await typist.enters("profile")
    assert said[0] == "Wren: plays here since 2026-01-25."
    assert "Birch: 7 matches, 4 better, 2 worse, 1 level, last 24 h ago." in said
    assert said[-5] == "Newest games:"
    assert said[-1] == "4: all games"
    assert (await typist.enters("4"))[0] == "Your games:"
    assert port.host.asked[-1] == ("history", HistoryFilter())


async def test_a_profile_is_hidden_and_shown() -> None:
    typist, port = await wren()
    assert await typist.enters("profile hide") == [
        "Your profile and your list of games are hidden from others."
    ]
    assert await typist.enters("profile show") == ["Others can see your profile."]
    assert port.host.asked[-2:] == [("set", "profile", "hidden"), ("set", "profile", "")]
