"""Who sits down at a player's table, or talks to them there, is noticed wherever they are; the clock too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.court.model.state import Turn
from engine.game import Ask
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.plain.typist import Typist
from tests.tui.presenters.test_turn_bell import SimulatedAlarm
from tests.tui.screens.lobby_stage import lobby, prompt, shown
from tests.tui.scripted_port import Hosted, player, table
from tests.tui.stage import TABLE, StagePort, seated
from tui.host.pictures import ChatLine, SeatNews
from tui.host.port import Seat, TableSnapshot
from tui.language.texts import Texts
from tui.presenters.seat_news import words
from tui.presenters.turn_bell import IDLE, LowTimeAlarm, SeatClocks
from tui.screens.base.help_screen import HelpScreen
from tui.screens.base.log_screen import LogScreen
from tui.screens.table.table_screen import TableScreen

HERE = f"watch {TABLE}"
SAT = SeatNews("sat", "t9", "PEAR-9", "Birch")
SAID = SeatNews("said", "t9", "PEAR-9", "Birch", "hello?", watching=True)


def running(seat: int = 1) -> CourtStage:
    return CourtStage(position((), (), turn=Turn(seat, 0, (1, 3, 5, 5), (), rolled=True)))


async def test_at_another_table_a_line_tells_it_and_the_log_keeps_it():
    """Keys that are being pressed do not remove it at once; later the next one does."""
    stage = running()
    async with seated(stage) as amber:
        amber.app.port.hear(SAT)
        await amber.pilot.pause()
        assert amber.prompt == "Birch sits down at PEAR-9."
        await amber.press("right")
        assert amber.prompt == "Birch sits down at PEAR-9."
        stage.time += 5
        await amber.press("right")
        assert amber.prompt != "Birch sits down at PEAR-9."
        assert "Birch sits down at PEAR-9." in amber.text
        amber.app.port.hear(SAID)
        await amber.pilot.pause()
        assert amber.prompt == "Birch (watching) at PEAR-9: hello?"
        assert amber.app.unread_at("t9") == 1


async def test_news_of_a_table_whose_line_is_not_on_a_screen_yet_are_told_once_it_is():
    """They come while it opens."""
    async with seated(running()) as amber:
        screen = TableScreen(TABLE)
        screen.announce(words(Texts(), SAT))
        amber.app.switch_screen(screen)
        await amber.pilot.pause()
        assert amber.prompt == "Birch sits down at PEAR-9."


@pytest.mark.parametrize(
    "page", [lambda: LogScreen("Log", tuple), lambda: HelpScreen("Help", [("a", "b")])], ids=["log", "help"]
)
async def test_news_that_come_while_a_page_opens_are_told_there(page: Callable[[], LogScreen | HelpScreen]):
    async with seated(running()) as amber:
        screen = page()
        screen.announce(words(Texts(), SAT))
        if isinstance(screen, LogScreen):
            screen.renew()
        amber.app.push_screen(screen)
        await amber.pilot.pause()
        assert amber.rows[-1].strip() == words(Texts(), SAT)


@pytest.mark.parametrize("page", ["f1", "log"])
async def test_help_and_the_whole_log_tell_it_in_their_last_row(page: str):
    """What happens at the table below them as well."""
    stage = running(2)
    async with seated(stage) as amber:
        await (amber.press("f1") if page == "f1" else amber.type("log"))
        for news in (SAT, SeatNews("turn", TABLE, "KIWI-7")):
            amber.app.port.hear(news)
            await amber.pilot.pause()
            assert amber.rows[-1].strip() == words(Texts(), news)
        stage.time += 5
        await amber.press("x")
        assert amber.prompt == words(Texts(), SAT)
        assert "your turn at" not in amber.rows[-1]


async def test_at_the_table_itself_nothing_is_told_twice():
    """Its own log and seats say it."""
    stage = CourtStage(seats=3)
    stage.seat(2, Seat())
    async with seated(stage) as amber:
        stage.seat(2, Seat("Birch", "player"))
        amber.app.port.hear(SeatNews("sat", TABLE, "KIWI-7", "Birch"))
        await amber.pilot.pause()
        assert "Birch sits down." in amber.text
        assert "at KIWI-7." not in amber.text


async def test_the_lobby_tells_it():
    """In its line; what it shows by itself it does not tell."""
    host = Hosted(table(9, "PEAR-9", player("Wren"), Seat()))
    async with lobby(host) as pilot:
        app: Any = pilot.app
        app.port.hear(SeatNews("turn", "t9", "PEAR-9"))
        await pilot.pause()
        assert "your turn" not in shown(pilot)
        app.port.hear(SAT)
        await pilot.pause()
        assert prompt(pilot)[0] == "Birch sits down at PEAR-9."


async def test_the_lobby_counts_what_was_not_read_until_the_player_goes_there():
    """Beside the own seat, in the place of the game's name; in plain mode in the table's line."""
    host = Hosted(table(9, "PEAR-9", player("Wren"), Seat()))
    async with lobby(host) as pilot:
        app: Any = pilot.app
        for _ in range(3):
            app.port.hear(SAID)
        await pilot.pause()
        (row,) = [row for row in shown(pilot).splitlines() if "PEAR-9" in row and "unread" in row]
        assert "3 unread" in row
        app.go_table("t9")
        app.go_lobby()
        await pilot.pause()
        assert "unread" not in shown(pilot)
    wren = Typist(port := host.port("Wren"), terminal=True)
    await wren.settle()
    port.hear(SAID)
    await wren.settle()
    wren.fresh()
    assert any("PEAR-9" in line and "1 unread" in line for line in await wren.enters("tables"))


async def test_page_up_reads_the_lobbys_chat():
    """All of it, also while a line is typed."""
    host = Hosted()
    host.chat = tuple(ChatLine("Amber", f"line {count}.", float(count), "lobby") for count in range(1, 41))
    async with lobby(host) as pilot:
        await pilot.press("quotation_mark", "h", "pageup")
        await pilot.pause()
        assert "40 of 40" in shown(pilot)
        await pilot.press("x")
        await pilot.pause()
        assert prompt(pilot)[1] == "> h"


async def test_plain_mode_says_it_as_a_sentence_and_rings():
    """Once, for whoever has pressed no key for ten seconds; `log` repeats it; /bell turn is silent."""
    stage = running(2)
    amber = Typist(port := StagePort(stage, "Amber"), terminal=True, goto=f"watch {TABLE}")
    await amber.settle()
    amber.fresh()
    port.hear(SAT)
    await amber.settle()
    assert amber.fresh() == ["Birch sits down at PEAR-9."]
    assert "\a" not in amber.raw
    amber.session._session.bells._news.stop()
    await amber.types("x\b")
    stage.time += IDLE
    port.hear(SAID)
    port.hear(SAID)
    await amber.settle()
    assert amber.raw.count("\a") == 1
    assert "Birch sits down at PEAR-9." in await amber.enters("log")
    port.me = replace(port.me, settings={"bell": "turn"})
    stage.time += IDLE
    port.hear(SAID)
    await amber.settle()
    assert amber.raw.count("\a") == 1


TAKEN = (
    SeatNews("taken", "t9", "PEAR-9", "Birch", "hello?"),
    SeatNews("taken", "", "", "Birch", "I know you"),
)


async def test_what_is_taken_away_is_read_nowhere_on_a_screen():
    """Not in the line, in the log, in all of it, behind /messages or in the title; news of others stay."""
    stage = running()
    async with seated(stage) as amber:
        for news in (SAT, SAID, SeatNews("told", "", "", "Cedar", "see you")):
            amber.app.port.hear(news)
        await amber.pilot.pause()
        stage.time += 9
        amber.app.port.hear(SeatNews("told", "", "", "Birch", "I know you"))
        await amber.pilot.pause()
        assert ("hello?" in amber.text, amber.prompt) == (True, "Birch to you: I know you")
        for taken in TAKEN:
            amber.app.port.hear(taken)
        await amber.pilot.pause()
        assert amber.prompt != "Birch to you: I know you"
        assert not amber.app.bells.words.endswith("hello?")
        for typed in ("", "log", "messages"):
            if typed:
                await amber.type(typed)
            assert ("hello?" in amber.text, "know you" in amber.text) == (False, False), typed
            assert ("Birch sits down at PEAR-9." in amber.text) is (typed != "messages")
            await amber.press("escape")
        assert amber.app.received == ["Cedar to you: see you"]


async def test_what_is_taken_away_is_not_repeated_in_plain_mode():
    """Neither by `log` nor by `messages`: what was told of seats, and talk at the table and in the lobby."""
    stage, host = running(2), Hosted()
    amber = Typist(port := StagePort(stage, "Amber"), goto=HERE)
    wren = Typist(beside := host.port("Wren"))
    for typist in (amber, wren):
        await typist.settle()
    stage.say(ChatLine("Birch", "I will find you", 1.0, "table"))
    stage.say(ChatLine("Cedar", "stop", 2.0, "table"))
    host.chat = (ChatLine("Birch", "I will find you", 1.0, "lobby"), ChatLine("Cedar", "stop", 2.0, "lobby"))
    host.tell()
    for one in (port, beside):
        one.hear(SAID)
        one.hear(SeatNews("told", "", "", "Birch", "I know you"))
    for typist in (amber, wren):
        assert [line for line in await typist.enters("log") if "find you" in line or "hello" in line]
    stage.unsay("Birch")
    host.chat = host.chat[1:]
    host.tell()
    for one in (port, beside):
        for taken in TAKEN:
            one.hear(taken)
    for typist in (amber, wren):
        await typist.settle()
        typist.fresh()
        assert await typist.enters("log") == ["Cedar says: stop"]
        assert await typist.enters("messages") == ["Nobody has written to you since you came."]


class ClockOfAlarms:
    """A clock in the test's hand, and the alarms it sets off."""

    def __init__(self) -> None:
        self.time, self.rung = 1000.0, list[tuple[str, float]]()
        self.alarms: list[SimulatedAlarm] = []
        self.low = LowTimeAlarm(
            lambda: self.time, lambda name, left: self.rung.append((name, left)), self._make
        )

    def _make(self, ring: Any) -> SimulatedAlarm:
        self.alarms.append(SimulatedAlarm(ring))
        return self.alarms[-1]

    def pass_by(self, seconds: float) -> None:
        self.time += seconds
        for alarm in self.alarms:
            if alarm.due is not None:
                alarm.due -= seconds
                if alarm.due <= 0:
                    alarm.due = None
                    alarm._ring()


