"""Talk in the lobby and at tables: who reads it, what is new, and what stands above the log."""

from __future__ import annotations

from typing import Any

import pytest

from engine.court.game import GAME
from engine.court.model.state import Turn
from engine.game import Refused
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.screens.lobby_stage import lobby, prompt, shown, type_line
from tests.tui.scripted_port import Hosted
from tests.tui.stage import StagePlayer, seated
from tui.host.pictures import ChatLine, Proposal
from tui.presenters.chat_tracker import FEW, ChatTracker


def running(**more: Any) -> CourtStage:
    return CourtStage(position((), (), turn=Turn(1, 0, (1, 3, 5, 5), (), rolled=True)), **more)


MANY = " ".join(map(str, range(FEW)))


def line(name: str, text: str, place: Any = "table") -> ChatLine:
    return ChatLine(name, text, 1000.0, place)


async def test_the_lobby_talks():
    """A key, a line, Enter: everybody in the lobby reads it, markup is only text."""
    host = Hosted()
    async with lobby(host) as pilot:
        await pilot.press("quotation_mark", "h", "i")
        await pilot.pause()
        assert prompt(pilot) == ["Everyone in the lobby will see this.", "> hi"]
        await pilot.press("enter")
        host.chat = (*host.chat, ChatLine("Amber", "[b]who[/b] plays?", 1.0, "lobby"))
        host.tell()
        await pilot.pause()
        assert host.asked == [("say", None, "hi")]
        assert "│ Wren: hi" in shown(pilot)
        assert "│ Amber: [b]who[/b] plays?" in shown(pilot)


async def test_too_much_talk_is_refused_in_a_sentence():
    """What was typed can be had again with the arrow."""
    host = Hosted()
    async with lobby(host) as pilot:
        host.refuse_next = Refused("too-many-lines", {"wait": 7})
        await type_line(pilot, '"hello')
        assert prompt(pilot)[0] == "Too many messages: you can talk again in 7 seconds."
        await pilot.press("quotation_mark", "up", "enter")
        await pilot.pause()
        assert [asked[2] for asked in host.asked] == ["hello", "hello"]


async def test_a_table_talks_and_plays_on():
    """The line goes to the table; then the next key is a move again."""
    stage = running()
    async with seated(stage) as one:
        await one.talk("good luck")
        assert stage.requests == [("say", "good luck")]
        assert "Amber: good luck" in one.text
        await one.press("5", "s")
        assert stage.moves == ["keep 5 5"]


async def test_what_others_said_is_counted_until_it_is_looked_at():
    """At 80x24 the log moves on: the header says how much was missed; the key for talk shows it."""
    stage = running()
    async with seated(stage) as one:
        for text in ("one", "two"):
            stage.say(line("Birch", text))
        stage.say(line("Wren", "three", "watchers"))
        await one.pilot.pause()
        assert '3 unread (")' in one.rows[0]
        assert "Wren (watching): three" in one.text
        await one.press("quotation_mark")
        assert "unread" not in one.rows[0]
        await one.press("escape")
        stage.say(line("Amber", "own"))
        await one.pilot.pause()
        assert "unread" not in one.rows[0]


async def test_with_room_talk_has_a_place_of_its_own():
    """Nothing is counted where everything is seen."""
    stage = running()
    async with seated(stage, size=(140, 45)) as one:
        stage.say(line("Birch", "hello"))
        await one.pilot.pause()
        assert "unread" not in one.rows[0]
        assert "├─ chat ─" in one.text
        assert "Birch: hello" in one.text


async def test_a_window_that_grows_shows_what_was_said():
    """Talk gets its place when there is room for it, and only then costs a session anything."""
    stage = running()
    async with seated(stage) as one:
        stage.say(line("Birch", "hello"))
        await one.pilot.pause()
        assert not one.app.screen.query("#talk")
        await one.pilot.resize_terminal(140, 45)
        await one.pilot.pause()
        assert "├─ chat ─" in one.text
        assert "Birch: hello" in one.text


async def test_those_who_watch_are_told_who_reads_them(monkeypatch: pytest.MonkeyPatch):
    """In a game with secrets the players do not, as long as it runs."""
    stage = running()
    async with seated(stage, name="Wren") as one:
        await one.press("quotation_mark")
        assert one.prompt == "Everyone at this table will see this."

        class Secret:
            secrets = True

        monkeypatch.setattr("tui.screens.table.table_commands.PLAYABLE", {GAME.key: Secret})
        await one.press("x")
        assert one.prompt == "Spectators see this now; players see it after the game."


