"""A game that is looked at again on the screen: board and log as at the table, and keys to go about."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot

from engine.game import Refused
from tests.tui.replay.replayed import NAMES, ReplayPort, replayed
from tests.tui.scripted_port import Hosted
from tests.tui.snapshots import text_of
from tui.app.app import CrownApp
from tui.host.port import FinishedGame
from tui.language.texts import texts_in
from tui.presenters.game_refusals import any_refusal_text
from tui.replay.cursor import OPEN, seconds_at
from tui.screens.replay.replay_screen import ReplayScreen


@asynccontextmanager
async def looking(
    game: str = "court", size: tuple[int, int] = (80, 24), language: str = "en"
) -> AsyncIterator[tuple[Pilot[None], ReplayScreen, ReplayPort]]:
    """Somebody who looks at a game again."""
    port = ReplayPort(replayed(game), Hosted(), "Amber")
    app = CrownApp(port, texts_in(language), "replay 5f0c2a9e")
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        yield pilot, screen, port


@pytest.mark.parametrize("game", list(NAMES))
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12), (200, 60)])
async def test_every_position_of_every_game_is_drawn(game: str, size: tuple[int, int]) -> None:
    """By steps, turns and rounds, open and from each seat, at every size; the header says where one is."""
    async with looking(game, size) as (pilot, screen, _):
        last = screen.cursor.course.last
        for key in ("right", "right", "down", "right_square_bracket", "d", "m", "v", "left", "v", "v", "G"):
            await pilot.press(key)
            assert f"{screen.cursor.position}/{last}" in text_of(pilot.app)
        assert screen.cursor.position == last
        await pilot.press("g")
        assert screen.cursor.position == 0


async def test_keys_go_about_by_every_unit_and_back() -> None:
    """Each key and its opposite; at the edge a sentence."""
    async with looking() as (pilot, screen, _):
        for on, back in (
            ("right", "left"), ("l", "h"), ("down", "up"), ("right_square_bracket", "left_square_bracket"),
            ("d", "D"), ("m", "M"), ("G", "g"),
        ):  # fmt: skip
            await pilot.press("g", on)
            there = screen.cursor.position
            assert there > 0
            if on != "G":
                await pilot.press(on, back)
                assert screen.cursor.position == there, (on, back)
            await pilot.press(back)
            assert screen.cursor.position == 0, (on, back)
        await pilot.press("left")
        assert "This is the deal." in text_of(pilot.app)
        await pilot.press("G", "right")
        assert "This is the end." in text_of(pilot.app)


async def test_an_ended_game_is_not_conceded() -> None:
    """Whatever is shown of it, there is nothing to concede or to end."""
    async with looking() as (pilot, _screen, _):
        await pilot.press("g")
        for word in ("concede", "abandon"):
            await pilot.press("slash", *word, "enter")
            assert "The game at this table is over." in text_of(pilot.app)
            await pilot.press("enter")


async def test_a_replay_leads_back_to_where_it_was_asked_for() -> None:
    """Typed in the lobby or pressed at a result: what was shown is there again."""
    port = ReplayPort(replayed("court"), Hosted(), "Amber")
    app = CrownApp(port, texts_in("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = app.screen
        await pilot.press("slash", *"replay", "space", *port.game.id, "enter")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)
        await pilot.press("q")
        assert app.screen is before
    app.close()


async def test_a_game_runs_by_itself_until_a_key_stops_it() -> None:
    """The timer is the screen's alarm: twice the speed is half the time, and the end stops it."""
    async with looking() as (pilot, screen, _):
        course = screen.cursor.course
        await pilot.press("space")
        assert screen.alarm.seconds == seconds_at(course, 0)
        for number in range(1, 4):
            screen.time_passed()
            await pilot.pause()
            assert screen.cursor.position == number
            assert screen.alarm.seconds == seconds_at(course, number)
        await pilot.press("s")
        assert screen.alarm.seconds == seconds_at(course, 3, 2)
        assert "×2" in text_of(pilot.app)
        await pilot.press("space")
        screen.time_passed()
        assert screen.cursor.position == 3
        screen.cursor.go_to(course.last - 1)
        await pilot.press("space")
        screen.time_passed()
        assert not screen.runs


async def test_the_log_has_what_had_happened_and_no_more() -> None:
    """A step back takes its last line away again."""
    async with looking("intrigue", (120, 40)) as (pilot, screen, _):
        await pilot.press("down", "down", "down")
        before = screen.log_paragraphs()
        await pilot.press("right", "right")
        assert screen.log_paragraphs() != before
        await pilot.press("left", "left")
        assert screen.log_paragraphs() == before


