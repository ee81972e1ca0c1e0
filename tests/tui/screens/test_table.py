"""The table screen around any board: room, log, time, line to type in, result, and the way out."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace
from rich.style import Style

from engine.court.model.events import Rolled
from engine.court.model.state import Final, Result, Turn
from engine.game import Refused
from engine.playthrough import TimeUp
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.cuts import Cuts, cuts
from tests.tui.stage import LONG_NAMES, StageApp, StagePort, seated
from tui.app.app import INSISTING
from tui.boards.kit.board import names_of
from tui.host.pictures import StageName
from tui.host.port import Seat
from tui.language import elapsed
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.outcome import what_is_missing
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.table import header
from tui.screens.table.table_screen import TableScreen

__all__ = ["cuts"]

LAST = Final(queen=2, king=2, mark=Result(2, 7, 4), begun=True, results=(Result(3, 5, 6), Result(1, 4, 1)))


def running(**more: Any) -> CourtStage:
    return CourtStage(position((), (), turn=Turn(1, 0, (1, 3, 5, 5), (), rolled=True)), **more)


# The room


async def test_before_the_start_the_room_shows_who_sits_where_and_the_owners_keys():
    """b, x, s, u, each said when it is possible, each asked of the host."""
    stage = CourtStage(seats=2)
    stage.seat(2, Seat())
    async with seated(stage) as player:
        assert "▌ 1   Amber         (you)" in player.text
        assert "   2   free" in player.text
        assert player.prompt == "1 seat is still free."
        assert player.keys == 'b add a bot   u stand up   E end it   " chat   / type   ? help   q lobby'
        await player.press("b")
        assert "   2   Fern          (bot" in player.text
        assert player.prompt == "All seats are taken: you can start."
        await player.press("x", "b", "s")
        assert stage.asked == ["add_bot", "remove_bot", "add_bot", "start"]
        assert player.prompt == "Your turn: roll your 3 dice."


async def test_the_room_says_all_that_is_unusual_about_a_table():
    """Over two lines if it has to."""
    stage = CourtStage(seats=2)
    stage.change(options={"rounds": "2", "rated": "on"}, clock="1d", private=True)
    async with seated(stage, size=(80, 24)) as player:
        shown = " ".join(" ".join(player.rows[1:6]).split())
        assert "at most 2 rounds · rated · a day for each move · private" in shown


async def test_somebody_else_can_sit_down_and_stand_up():
    """Enter sits down; who is seated and not the owner waits; u leaves for the lobby."""
    stage = CourtStage(seats=3)
    stage.seat(2, Seat())
    async with seated(stage, name="Wren") as player:
        assert player.keys.startswith("Enter sit down")
        await player.press("enter")
        assert player.prompt == "All seats are taken: waiting for the owner to start."
        await player.press("s")
        assert stage.asked == ["sit"]
        await player.press("u")
        assert isinstance(player.app.screen, LobbyScreen)


async def test_news_for_a_session_that_is_ending_change_nothing():
    """A player who leaves while the game begins is shown no board any more."""
    stage = CourtStage(seats=2)
    async with seated(stage) as player:
        screen = player.app.screen
        player.app.exit()
        screen._take(screen._hear, running().news("Amber"))
        assert screen._snapshot.info.stage == "open"


async def test_what_the_host_refuses_is_said():
    """A sentence, and the room stays."""
    stage = CourtStage(seats=2)
    async with seated(stage) as player:
        stage.refuse_next = Refused("seats-empty", {"empty": 1})
        await player.press("s")
        assert player.prompt == "1 seat is still free."


async def test_why_a_room_refused_is_told_as_long_as_it_is_true():
    stage = CourtStage(seats=2)
    stage.seat(2, Seat())
    async with seated(stage) as player:
        await player.press("s")
        assert player.prompt == "Some seats are still free."
        stage.seat(2, Seat("Birch", "player"))
        await player.pilot.pause()
        assert player.prompt == "All seats are taken: you can start."


async def test_a_frozen_table_says_what_happened_to_it():
    """Its rules are not here any more; only the way out is left, and for its owner the end."""
    stage = CourtStage(seats=2)
    stage.info = replace(stage.info, stage="frozen")
    assert what_is_missing(Texts(), replace(stage.info, yours=False), 0.0).startswith("This table is frozen")
    async with seated(stage) as player:
        assert player.prompt == "The rules of this game are no longer here: /abandon ends it."
        assert player.keys == '" chat   / type   ? help   q lobby'
        await player.press("b", "s")
        assert stage.asked == []


@pytest.mark.parametrize(
    ("why", "said"),
    [
        ("frozen", "The rules of this game are no longer here: /abandon ends it."),
        ("damaged", "What the host stored of this game is damaged: /abandon ends it."),
    ],
)
async def test_the_owner_of_a_table_that_cannot_go_on_ends_it(why: StageName, said: str):
    """After the confirming key."""
    stage = CourtStage(seats=2)
    stage.info = replace(stage.info, stage=why, yours=True)
    async with seated(stage) as player:
        assert player.prompt == said
        await player.type("/abandon")
        assert stage.asked == []
        await player.press("y")
        assert stage.asked == ["abandon"]


# Typed commands and the way out


@pytest.mark.parametrize(
    ("typed", "asked"),
    [("/undo", ["undo"]), ("undo", ["undo"]), ("/start", ["start"]), ("nobot", ["remove_bot"])],
)
async def test_commands_are_typed_behind_the_slash(typed: str, asked: list[str]):
    """With or without another slash."""
    stage = running()
    async with seated(stage) as player:
        stage.refuse_next = Refused("table-running")
        await player.type(typed)
        assert stage.asked == asked
        assert player.prompt == "The game at this table has begun and is not over yet."


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_room_in_the_smallest_window(language: str, cuts: Cuts):
    """At 40x12: every seat, how others come, who came last, and what to do, with nothing cut."""
    stage = CourtStage(seats=5)
    for seat in (2, 3, 4, 5):
        stage.seat(seat, Seat())
    stage.info = replace(stage.info, private=True, code="ABCD-EFGH")
    async with seated(stage, size=(40, 12), language=language) as player:
        assert len([row for row in player.rows if row.startswith("   ") and row[3:4].isdecimal()]) == 4
        assert "/join ABCD-EFGH" in player.text
        stage.seat(2, Seat("Birch", "player"))
        stage.tell()
        await player.pilot.pause()
        assert "   2   Birch" in player.text
        cuts.check(player.text)


async def test_a_board_explains_in_lines_of_any_kind():
    """Lists, which cannot be cached, as well as tuples."""
    async with seated(running()) as player:
        screen = player.pilot.app.screen
        assert isinstance(screen, TableScreen)
        for line in ([("Roll the die.", Style())], (("Bid a card.", Style()),)):
            screen.explain([line])
            await player.pilot.pause()
            assert line[0][0] in player.text


async def test_help_shows_all_keys_and_any_key_returns():
    """The board's keys and the table's."""
    async with seated(running()) as player:
        await player.type("/help")
        assert "set aside the marked dice" in player.text
        pages = [player.text]
        while "Space for more" in player.text:
            await player.press("space")
            pages.append(player.text)
        for told in ("your seat is kept", "Page Up", "/concede", "/log", "/quit"):
            assert any(told in page for page in pages)
        await player.press("x")
        assert player.prompt == "Set aside at least one die."


async def test_an_unknown_command_is_said():
    """And nothing else happens."""
    stage = running()
    async with seated(stage) as player:
        await player.type("/dance")
        assert player.prompt == "/dance is neither a command nor a move here. /help lists both."
        await player.type("/strat")
        assert player.prompt == "There is no command /strat. Did you mean /start?"
        assert stage.asked == []


@pytest.mark.parametrize(
    ("keys", "gone"), [("q q", True), ("q enter", True), ("q x", False), ("q escape", False)]
)
async def test_the_way_out_takes_a_confirming_key(keys: str, gone: bool):
    """The seat is kept, and the question says so; every other key stays."""
    stage = running()
    async with seated(stage) as player:
        await player.press("q")
        assert player.prompt == "Go to the lobby? Your seat is kept."
        await player.press(keys.split()[1])
        assert isinstance(player.app.screen, LobbyScreen) is gone
        assert stage.followed == (0 if gone else 1)
        assert stage.asked == []


@pytest.mark.parametrize(("seconds", "gone"), [(1.9, True), (INSISTING, False)])
async def test_ctrl_c_asks_first_and_leaves_if_it_is_pressed_again_at_once(seconds: float, gone: bool):
    stage = running()
    async with seated(stage) as player:
        await player.press("ctrl+c")
        assert player.prompt == "Go to the lobby? Your seat is kept."
        stage.time += seconds
        await player.press("ctrl+c")
        assert player.app.is_running is not gone


async def test_after_the_way_out_was_refused_the_focus_is_where_it_was():
    """The next key plays on."""
    stage = running()
    async with seated(stage) as player:
        await player.press("right", "q", "n", "space")
        assert player.marked == (5,)


async def test_a_subscription_ends_with_the_screen():
    """However it ends: nothing is told to a screen that is gone."""
    stage = running()
    async with seated(stage) as player:
        assert stage.followed == 1
        player.app.close()
        assert stage.followed == 0


async def test_a_table_that_is_gone_leads_to_the_lobby():
    """No screen about nothing."""
    app = StageApp(StagePort(running(), "Amber"), Texts())
    async with app.run_test() as pilot:
        await app.switch_screen(TableScreen("nowhere"))
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen)


# Time


@pytest.mark.parametrize(
    ("seconds", "words", "left"),
    [
        (0, "just now", 10),
        (9.5, "just now", 0.5),
        (10, "10 s", 20),
        (59, "30 s", 1),
        (60, "1 min", 60),
        (299, "2 min", 1),
        (300, "over 5 min", None),
        (9999, "over 5 min", None),
    ],
)
def test_time_is_told_in_steps(seconds: float, words: str, left: float | None):
    """10 s, 30 s, 1, 2, 5 min, and nothing in between."""
    assert elapsed.in_words(Texts(), seconds) == words
    assert elapsed.until_next(seconds) == left


async def test_the_prompt_and_the_header_say_since_when():
    """Whose turn and since when; the screen waits for the next step, not for every second."""
    stage = running()
    async with seated(stage, name="Birch") as player:
        assert player.rows[0].endswith("Amber's turn, just now")
        stage.time += 31
        screen = player.app.screen
        assert isinstance(screen, TableScreen)
        screen.time_passed()
        await player.pilot.pause()
        assert player.rows[0].endswith("Amber's turn, 30 s")
        assert player.prompt == "Amber's turn (30 s); you're next."
        assert screen.alarm.seconds is not None
        assert 29 <= screen.alarm.seconds <= 29 + header.SPREAD


def test_tables_are_not_all_painted_at_the_same_moment():
    """A hundred tables with the same question for as long: their steps are spread, and none comes early.
    A running clock is told to the second.
    """
    stage = running()
    news = stage.news("Birch")
    tables = [replace(news, info=replace(news.info, id=f"t{number}")) for number in range(100)]
    waits = [header.until_next(table, news.since + 3) for table in tables]
    assert all(wait is not None and 7 <= wait <= 7 + header.SPREAD for wait in waits)
    assert max(Counter(round(wait or 0, 1) for wait in waits).values()) <= 20
    clocks = [replace(table, deadline=news.since + 60) for table in tables]
    assert {header.until_next(table, news.since + 52.5) for table in clocks} == {0.5}


async def test_the_window_title_is_told_whose_turn_it_is(monkeypatch: pytest.MonkeyPatch):
    """Somebody in another window learns that they are waited for."""
    told: list[tuple[str, bool]] = []
    monkeypatch.setattr(StageApp, "show_turn", lambda _self, title, *, yours: told.append((title, yours)))
    stage = running()
    async with seated(stage) as player:
        stage.read(1, "keep 1 3 5 5", "take nothing")
        await player.pilot.pause()
        mine, theirs = ("your turn · KIWI-7", True), ("turn: Birch · KIWI-7", False)
        assert told == [mine, mine, theirs]


async def test_whoever_was_too_slow_is_told_so():
    """A move that came from the clock is not taken for one's own."""
    stage = running(dice="6 6 6")
    stage.deadline = 1060.0
    async with seated(stage) as player:
        stage.time = 1059.0
        stage.read(1, "keep 5 5")
        await player.pilot.pause()
        assert "time was up" not in player.prompt
        stage.time = 1060.0
        stage.read(1, "keep 1 3")
        await player.pilot.pause()
        assert player.prompt == "Your time was up, so a move was made for you."


