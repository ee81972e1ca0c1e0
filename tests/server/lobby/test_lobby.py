"""The lobby is one picture shared by all, and outlives the host."""

from __future__ import annotations

import pytest

from engine.game import Refused
from server.settings.limits import Limits
from tests.server.simulation import ADA, BERT, GUEST, ReceivedSnapshots, Simulation, settled
from tests.server.toy import Roll
from tui.host.port import LobbySnapshot, TableSnapshot


async def test_everybody_sees_who_is_here_and_which_tables_there_are() -> None:
    """Coming, opening and sitting down reach everybody who looks at the lobby."""
    stage, eyes = Simulation(), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    leave = stage.host.enter(BERT)
    bert.follow_lobby(eyes.see)
    assert eyes[0] == LobbySnapshot("Bert", ("Bert",), (), here=1)
    stage.host.enter(ADA)
    table = await ada.open_table("toy", 3, {"goal": "9"})
    await stage.time.pass_by(1)
    picture: LobbySnapshot = eyes.last
    assert picture.people == ("Bert", "Ada")
    (info,) = picture.tables
    assert (info.id, info.game, info.options, info.stage) == (table, "toy", {"goal": 9}, "open")
    assert [seat.name for seat in info.seats] == ["Ada", "", ""]
    assert (info.your_seat, info.yours) == (None, False)
    assert await bert.sit(info.name.lower()) == 2
    await stage.time.pass_by(1)
    assert [seat.name for seat in eyes.last.tables[0].seats] == ["Ada", "Bert", ""]
    assert eyes.last.tables[0].your_seat == 2
    leave()
    leave()
    assert stage.lobby.presence.names == ("Ada",)


@pytest.mark.parametrize(("people", "seconds"), [(1, 0.1), (25, 0.1), (100, 0.4), (1000, 2.0)])
async def test_talk_reaches_a_crowd_less_often(people: int, seconds: float) -> None:
    """What many read is drawn as many times: the host's work for it stays the same."""
    stage, eyes = Simulation(), ReceivedSnapshots()
    for _ in range(people - 1):
        stage.port(BERT).follow_lobby(lambda _: None)
    stage.port(BERT).follow_lobby(eyes.see)
    ada = stage.port(ADA)
    await ada.say(None, "first")
    await stage.time.pass_by(0.1)
    assert len(eyes) == 2
    await ada.say(None, "second")
    await stage.time.pass_by(seconds * 0.9)
    assert len(eyes) == 2
    await stage.time.pass_by(seconds * 0.2)
    assert [line.text for line in eyes.last.chat] == ["first", "second"]


async def test_a_player_with_two_terminals_is_away_when_both_are_gone() -> None:
    """Others see since when somebody at their table is away, and that they are back."""
    stage, eyes = Simulation(), ReceivedSnapshots()
    first, second = stage.host.enter(BERT), stage.host.enter(BERT)
    table = await stage.port(ADA).open_table("toy", 2, {})
    await stage.port(BERT).sit(table)
    stage.port(ADA).follow_table(table, eyes.see)
    await stage.time.pass_by(5)
    first()
    assert eyes[-1].info.seats[1].away_since is None
    second()
    assert eyes[-1].info.seats[1].away_since == 105
    stage.host.enter(BERT)
    assert eyes[-1].info.seats[1].away_since is None


