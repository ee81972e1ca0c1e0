"""Nothing hides: the log can be read back in whatever is open, and read whole."""

from __future__ import annotations

from typing import Any

import pytest

from engine.court.model.state import Turn
from engine.playthrough import Resigned, Undone
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.screens.lobby_stage import lobby, shown, type_line
from tests.tui.scripted_port import Hosted
from tests.tui.stage import StagePlayer, seated
from tui.host.pictures import ChatLine


def running(seat: int = 1, **more: Any) -> CourtStage:
    return CourtStage(position((), (), turn=Turn(seat, 0, (1, 3, 5, 5), (), rolled=True)), **more)


async def with_talk(player: StagePlayer, stage: CourtStage, number: int = 40) -> None:
    for count in range(1, number + 1):
        stage.say(ChatLine("Birch", f"line {count}.", 1000.0 + count, "table"))
    await player.pilot.pause()


@pytest.mark.parametrize("opened", [(), ("question_mark",), ("slash", "x"), ("5", "s"), ("q",)], ids=str)
async def test_page_up_shows_older_lines_whatever_is_open(opened: tuple[str, ...]):
    """An explanation, a line being typed, a question: it stays open, and Page Down comes back."""
    stage = running()
    async with seated(stage) as player:
        await with_talk(player, stage)
        await player.press(*opened)
        prompt = player.prompt
        while "line 37." not in player.text or "newer lines: Page Down" not in player.text:
            await player.press("pageup")
        assert "line 40." not in player.text
        assert player.prompt == prompt
        for _ in range(30):
            await player.press("pageup")
        assert "Birch: line 1." in player.text
        for _ in range(40):
            await player.press("pagedown")
        assert "newer line" not in player.text
        assert player.prompt == prompt


async def test_what_comes_while_somebody_reads_moves_nothing():
    """The lines stay where they are, and their number is told."""
    stage = running()
    async with seated(stage) as player:
        await with_talk(player, stage)
        await player.press("pageup", "pageup")
        before = [row for row in player.rows if "line " in row and "newer" not in row]
        stage.say(ChatLine("Birch", "another.", 2000.0, "table"))
        await player.pilot.pause()
        assert before == [row for row in player.rows if "line " in row and "newer" not in row]


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_whole_log_is_a_page_that_goes_on(size: tuple[int, int]):
    """From its end; it is scrolled, and any other key closes it. What was unread is read then."""
    stage = running()
    async with seated(stage, size=size) as player:
        await with_talk(player, stage, 60)
        await player.press("slash", *"log", "enter")
        assert "60 of 60" in player.rows[0]
        assert "Birch: line 60." in player.text
        stage.say(ChatLine("Birch", "another.", 2000.0, "table"))
        await player.pilot.pause()
        assert "Birch: another." in player.text
        await player.press("home")
        assert player.rows[1].strip() == "Birch: line 1."
        await player.press("down")
        assert player.rows[1].strip() == "Birch: line 2."
        await player.press("end", "x")
        assert "aside" in player.text
        assert "unread" not in player.rows[0]


async def test_an_explanation_closes_when_the_turn_begins():
    """What others have done in the meantime is there to be read; one's own `?` stays open in the turn."""
    stage = running(2)
    async with seated(stage) as player:
        await with_talk(player, stage, 3)
        await player.press("question_mark")
        assert "line 3." not in player.text
        stage.lay_out(
            position((), (), turn=Turn(1, 0, (1, 3, 5, 5), (), rolled=True)), stage.game.Options(), 20
        )
        stage.tell()
        await player.pilot.pause()
        assert "line 3." in player.text
        await player.press("question_mark")
        assert "line 3." not in player.text
        stage.tell()
        await player.pilot.pause()
        assert "line 3." not in player.text


async def test_with_room_an_explanation_leaves_the_log_below_it():
    """Beside a board there are rows for both."""
    stage = running()
    async with seated(stage, size=(140, 45)) as player:
        stage.past = ()
        await player.press("5", "s", "question_mark")
        assert "sets aside 5" in player.text


async def test_the_lobbys_talk_can_be_read_whole():
    """With /log, as anywhere."""
    host = Hosted()
    host.chat = tuple(ChatLine("Amber", f"line {count}.", float(count), "lobby") for count in range(1, 41))
    async with lobby(host) as pilot:
        await type_line(pilot, "/log")
        assert "Amber: line 40." in shown(pilot)
        await pilot.press("home")
        await pilot.pause()
        assert "Amber: line 1." in shown(pilot)


async def test_in_a_window_without_room_for_a_log_it_has_a_page_and_explanations_rows():
    """Page Up opens the page; what `?` says takes rows of the board for as long as it is shown."""
    stage = running()
    async with seated(stage, size=(40, 12)) as player:
        await with_talk(player, stage, 3)
        await player.press("question_mark")
        assert " This 5: if set aside" in player.text
        await player.press("question_mark")
        assert " This 5" not in player.text
        await player.press("pageup")
        assert "Birch: line 3." in player.text
        assert player.rows[-1].strip() == "Press any key to go back."
        await player.press("x")
        assert "Birch: line 3." not in player.text


@pytest.mark.parametrize("opened", [(), ("question_mark",), ("slash", "x"), ("5", "s"), ("q",)], ids=str)
async def test_f1_helps_whatever_is_open(opened: tuple[str, ...]):
    """And what was open is still open afterwards."""
    async with seated(running()) as player:
        await player.press(*opened)
        before = player.rows
        await player.press("f1")
        assert player.rows[-1].strip() == "Space for more, any other key to go back."
        await player.press("x")
        assert player.rows == before


async def test_the_whole_log_begins_where_the_game_began():
    """For who came late the host is asked, once, for what it no longer keeps; what is read stays in place."""
    stage = running()
    stage.forgotten = tuple(Resigned(seat) for seat in (1, 2)) * 30
    stage.past = tuple(Undone(seat) for seat in (1, 2)) * 30
    async with seated(stage) as player:
        await player.press("pageup")
        await player.pilot.pause()
        await player.press("slash", *"log", "enter", "home")
        assert "Amber" in player.rows[1]
        assert "120" in player.rows[0]
        assert stage.asked.count("past") == 1


async def test_the_page_of_the_lobbys_talk_follows_it():
    """What is said appears, and what a moderator takes away goes."""
    host = Hosted()
    async with lobby(host) as pilot:
        await type_line(pilot, "/log")
        for said, texts in (("one", {"one"}), ("two", {"one", "two"}), ("", set())):
            host.chat = (*host.chat, ChatLine("Birch", said, 1.0, "lobby")) if said else ()
            host.tell()
            await pilot.pause()
            assert {text for text in ("one", "two") if f"Birch: {text}" in shown(pilot)} == texts