async def test_others_read_that_a_move_came_from_the_clock():
    """In the line of the move itself; a chance to react that is left unused has words of its own."""
    stage = running()
    async with seated(stage, name="Birch") as player:
        stage.tell((TimeUp(1), Rolled(1, (6, 6, 6)), TimeUp(2, reaction=True)))
        await player.pilot.pause()
        assert "Amber runs out of time, rolls 6 6 6." in player.text
        assert "Birch does not answer in time." in player.text


async def test_an_answer_gives_way_to_ones_turn():
    """What is to be done now is never hidden behind something older."""
    stage = running()
    async with seated(stage, name="Birch") as player:
        await player.type("bell on")
        assert player.prompt == "The bell rings for turns, arrivals and chat after ten seconds without a key."
        stage.read(1, "keep 1 3 5 5", "take nothing")
        await player.pilot.pause()
        assert player.prompt == "Your turn: roll your 3 dice."


# The log


async def test_the_first_picture_brings_what_happened_before():
    """Whoever comes back reads the last events."""
    stage = running()
    stage.read(1, "keep 5 5")
    played = stage.playthrough
    stage.playthrough = CourtStage(
        position((), (), turn=Turn(1, 0, (1, 3, 5, 5), (), rolled=True))
    ).playthrough
    events: list[Any] = []
    stage._followers.append(("Amber", lambda news: events.extend(news.events)))
    stage.read(1, "keep 5 5")
    stage.past, stage.playthrough = tuple(events), played
    async with seated(stage) as player:
        assert "Amber sets aside 5 5." in player.text