async def test_a_seat_is_found_again_after_a_restart() -> None:
    """A new host on the same journal knows the table, the seat and the move it was at."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("toy", 2, {"goal": "99"})
    await bert.sit(table)
    assert ada.home() is None
    await ada.start(table)
    assert ada.home() == bert.home() == table
    news: list[TableSnapshot] = []
    port = {1: ada, 2: bert}[stage.lobby.table(table).state.playthrough.asks[0].seat]  # type: ignore[union-attr]
    port.follow_table(table, news.append)
    assert news[-1].ask is not None
    await port.submit(table, news[-1].ask.id, Roll())

    again = await stage.restarted()
    assert again.port(ADA).home() == again.port(BERT).home() == table
    eyes = ReceivedSnapshots()
    again.port(port._player).follow_table(table, eyes.see)
    await settled()
    back: TableSnapshot = eyes.last
    assert (back.view, back.seq, back.info.stage) == (news[-1].view, 1, "running")
    assert back.past == news[-1].events


async def test_a_guest_keeps_a_seat_at_a_game_but_not_for_long_at_an_open_table() -> None:
    """Some time after a guest's session ended the open seat is free again; a running game goes on."""
    stage = Simulation()
    bye = stage.host.enter(GUEST)
    ada = stage.port(ADA)
    running, waiting = await ada.open_table("toy", 2, {}), await ada.open_table("toy", 2, {})
    for table in (running, waiting):
        await stage.port(GUEST).sit(table)
    await ada.start(running)
    bye()
    await stage.time.pass_by(119)
    assert stage.lobby.table(waiting).state.seat_of(GUEST.id) == 2
    await stage.time.pass_by(1)
    assert stage.lobby.table(running).state.seat_of(GUEST.id) == 2
    assert stage.lobby.table(waiting).state.seat_of(GUEST.id) is None
    again = await stage.restarted()
    assert again.lobby.table(running).state.seat_of(GUEST.id) == 2


async def test_guests_at_open_tables_do_not_outlive_the_host() -> None:
    """After a crash they have the same time to come back with a code, then their seats are free."""
    stage = Simulation()
    table = await stage.port(ADA).open_table("toy", 2, {})
    await stage.port(GUEST).sit(table)
    alone = await stage.port(GUEST).open_table("toy", 2, {})
    again = await stage.restarted(after=1000)
    await again.time.pass_by(119)
    assert again.lobby.table(table).state.players == ("ada", GUEST.id)
    await again.time.pass_by(1)
    assert again.lobby.table(table).state.players == ("ada",)
    with pytest.raises(Refused, match="no-table"):
        again.lobby.table(alone)


async def test_a_failing_listener_harms_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    """Others get their pictures although one listener raises each time."""
    stage, eyes = Simulation(), ReceivedSnapshots()

    def fail(_: LobbySnapshot) -> None:
        raise ZeroDivisionError

    stage.port(BERT).follow_lobby(fail)
    stage.port(ADA).follow_lobby(eyes.see)
    await stage.port(ADA).open_table("toy", 2, {})
    await stage.time.pass_by(1)
    assert len(eyes.last.tables) == 1
    assert "a listener of the lobby failed" in caplog.text


async def test_a_session_that_ends_follows_nothing() -> None:
    """Closing a port ends its subscriptions, also those that its screen forgot."""
    stage, port = Simulation(), None
    table = await stage.port(ADA).open_table("toy", 2, {})
    port, news = stage.port(BERT), ReceivedSnapshots()
    port.follow_lobby(news.see)
    release = port.follow_table(table, news.see)
    port.follow_table(table, news.see)
    release()
    assert stage.lobby.table(table).audience.players == {"bert"}
    port.close()
    seen = len(news)
    await stage.port(ADA).add_bot(table, "first")
    assert stage.lobby.table(table).audience.players == frozenset()
    assert len(news) == seen


async def test_a_table_is_forgotten_when_it_is_over_and_nobody_looks() -> None:
    """A finished table stays for those who look at its result, then it is gone."""
    stage = Simulation()
    ada, news = stage.port(ADA), ReceivedSnapshots()
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
    stage = Simulation(limits=Limits(own_tables=1))
    if code == "too-many-tables":
        await stage.port(ADA).open_table("toy", 2, {})
    before = await stage.journal.open_tables()
    with pytest.raises(Refused) as refused:
        await stage.port(ADA).open_table(*wish)
    assert refused.value.code == code
    assert await stage.journal.open_tables() == before
