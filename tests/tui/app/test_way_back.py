"""The question that comes before the screens: the lobby asks the same, and nothing is missed meanwhile."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import Ask
from tests.tui.lines import RecordedSession, SteppedAlarm, client
from tests.tui.scripted_port import Hosted, Seat, bot, player, table
from tui.app.way_back import MOST_HEARD
from tui.host.pictures import SeatNews, TableSnapshot
from tui.presenters.turn_bell import IDLE
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.table.table_screen import TableScreen

QUESTION = "Go there now?"
EARLY = "That key came before this question."
SIZES = [(80, 24), (120, 40), (40, 12), (60, 20), (20, 10)]


def host() -> Hosted:
    hosted = Hosted(
        table(2, "PLUM-2", player("Cedar"), player("Dorn"), stage="running", rounds=9, watching=2),
        table(3, "KIWI-7", player("Amber"), bot("Elm"), Seat()),
    )
    hosted.notice = "Maintenance at midnight."
    return hosted


class Dorn(RecordedSession):
    """Somebody who has a seat at a running table."""

    def __init__(self, hosted: Hosted, size: tuple[int, int] = (80, 24)) -> None:
        super().__init__(hosted, client(columns=size[0], rows=size[1]), "Dorn", alarm=SteppedAlarm)
        self.hosted = hosted

    @property
    def app(self) -> Any:
        return self.session._app

    @property
    def asks_first(self) -> bool:
        """Whether no screen was made yet."""
        return not self.app.is_running

    async def asked(self) -> Dorn:
        await self.until(lambda: self.session._asks, "the question")
        assert self.asks_first
        return self

    async def on(self, kind: type) -> None:
        """Until the app shows such a screen, and has drawn it."""
        await self.until(
            lambda: self.app.has_drawn and isinstance(self.app.screen, kind) and self.app.is_at_rest,
            kind.__name__,
        )
        await self.until(lambda: self.session._way_back is None, "the screen's first frame")


def asking(hosted: Hosted) -> None:
    """The player is asked something at their table."""
    hosted.asking["t2"] = Ask(7, 2, "roll")
    hosted.change(replace(hosted.tables["t2"], round=10))


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_the_lobby_asks_the_same_on_the_same_rows(size: tuple[int, int]):
    """It takes over without a byte: what is shown, and where the cursor is, stay as they are."""
    visit = await Dorn(host(), size).asked()
    shown, cursor = visit.terminal.text, visit.terminal.cursor
    sent = len(visit.line.text)
    visit.session._way_back.leave_to_lobby()
    await visit.on(LobbyScreen)
    assert (visit.terminal.text, visit.terminal.cursor) == (shown, cursor)
    assert visit.line.text[sent:] == ""
    await visit.leave()


@pytest.mark.parametrize("key", [b"\r", b"y"])
async def test_yes_leads_straight_to_the_table(key: bytes):
    """No lobby is made on the way, and the table is followed once."""
    visit = await Dorn(host()).asked()
    assert QUESTION in visit.terminal.text
    assert "Maintenance" in visit.terminal.text
    visit.session.feed(key)
    await visit.on(TableScreen)
    assert QUESTION not in visit.terminal.text
    assert visit.app.screen.table == "t2"
    assert [follower[:2] for follower in visit.hosted._followers] == [("Dorn", "t2")]
    assert not visit.hosted._listeners
    await visit.leave()
    assert not visit.hosted.followed


async def test_back_at_the_table_nothing_of_it_waits_for_the_collector():
    """It refers to what calls it back, and that to it."""
    gc.collect()
    gc.disable()
    try:
        visit = await Dorn(host()).asked()
        gone = weakref.ref(visit.session._way_back)
        visit.session.feed(b"\r")
        await visit.on(TableScreen)
        assert gone() is None
        await visit.leave()
    finally:
        gc.enable()


async def test_in_the_lobby_nothing_of_it_is_left():
    """Whoever answers no has no question any more: nothing keeps it until the session ends."""
    visit = await Dorn(host()).asked()
    question = weakref.ref(visit.session._way_back)
    visit.session.feed(b"n")
    await visit.on(LobbyScreen)
    gc.collect()
    assert question() is None
    await visit.leave()


async def test_any_other_key_stays_in_the_lobby():
    """It is the lobby's answer, and no key of its own."""
    visit = await Dorn(host()).asked()
    await visit.press(b"n", "KIWI-7")
    assert isinstance(visit.app.screen, LobbyScreen)
    assert "Your game at PLUM-2 is running." in visit.terminal.text
    await visit.press(b"g", "Dorn")
    await visit.on(TableScreen)
    await visit.leave()


async def test_keys_with_a_meaning_everywhere_keep_it():
    """F1 helps, and the question waits behind the help."""
    visit = await Dorn(host()).asked()
    await visit.press(b"\x1bOP", "Help: the lobby")
    await visit.press(b"\x1b", QUESTION)
    await visit.press(b"\r", "PLUM-2")
    await visit.on(TableScreen)
    await visit.leave()