async def test_why_a_key_did_nothing_is_told_as_long_as_it_is_true():
    """When the turn passes to somebody else, whose turn it was is gone."""
    turn = Turn(1, 0, (6, 6, 6), (), rolled=True)
    stage = CourtStage(position((), (), (), turn=turn))
    async with seated(stage, name="Cedar") as player:
        await player.type("roll")
        assert player.prompt == "It's Amber's turn."
        stage.read(1, "keep 6 6 6")
        stage.read(1, "take nothing")
        await player.pilot.pause()
        assert player.prompt != "It's Amber's turn."
        await player.type("help roll")
        told = player.prompt
        stage.begin(1)
        await player.pilot.pause()
        assert player.prompt == told, "an answer stays"


# The result


async def test_the_result_names_places_and_scores_in_words():
    """Who won and with what; the table can be looked at again; q goes to the lobby."""
    stage = CourtStage(position((), ("king", "queen"), (), turn=Turn(2, 3), final=LAST))
    stage.playthrough = stage.with_waiting(())
    async with seated(stage, name="Cedar") as player:
        stage.read(2, "concede")
        await player.pilot.pause()
        assert player.prompt == "Birch has won."
        rows = [re.sub("[▌♛■]", "", row).split() for row in player.rows]
        assert [" ".join(row) for row in rows if row and row[0] in {"1", "2", "3"}] == [
            "1 Birch the King, with 7 fours",
            "2 Cedar 5 sixes",
            "3 Amber 4 ones",
        ]
        await player.press("v")
        assert "to beat: Birch's 7×4" in player.text
        await player.press("v", "enter", "q")
        assert isinstance(player.app.screen, LobbyScreen)