async def test_other_eyes_see_other_cards() -> None:
    """Open shows the hand of whoever is to move; a spectator sees nobody's."""
    async with looking("intrigue", (120, 40)) as (pilot, screen, _):
        assert screen.cursor.eyes == OPEN
        shown = text_of(pilot.app)
        await pilot.press("v", "v")
        assert "as Birch" in text_of(pilot.app)
        await pilot.press("v", "v", "v", "v")
        assert "as a spectator" in text_of(pilot.app)
        assert text_of(pilot.app) != shown


async def test_you_are_at_your_own_seat_through_whatever_eyes() -> None:
    """Not at the seat that is looked from."""
    async with looking("intrigue") as (pilot, screen, port):
        assert port.game.your_seat == 1
        for _ in range(screen.cursor.course.end.setup.seats + 2):
            (noted,) = [line for line in text_of(pilot.app).splitlines() if "(you)" in line]
            assert screen.cursor.course.header.seats[0] in noted
            await pilot.press("v")


async def test_the_board_can_be_looked_around_and_makes_no_move() -> None:
    """Tab leads into it and out again; Enter and the keys of moves change nothing."""
    async with looking() as (pilot, screen, port):
        await pilot.press("right", "tab")
        assert screen._in_board
        await pilot.press("right", "enter", "space", "r", "f")
        assert screen.cursor.position == 1
        assert not [one for one in port.host.asked if one[0] == "submit"]
        await pilot.press("tab", "right")
        assert screen.cursor.position == 2


async def test_the_odds_are_those_of_the_position() -> None:
    """Asked for with the position and the seat; a game without odds says so."""
    async with looking() as (pilot, screen, port):
        await pilot.press("right", "right", "o")
        assert port.odds_asked == [("5f0c2a9e", 2, screen.cursor.to_move)]
        assert "Farmer" in text_of(pilot.app).split("odds with best play")[1]
    async with looking("intrigue") as (pilot, screen, port):
        await pilot.press("right", "o", "right")
        assert port.odds_asked == [("5f0c2a9e", at, screen.cursor.course.steps[at + 1].seat) for at in (1, 2)]
        assert "strong" in text_of(pilot.app)
    async with looking() as (pilot, _, port):
        port.refuses = Refused("no-odds", {"game": "court"})
        await pilot.press("o")
        assert "no odds" in text_of(pilot.app)


async def test_one_plays_on_from_here_after_a_yes() -> None:
    """As whoever is to move or, through a seat's eyes, as that seat."""
    async with looking() as (pilot, screen, port):
        await pilot.press("right", "p", "n")
        assert port.played_on == []
        to_move = screen.cursor.to_move
        port.host.tables = {}
        await pilot.press("v", "p")
        assert "as Amber, against bots" in text_of(pilot.app)
        await pilot.press("escape")
        assert to_move in {1, 2}
        await pilot.press("end", "p")
        assert "against bots?" not in text_of(pilot.app)
        assert any_refusal_text(texts_in(), Refused("game-over")) in text_of(pilot.app)
        await pilot.press("y")
        assert port.played_on == []


@pytest.mark.parametrize("language", ["de", "it", "nl"])
async def test_it_speaks_every_language(language: str) -> None:
    """Nothing of it stays English."""
    async with looking(language=language) as (pilot, _, _port):
        shown = text_of(pilot.app)
        assert "To move" not in shown
        assert "turn" not in shown.splitlines()[-1].split()


async def test_a_past_game_in_the_lobby_is_looked_at_again_or_its_record_read() -> None:
    """By Enter, and by R."""
    host = Hosted()
    host.finished = (FinishedGame("5f0c2a9e", "FIG-1", "court", ("Amber", "Wren"), (2, 1), 1, 900.0),)
    app = CrownApp(ReplayPort(replayed("court"), host, "Amber"), texts_in("en"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("tab", "R")
        await pilot.pause()
        assert text_of(app).splitlines()[0].startswith(" Game record")
        await pilot.press("x", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ReplayScreen)


async def test_another_language_leaves_one_where_one_was() -> None:
    """The same position of the same game."""
    async with looking() as (pilot, screen, _):
        await pilot.press("right", "right", "slash", *"lang", "space", *"de", "enter")
        await pilot.pause()
        now = pilot.app.screen
        assert isinstance(now, ReplayScreen)
        assert now is not screen
        assert now.cursor.position == 2
        assert "Am Zug" in text_of(pilot.app)
