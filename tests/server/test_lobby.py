"""The lobby is one picture shared by all, and outlives the host."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable
from typing import Any

import pytest

from engine.game import Refused
from server.accounts import Player
from server.limits import Limits
from server.lobby import House, Lobby
from server.memory_journal import MemoryJournal
from server.port import HostPort
from tests.server.toy import GAMES, Roll
from tui.port import Lobby as Picture
from tui.port import TableNews

ADA, BERT, GUEST = Player("ada", "Ada"), Player("bert", "Bert"), Player("guest-1", "Heron-7")


class Stage:
    """A lobby with a clock that ticks with every look, numbered ids and no surprises."""

    def __init__(self, journal: MemoryJournal | None = None, **limits: Any) -> None:
        self.journal = journal or MemoryJournal()
        self.time = 100.0
        ids, numbers = itertools.count(1), itertools.count()
        self.lobby = Lobby(
            House(
                GAMES, self.journal, self.clock, lambda: f"t{next(ids)}", lambda n: next(numbers) % n,
                lambda n: b"s" * n, lambda _: None, quiet=0, **limits,
            )
        )  # fmt: skip

    def clock(self) -> float:
        self.time += 1
        return self.time

    def port(self, player: Player) -> HostPort:
        return HostPort(self.lobby, player, self.clock)


class Watcher(list[Any]):
    """Keeps pictures and lets a test wait for one."""

    def __init__(self) -> None:
        super().__init__()
        self._news = asyncio.Event()

    def see(self, picture: Any) -> None:
        self.append(picture)
        self._news.set()

    async def until(self, condition: Callable[[Any], bool]) -> Any:
        while not (self and condition(self[-1])):
            self._news.clear()
            await asyncio.wait_for(self._news.wait(), 5)
        return self[-1]


async def test_everybody_sees_who_is_here_and_which_tables_there_are() -> None:
    """Coming, opening and sitting down reach everybody who looks at the lobby."""
    stage, eyes = Stage(), Watcher()
    ada, bert = stage.port(ADA), stage.port(BERT)
    leave = stage.lobby.enter(BERT)
    bert.follow_lobby(eyes.see)
    assert eyes[0] == Picture("Bert", ("Bert",), ())
    stage.lobby.enter(ADA)
    table = await ada.open_table("toy", 3, {"goal": "9"})
    picture: Picture = await eyes.until(lambda p: len(p.people) == 2 and len(p.tables) == 1)
    (info,) = picture.tables
    assert (info.id, info.game, info.options, info.stage) == (table, "toy", {"goal": 9}, "open")
    assert [seat.name for seat in info.seats] == ["Ada", "", ""]
    assert (info.your_seat, info.yours) == (None, False)
    assert await bert.sit(info.name.lower()) == 2
    picture = await eyes.until(lambda p: p.tables[0].seats[1].name == "Bert")
    assert picture.tables[0].your_seat == 2
    leave()
    leave()
    assert stage.lobby.presence.names == ("Ada",)


async def test_a_player_with_two_terminals_is_away_when_both_are_gone() -> None:
    """Others see since when somebody at their table is away, and that they are back."""
    stage, eyes = Stage(), Watcher()
    first, second = stage.lobby.enter(BERT), stage.lobby.enter(BERT)
    table = await stage.port(ADA).open_table("toy", 2, {})
    await stage.port(BERT).sit(table)
    stage.port(ADA).follow_table(table, eyes.see)
    first()
    assert eyes[-1].info.seats[1].away_since is None
    second()
    assert eyes[-1].info.seats[1].away_since == stage.time
    stage.lobby.enter(BERT)
    assert eyes[-1].info.seats[1].away_since is None


async def test_a_seat_is_found_again_after_a_restart() -> None:
    """A new host on the same journal knows the table, the seat and the move it was at."""
    stage = Stage()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("toy", 2, {"goal": "99"})
    await bert.sit(table)
    assert ada.home() is None
    await ada.start(table)
    assert ada.home() == bert.home() == table
    news: list[TableNews] = []
    port = {1: ada, 2: bert}[stage.lobby.table(table).state.course.asks[0].seat]  # type: ignore[union-attr]
    port.follow_table(table, news.append)
    assert news[-1].ask is not None
    await port.submit(table, news[-1].ask.id, Roll())
    await stage.lobby.close()

    again = Stage(stage.journal)
    await again.lobby.restore()
    assert again.port(ADA).home() == again.port(BERT).home() == table
    eyes = Watcher()
    again.port(port._player).follow_table(table, eyes.see)
    back: TableNews = await eyes.until(lambda _: True)
    assert (back.view, back.seq, back.info.stage) == (news[-1].view, 1, "running")
    assert back.past == news[-1].events


async def test_a_guest_keeps_a_seat_at_a_game_but_not_at_an_open_table() -> None:
    """When a guest's session ends the open seat is free again; a running game goes on."""
    stage = Stage()
    bye = stage.lobby.enter(GUEST)
    ada = stage.port(ADA)
    running, waiting = await ada.open_table("toy", 2, {}), await ada.open_table("toy", 2, {})
    for table in (running, waiting):
        await stage.port(GUEST).sit(table)
    await ada.start(running)
    bye()
    await stage.lobby.close()
    assert stage.lobby.table(running).state.seat_of(GUEST.id) == 2
    assert stage.lobby.table(waiting).state.seat_of(GUEST.id) is None
    again = Stage(stage.journal)
    await again.lobby.restore()
    assert again.lobby.table(running).state.seat_of(GUEST.id) == 2