def with_clock(clock: str, left: float, seat: int = 1) -> Any:
    stage = running(seat)
    stage.deadline = 1000.0 + left
    snapshot = stage.news("Amber")
    return replace(snapshot, info=replace(snapshot.info, clock=clock))


def test_the_alarm_rings_once_when_time_is_low():
    """Thirty seconds before the end, fifteen of a minute; not again for the same question."""
    for clock, seconds, low in (("3m", 180.0, 30.0), ("1m", 60.0, 15.0), ("1d", 86_400.0, 3600.0)):
        here = ClockOfAlarms()
        here.low.follow(with_clock(clock, seconds))
        here.pass_by(seconds - low - 1)
        here.low.follow(with_clock(clock, seconds))
        assert here.rung == []
        here.pass_by(2)
        assert here.rung == [("KIWI-7", low)]
        here.pass_by(low)
        assert len(here.rung) == 1


def test_the_alarm_is_silent_without_a_clock_for_others_and_for_answered_questions():
    """And for a question that had little time from the first: the bell has just rung."""
    here = ClockOfAlarms()
    for snapshot in (with_clock("none", 60.0), with_clock("3m", 180.0, seat=2), with_clock("3m", 20.0)):
        here.low.follow(snapshot)
        here.pass_by(200)
        here.time = 1000.0
    here.low.follow(with_clock("3m", 180.0))
    here.low.follow(with_clock("3m", 180.0, seat=2))
    here.pass_by(200)
    assert here.rung == []


