"""Tables with a start time: how long they stay, and who is reminded."""

from __future__ import annotations

from collections.abc import Callable

from server.host.port import HostPort
from server.lobby.reminders import BEFORE
from server.lobby.start_times import STAYS
from tests.server.cluster.hosts import two_nodes
from tests.server.simulation import ADA, ReceivedSnapshots, Simulation, refusal, settled
from tui.host.pictures import SeatNews

LATER = 8 * 3600.0


async def come(stage: Simulation, name: str) -> tuple[HostPort, ReceivedSnapshots, Callable[[], None]]:
    port, leave = await stage.come(f"SHA256:{name}", name)
    heard = ReceivedSnapshots()
    port.follow_seats(heard.see)
    await settled()
    return port, heard, leave


async def test_it_stays_open_without_its_players_until_fifteen_minutes_past() -> None:
    """Although other tables are closed long before; then nobody's table is closed."""
    stage = Simulation()
    ada, _, leave = await come(stage, "Ada")
    table = await ada.open_table("toy", 2, {}, starts="+8h")
    other = await ada.open_table("toy", 2, {})
    leave()
    await stage.time.pass_by(LATER)
    assert stage.lobby.find(table)
    assert not stage.lobby.find(other)
    await stage.time.pass_by(STAYS - 1)
    assert stage.lobby.find(table)
    await stage.time.pass_by(2)
    assert not stage.lobby.find(table)


async def test_who_is_away_then_loses_the_seat_and_who_is_here_keeps_it() -> None:
    stage = Simulation()
    (ada, _, _), (bert, _, leave) = await come(stage, "Ada"), await come(stage, "Bert")
    table = await ada.open_table("toy", 2, {}, starts="+1h")
    await bert.join(table)
    leave()
    await stage.time.pass_by(3600 + STAYS - 1)
    assert [seat.name for seat in stage.lobby.table(table).public.seats] == ["Ada", "Bert"]
    await stage.time.pass_by(200)
    assert [seat.name for seat in stage.lobby.table(table).public.seats] == ["Ada", ""]
    assert stage.lobby.table(table).state.stage == "open"


async def test_everybody_who_sits_there_is_reminded() -> None:
    """Ten minutes before and at the time, here and, where they are away, when they come; not after the game
    has begun.
    """
    stage = Simulation()
    (ada, heard, _), (bert, _, leave) = await come(stage, "Ada"), await come(stage, "Bert")
    table = await ada.open_table("toy", 2, {}, starts="+1h")
    await bert.join(table)
    heard.clear()
    bert.close()
    leave()
    await stage.time.pass_by(3600 - BEFORE[0] - 1)
    assert heard == []
    await stage.time.pass_by(2)
    reminder = SeatNews("reminder", table, stage.lobby.table(table).opening.name)
    assert heard == [reminder]
    _, later, _ = await come(stage, "Bert")
    assert later == [reminder]
    await ada.start(table)
    heard.clear()
    await stage.time.pass_by(3600)
    assert [news for news in heard if news.kind == "reminder"] == []


async def test_a_reminder_comes_once_whatever_nodes_there_are_and_after_a_restart() -> None:
    nodes = await two_nodes()
    ada, heard = nodes.enter("one", ADA), ReceivedSnapshots()
    ada.follow_seats(heard.see)
    await ada.open_table("toy", 2, {}, starts="+1h")
    await nodes.told()
    await nodes.time.pass_by(3600 - BEFORE[0] + 60)
    assert [news.kind for news in heard] == ["reminder"]
    stage = Simulation()
    bert, _, _ = await come(stage, "Bert")
    table = await bert.open_table("toy", 2, {}, starts="+1h")
    again = await stage.restarted(after=60.0, people=stage.host.dependencies.stores.people)
    assert again.lobby.table(table).opening.starts == 100.0 + 3600
    _, told, _ = await come(again, "Bert")
    await again.time.pass_by(3600 - BEFORE[0])
    assert [news.kind for news in told] == ["reminder"]


async def test_the_time_of_day_is_that_of_the_players_zone() -> None:
    """The one they set, else their client's, else the host's; one that is no zone counts as none."""
    stage = Simulation(zone="Europe/Rome")
    ada, _, _ = await come(stage, "Ada")
    assert ada.zone == "Europe/Rome"
    player = stage.lobby.presence.named("Ada")
    assert player
    port = stage.host.port(player, zone="America/New_York")
    assert port.zone == "America/New_York"
    assert stage.host.port(player, zone=":bad").zone == "Europe/Rome"
    await port.set("zone", "Asia/Tokyo")
    assert port.zone == "Asia/Tokyo"
    table = await port.open_table("toy", 2, {}, starts="10:00")  # 09:00 on the first day of the epoch there
    assert stage.lobby.table(table).public.starts == 3600.0
    assert (await refusal(port.open_table("toy", 2, {}, starts="soon"))).code == "no-start-time"


async def test_who_wants_to_play_now_is_not_seated_there() -> None:
    stage = Simulation()
    (ada, _, _), (bert, _, _) = await come(stage, "Ada"), await come(stage, "Bert")
    table = await ada.open_table("toy", 2, {}, starts="+1h")
    assert await bert.match("toy") != table