async def test_the_winner_is_told_so():
    """In the second person."""
    stage = CourtStage(position((), ("king", "queen"), (), turn=Turn(2, 3), final=LAST))
    stage.playthrough = stage.with_waiting(())
    async with seated(stage, name="Birch") as player:
        await player.press("g", "enter")
        assert player.prompt == "You have won!"


# Names


async def test_names_that_look_like_markup_are_only_text():
    """Nothing of a name is ever read."""
    names = ("[/]", '[link="', "[@click=app.quit]", "[b]x[/b]", "{name}")
    turn = Turn(1, 0, (1, 3), (), rolled=True)
    stage = CourtStage(position((), (), (), (), (), turn=turn), names=names)
    async with seated(stage, name=names[4]) as player:
        stage.read(1, "keep 1 3")
        await player.pilot.pause()
        for name in names:
            assert name in player.text
        assert "[/] sets aside 3 1." in player.text


def test_a_seat_without_a_player_has_a_number():
    """A sentence about it can still be said."""
    seats = (Seat("Amber", "player"), Seat())
    assert names_of(Texts(), seats)(2) == "seat 2"
    assert names_of(Texts(), seats)(1) == "Amber"


async def test_who_is_away_is_said():
    """In the room and at the table."""
    stage = running(names=LONG_NAMES)
    stage.seat(2, Seat(LONG_NAMES[1], "player", away_since=1.0))
    async with seated(stage, name=LONG_NAMES[0]) as player:
        assert player.rows[player.row_of("seats") + 1].endswith("(away 10 min)")
        stage.seat(2, replace(stage.info.seats[1], away_since=None))
        await player.pilot.pause()
        assert "(away" not in player.text


async def test_a_small_window_says_so():
    """Below 40x12 nothing is cut silently; the sentence itself has room in half the columns."""
    for language in LANGUAGES:
        async with seated(running(), language=language, size=(20, 20)) as player:
            assert re.search(r"40x12\b.* 20x20\.", " ".join(player.rows)), language


async def test_nothing_is_lost_when_the_window_changes():
    """Marks, focus and log survive another size."""
    stage = running()
    async with seated(stage) as player:
        await player.press("5")
        await player.pilot.resize_terminal(120, 40)
        await player.pilot.pause()
        assert player.marked == (5, 5)
        assert "●   ●" in player.text
        await player.press("s")
        assert stage.moves == ["keep 5 5"]


def test_a_slow_line_gets_few_of_the_last_seconds():
    """Of ten seconds that are left it is told three times, of what is more as ever."""
    told = [next_told(left, slow=True) for left in (61.0, 25.0, 10.0, 9.5, 5.0, 4.9)]
    assert told == [60.0, 20.0, 5.0, 5.0, 0.0, 0.0]
    assert next_told(9.5, slow=False) == 9.0


def next_told(left: float, *, slow: bool) -> float:
    """The seconds that are left when the words of a clock are shown again."""
    news = replace(running().news("Birch"), deadline=left, since=0.0)
    wait = header.until_next(news, 0.0, slow=slow)
    assert wait is not None
    return left - wait