async def test_the_alarm_can_be_turned_off():
    """`/alarm off` is kept; on, a screen shows it as well, whatever is open."""
    stage = running()
    async with seated(stage) as amber:
        amber.app._ring_low_time("KIWI-7", 30.0)
        await amber.pilot.pause()
        assert amber.prompt == "KIWI-7: 30 s left, and it is your turn."
        await amber.type("alarm off")
        assert amber.prompt == "The alarm is off."
        assert amber.app.port.account().settings["alarm"] == "off"
        amber.app._ring_low_time("KIWI-7", 30.0)
        await amber.pilot.pause()
        assert amber.prompt == "The alarm is off."


async def test_that_time_is_low_is_not_said_of_a_question_that_was_answered():
    """The clock made the move, and the next question has its own time; or a bot has taken the seat over."""
    for change in ("deadline", "bot"):
        stage = running()
        stage.deadline = stage.time + 30.0
        async with seated(stage) as amber:
            amber.app._ring_low_time("KIWI-7", 30.0)
            await amber.pilot.pause()
            assert "30 s left" in amber.prompt
            if change == "deadline":
                stage.deadline += 30.0
            else:
                own, *others = stage.info.seats
                stage.info = replace(stage.info, seats=(replace(own, lent=True), *others))
            stage.tell()
            await amber.pilot.pause()
            assert "left, and" not in amber.prompt