async def test_guests_at_open_tables_do_not_outlive_the_host() -> None:
    """After a crash nobody can come back as a guest: their open seats are free."""
    stage = Stage()
    table = await stage.port(ADA).open_table("toy", 2, {})
    await stage.port(GUEST).sit(table)
    alone = await stage.port(GUEST).open_table("toy", 2, {})
    again = Stage(stage.journal)
    await again.lobby.restore()
    assert again.lobby.table(table).state.players == ("ada",)
    with pytest.raises(Refused, match="no-table"):
        again.lobby.table(alone)


async def test_a_failing_listener_harms_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    """Others get their pictures although one listener raises each time."""
    stage, eyes = Stage(), Watcher()

    def fail(_: Picture) -> None:
        raise ZeroDivisionError

    stage.port(BERT).follow_lobby(fail)
    stage.port(ADA).follow_lobby(eyes.see)
    await stage.port(ADA).open_table("toy", 2, {})
    await eyes.until(lambda p: len(p.tables) == 1)
    assert "a listener of the lobby failed" in caplog.text


async def test_a_session_that_ends_follows_nothing() -> None:
    """Closing a port ends its subscriptions, also those that its screen forgot."""
    stage, port = Stage(), None
    table = await stage.port(ADA).open_table("toy", 2, {})
    port, news = stage.port(BERT), Watcher()
    port.follow_lobby(news.see)
    release = port.follow_table(table, news.see)
    port.follow_table(table, news.see)
    release()
    assert stage.lobby.table(table).followers == {"bert"}
    port.close()
    seen = len(news)
    await stage.port(ADA).add_bot(table, "first")
    assert stage.lobby.table(table).followers == frozenset()
    assert len(news) == seen


async def test_a_table_is_forgotten_when_it_is_over_and_nobody_looks() -> None:
    """A finished table stays for those who look at its result, then it is gone."""
    stage = Stage()
    ada, news = stage.port(ADA), Watcher()
    table = await ada.open_table("toy", 2, {})
    ada.follow_table(table, news.see)
    await ada.leave(table)
    assert news[-1].info.stage == "over"
    ada.close()
    with pytest.raises(Refused, match="no-table"):
        stage.lobby.table(table)


REFUSALS: dict[str, tuple[str, int, dict[str, str]]] = {
    "unknown-game": ("chess", 2, {}),
    "seats-not-possible": ("toy", 9, {}),
    "option-unknown": ("toy", 2, {"speed": "9"}),
    "option-not-possible": ("toy", 2, {"goal": "many"}),
    "too-many-tables": ("toy", 2, {}),
}


@pytest.mark.parametrize(("code", "wish"), REFUSALS.items())
async def test_a_table_that_cannot_be_is_refused(code: str, wish: tuple[str, int, dict[str, str]]) -> None:
    """Bad wishes get a clear refusal and open nothing."""
    stage = Stage(limits=Limits(own_tables=1))
    if code == "too-many-tables":
        await stage.port(ADA).open_table("toy", 2, {})
    before = await stage.journal.open_tables()
    with pytest.raises(Refused) as refused:
        await stage.port(ADA).open_table(*wish)
    assert refused.value.code == code
    assert await stage.journal.open_tables() == before