async def test_keys_typed_ahead_of_the_question_do_not_answer_it():
    """Neither yes nor no: nobody has seen it. That is told beside it, until it is answered."""
    visit = Dorn(host())
    visit.line.is_long = True
    visit.session.feed(b"\r\rn")
    await visit.sees(EARLY)
    visit.session.feed(b"\r")
    assert visit.asks_first
    assert QUESTION in visit.terminal.text
    visit.line.acknowledge()
    visit.session.feed(b"\r")
    await visit.on(TableScreen)
    await visit.leave()


async def test_a_turn_that_begins_meanwhile_is_told_and_rings():
    """As in the lobby: in the title, and with the bell."""
    visit = await Dorn(host()).asked()
    visit.hosted.time += IDLE
    asking(visit.hosted)
    await visit.until(lambda: "your turn · PLUM-2" in visit.line.text, "the title")
    assert "\x07" in visit.line.text.partition("your turn · PLUM-2\x07")[2]
    assert visit.asks_first
    await visit.leave()


async def test_a_turn_of_somebody_else_does_not_ring(monkeypatch: pytest.MonkeyPatch):
    plain = Hosted.news
    visit = await Dorn(host()).asked()
    visit.hosted.time += IDLE
    monkeypatch.setattr(Hosted, "news", lambda *asked: replace(plain(*asked), waiting_for=(1,)))
    visit.hosted.change(replace(visit.hosted.tables["t2"], round=10))
    turns = visit.session._way_back._turns.turns
    await visit.until(lambda: turns["t2"].waiting_for == (1,), "Cedar's turn")
    assert "\x07" not in visit.line.text.replace("crownhouse\x07", "")
    await visit.leave()


async def test_the_time_goes_on():
    """Words for how long the game has run are renewed, without a screen."""
    visit = Dorn(host())
    await visit.sees("for 10 min")
    visit.hosted.time += 600
    visit.session._way_back._alarm.ring()
    await visit.until(lambda: "for 20 min" in visit.terminal.text, "the time")
    assert visit.asks_first
    await visit.leave()


async def test_news_are_heard_by_the_lobby():
    """What was said is counted, and the question stays."""
    visit = await Dorn(host()).asked()
    visit.app.port.hear(SeatNews("said", "t2", "PLUM-2", "Cedar", "come back"))
    await visit.on(LobbyScreen)
    await visit.until(lambda: visit.app.unread_at("t2") == 1, "the news")
    assert QUESTION in visit.terminal.text
    await visit.leave()


async def test_where_a_clock_runs_the_lobby_asks(monkeypatch: pytest.MonkeyPatch):
    """It rings when the time is nearly up."""
    plain = Hosted.news

    def with_clock(self: Hosted, name: str, table: str) -> TableSnapshot:
        return replace(plain(self, name, table), deadline=self.time + 100)

    monkeypatch.setattr(Hosted, "news", with_clock)
    visit = Dorn(host())
    await visit.sees(QUESTION)
    await visit.on(LobbyScreen)
    await visit.leave()


async def test_another_window_gets_the_question_at_its_size():
    """Rows that are no longer there take the question along."""
    visit = await Dorn(host(), (80, 24)).asked()
    visit.client = client(columns=60, rows=20)
    visit.session.resize(60, 20)
    visit.line.sent = visit.line.sent[-1:]
    assert QUESTION in visit.terminal.text
    assert visit.asks_first
    await visit.press(b"\r", "PLUM-2")
    await visit.on(TableScreen)
    assert visit.app.size == (60, 20)
    await visit.leave()


@pytest.mark.parametrize("way", ["hang_up", "shutdown"])
async def test_a_session_can_end_before_the_answer(way: str):
    """The terminal is given back, nothing is followed any more, and no app is left."""
    visit = await Dorn(host()).asked()
    if way == "hang_up":
        visit.session.hang_up()
    else:
        visit.session.say_goodbye("shutdown")
    assert await visit.task == 0
    assert not visit.hosted.followed
    assert not visit.session._app
    assert ("going down" in visit.line.text) == (way == "shutdown")
    assert visit.line.text.count("\x1b[?1049l") == (way == "shutdown")


async def test_a_game_that_ends_meanwhile_shows_its_end():
    """The table's screen hears all that was heard before it was there."""
    visit = await Dorn(host()).asked()
    visit.hosted.change(replace(visit.hosted.tables["t2"], stage="over"))
    await visit.press(b"\r", "PLUM-2")
    await visit.on(TableScreen)
    assert visit.app.screen._snapshot.info.stage == "over"
    await visit.leave()


async def test_whoever_does_not_answer_keeps_nothing():
    """After many steps of the game the lobby asks: it keeps none of them."""
    visit = await Dorn(host()).asked()
    for steps in range(MOST_HEARD + 1):
        visit.hosted.change(replace(visit.hosted.tables["t2"], round=10 + steps))
    await visit.on(LobbyScreen)
    assert QUESTION in visit.terminal.text
    assert [follower[:2] for follower in visit.hosted._followers] == [("Dorn", "t2")]
    await visit.leave()