async def test_the_clocks_of_other_tables_go_on_at_a_table():
    """What the lobby knew of them, and turns that begin later; nothing is followed once they are over."""
    host = Hosted(
        replace(table(8, "ASH-8", player("Wren"), player("Birch"), stage="running"), clock="3m"),
        replace(table(9, "PEAR-9", player("Wren"), player("Birch"), stage="running"), clock="3m"),
    )
    here, wren = ClockOfAlarms(), host.port("Wren")
    due: dict[str, float | None] = {"t8": 1180.0, "t9": None}
    heard: dict[str, Callable[[], object]] = {}

    def follow(at: str, listener: Callable[[TableSnapshot], None]) -> Callable[[], None]:
        def hear() -> None:
            ask = None if due[at] is None else Ask(1, 1, "turn")
            listener(replace(host.news("Wren", at), ask=ask, deadline=due[at]))

        heard[at] = hear
        return lambda: heard.pop(at, None) and None

    clocks = SeatClocks(follow, here.low.follow)
    wren.follow_lobby(lambda lobby: clocks.see(lobby.tables))()
    for hear in tuple(heard.values()):
        hear()
    assert set(heard) == {"t8"}
    due["t9"] = 1100.0
    clocks.hear(SeatNews("turn", "t9", "PEAR-9"))
    heard["t9"]()
    here.pass_by(71)
    assert here.rung == [("PEAR-9", 30.0)]
    due["t8"] = None
    heard["t8"]()
    here.pass_by(100)
    assert here.rung == [("PEAR-9", 30.0)]
    assert set(heard) == {"t9"}


async def test_a_session_follows_the_clocks_of_its_other_tables():
    """Also of turns that begin while the player sits elsewhere."""
    host = Hosted(
        table(8, "ASH-8", player("Wren"), player("Birch"), stage="running"),
        replace(table(9, "PEAR-9", player("Wren"), player("Birch"), stage="running"), clock="3m"),
    )
    followed: list[str] = []
    async with lobby(host) as pilot:
        app: Any = pilot.app
        app.bells._clocks._follow = lambda at, _: followed.append(at) or (lambda: None)
        app.go_table("t8")
        app.port.hear(SeatNews("turn", "t8", "ASH-8"))
        await pilot.pause()
        assert followed == ["t9", "t8"]
