"""The list of tables is always what it would be if it were made anew."""

from __future__ import annotations

import pytest

from engine.game import Refused
from server.identity.accounts import Player
from server.lobby.listing.tables import AT_ONCE
from server.lobby.listing.viewers import LobbyPace
from server.lobby.lobby import Lobby
from tests.server.simulation import ADA, BERT, GUEST, ReceivedSnapshots, Simulation, settled
from tests.tui.table_pages import page_of
from tui.host.pictures import TableInfo
from tui.host.table_search import TableSearch


def anew(lobby: Lobby, player: str) -> tuple[TableInfo, ...]:
    """Every table looked at, newest first."""
    newest = sorted(lobby.tables, key=lambda table: table.opening.opened, reverse=True)
    return tuple(table.info(player) for table in newest if table.is_known_to(player))


def agrees(stage: Simulation) -> bool:
    """Whether every player is shown what there is."""
    listed = stage.lobby.broadcaster.listed
    searches = (TableSearch(count=1), TableSearch(skip=1), TableSearch(("toy",), stage="open"))
    for player in (ADA, BERT, GUEST):
        tables = anew(stage.lobby, player.id)
        if listed.to(player.id) != tables:
            return False
        if any(listed.find(player.id, search) != page_of(tables, search) for search in searches):
            return False
    return True


async def test_the_list_follows_every_table() -> None:
    """Opened, sat at, known by a code, begun, left by somebody, ended."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    first = await ada.open_table("toy", 2, {"goal": "99"})
    assert agrees(stage)
    await stage.time.pass_by(1)
    hidden = await bert.open_table("toy", 2, {}, private=True)
    assert agrees(stage)
    assert [info.id for info in stage.lobby.broadcaster.listed.to(ADA.id)] == [first]
    await stage.port(GUEST).watch(stage.lobby.table(hidden).opening.code)
    assert agrees(stage)
    assert [info.id for info in stage.lobby.broadcaster.listed.to(GUEST.id)] == [hidden, first]
    leave = stage.host.enter(BERT)
    await bert.sit(first)
    assert agrees(stage)
    await ada.start(first)
    leave()
    await settled()
    assert agrees(stage)
    for port in (ada, bert):
        await port.abandon(first)
    await settled()
    assert agrees(stage)
    assert [info.id for info in stage.lobby.broadcaster.listed.to(BERT.id)] == [hidden]


async def test_only_tables_that_changed_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture for one more player costs the host no look at every table."""
    stage = Simulation()
    for _ in range(3):
        await stage.port(ADA).open_table("toy", 2, {})
    (table, *_) = stage.lobby.tables
    looked_at: list[str] = []
    public = type(table).public.fget

    def look(at: object) -> object:
        looked_at.append(at.opening.id)  # type: ignore[attr-defined]
        assert public
        return public(at)

    monkeypatch.setattr(type(table), "public", property(look))
    listed = stage.lobby.broadcaster.listed
    assert len(listed.to(BERT.id)) == len(looked_at) == 3
    listed.to(GUEST.id)
    assert len(looked_at) == 3
    await stage.port(BERT).sit(table.opening.id)
    listed.to(GUEST.id)
    assert set(looked_at[3:]) == {table.opening.id}


async def test_a_second_terminal_is_news_to_nobody_else() -> None:
    """Others hear when a player begins or stops looking on, not of each terminal."""
    stage, others = Simulation(), ReceivedSnapshots()
    table = await stage.port(ADA).open_table("toy", 2, {})
    stage.port(ADA).follow_table(table, others.see)
    first, second = ReceivedSnapshots(), ReceivedSnapshots()
    leave = stage.port(BERT).follow_table(table, first.see)
    assert others.last.info.watching == 1
    heard = len(others)
    leave_again = stage.port(BERT).follow_table(table, second.see)
    assert second.last.info.watching == 1
    leave()
    assert len(others) == heard
    leave_again()
    assert others.last.info.watching == 0


async def test_a_returning_player_is_shown_their_table_alone() -> None:
    """And what the host says; others cannot look at a table they do not know."""
    stage = Simulation()
    ada = stage.port(ADA)
    table = await ada.open_table("toy", 2, {}, private=True)
    await ada.open_table("toy", 2, {})
    stage.lobby.announce("Maintenance at midnight.")
    picture = ada.look(table)
    assert (picture.you, picture.people, picture.notice) == ("Ada", (), "Maintenance at midnight.")
    assert [info.your_seat for info in picture.tables] == [1]
    with pytest.raises(Refused):
        stage.port(BERT).look(table)


async def test_many_changes_at_once_are_worked_out_in_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when hundreds of people at tables leave at the same moment. Who looks on is shown all of it soon."""
    stage, received, turns = Simulation(), ReceivedSnapshots(), list[int]()
    listed = stage.lobby.broadcaster.listed
    for number in range(3 * AT_ONCE):
        await stage.port(Player(f"p{number}", f"P{number}")).open_table("toy", 2, {})
    await stage.time.pass_by(LobbyPace().pages)
    assert agrees(stage)
    stage.lobby.broadcaster.follow(GUEST, received.see)
    work_out = listed.work_out

    def counted() -> None:
        before = len(listed._noted)
        work_out()
        turns.append(before - len(listed._noted))

    monkeypatch.setattr(listed, "work_out", counted)
    for table in stage.lobby.tables:
        await stage.port(BERT).sit(table.opening.id)
    assert listed.to(GUEST.id)
    assert turns == []
    await stage.time.pass_by(LobbyPace().pages)
    assert sum(turns) >= 3 * AT_ONCE
    assert max(turns) <= AT_ONCE
    assert agrees(stage)
    shown = [seat.name for info in received.last.tables for seat in info.seats]
    assert shown.count(BERT.name) == len(received.last.tables) > 0