async def test_a_game_that_begins_does_not_disturb_who_talks():
    """The line stays open and takes the keys; sent off, the focus is on the dice."""
    stage = CourtStage(seats=2, dice="6 5 5")
    async with seated(stage) as one:
        await one.press("quotation_mark", "h")
        stage.begin()
        await one.pilot.pause()
        await one.press("r", "enter")
        assert stage.requests == [("say", "hr")]
        await one.press("r")
        assert stage.moves == ["roll"]


def test_a_line_is_new_once():
    """Also where it is missing from a picture in between, its speaker being ignored for a while."""
    heard = ChatTracker()
    one, two = line("Birch", "one"), line("Cedar", "two")
    assert heard.hear((one,), "Amber", shown=False) == (one,)
    assert heard.hear((two,), "Amber", shown=False) == (two,)
    assert heard.hear((one, two), "Amber", shown=False) == ()
    assert len(heard.unread) == 1


@pytest.mark.parametrize(
    ("before", "after", "taken"),
    [
        ("b1 a2 c3", "a2 c3", "b1"),  # the oldest one of all
        ("a1 b2 c3 b4", "a1 c3", "b2 b4"),
        ("b1", "", "b1"),
        (MANY, f"{MANY.partition(' ')[2]} new", ""),  # as many came: there was no room for it
        ("a1 b2", "b2 c3", "a1"),  # there was, as two lines fill no chat
        ("b1 a2 b3", "a2 c4", "b1 b3"),
        (MANY, f"{MANY.partition(' ')[2]} new".replace(" 7 ", " "), "0 7"),
        ("a1", "a1 b2", ""),
    ],
)
def test_what_is_taken_away_is_told_from_what_newer_lines_push_out(before: str, after: str, taken: str):
    heard = ChatTracker()
    then, now = (tuple(line("Birch", said) for said in words.split()) for words in (before, after))
    heard.hear((), "Amber", shown=False)
    heard.hear(then, "Amber", shown=False)
    assert [one.text for one in heard.taken(now)] == taken.split()
    assert len(heard.unread) == len(then) - len(taken.split())
    heard.hear(now, "Amber", shown=False)
    assert [one.text for one in heard.hear(then, "Amber", shown=False)] == taken.split()


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_what_the_host_takes_away_goes_from_open_screens(size: tuple[int, int]):
    """A banned player's lines, whether they were read or not; what others said stays."""
    stage = running()
    async with seated(stage, size=size) as one:
        for who, text in (("Wren", "I will find you"), ("Birch", "stop"), ("Wren", "soon")):
            stage.say(line(who, text, "watchers" if who == "Wren" else "table"))
        await one.pilot.pause()
        assert "I will find you" in one.text
        stage.unsay("Wren")
        await one.pilot.pause()
        assert ("Birch: stop" in one.text, "find you" in one.text, "soon" in one.text) == (True, False, False)
        assert "2 unread" not in one.rows[0]
        await one.press("quotation_mark")
        assert "find you" not in one.text


# What stands above the log


async def above(one: StagePlayer) -> str:
    await one.pilot.pause()
    return one.rows[one.row_of("log")].strip("─ ")


async def test_what_waits_for_an_answer_stands_above_the_log():
    """The wish to end, somebody away, the host's word: the first of them."""
    stage = running()
    stage.notice = "Welcome."
    async with seated(stage) as one:
        assert await above(one) == ""
        stage.notice = "Supper at seven."
        stage.tell()
        assert await above(one) == "Supper at seven."
        stage.change(lendable=(2,))
        assert await above(one) == "Birch away: L calls them, or lets a bot play until they are back."
        stage.change(proposals=(Proposal("abandon", (2,)),))
        assert await above(one) == "Birch: end without a result? Press A to agree."
        stage.change(proposals=(Proposal("abandon", (1,)),))
        assert await above(one) == "You offered to end without a result: waiting for the others to agree."
        stage.change(proposals=(), lendable=())
        assert await above(one) == "Supper at seven."


async def test_a_long_word_of_the_host_is_read_whole():
    """In rows above the log at a table, in rows of its own in the lobby."""
    words = "On Friday at eight the crown that hung over the stove since last winter finds a new head again."
    stage = running()
    async with seated(stage) as one:
        stage.notice = words
        stage.tell()
        await one.pilot.pause()
        assert words in " ".join(one.text.replace("─", "").split())
    host = Hosted()
    host.notice, host.draining, host.unreached = words, True, True
    async with lobby(host) as pilot:
        text = " ".join(shown(pilot).split())
        assert words in text
        assert "The host can't reach its store: nothing can begin until it does." in text
        assert "The host will stop soon: no new tables, but running games can finish." in text
