"""Tables at which nobody is end, guests' first, and sooner where tables are scarce."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.registry import GAMES
from server.settings.limits import Limits
from server.settings.timeouts import DAY
from tests.server.simulation import ADA, BERT, GUEST, Simulation, play_on, refusal, settled, started

MINUTE = 60.0
WISH = ("toy", 2, {"goal": "9"})


async def left_alone(stage: Simulation, *players: object, private: bool = False) -> str:
    """A game of these players, with bots at the other seats, who have all gone."""
    here = [stage.enter(player) for player in players]  # type: ignore[arg-type]
    table = await started(stage, *(port for port, _ in here), private=private)
    for port, leave in here:
        port.close()
        leave()
    return table


def is_there(stage: Simulation, table: str) -> bool:
    return any(one.opening.id == table for one in stage.lobby.tables)


@pytest.mark.parametrize(
    ("players", "private", "kept"),
    [
        ((GUEST,), False, 30 * MINUTE),
        ((GUEST,), True, 30 * MINUTE),
        ((ADA,), True, DAY),
        ((ADA,), False, 7 * DAY),
        ((ADA, GUEST), False, 7 * DAY),
        ((ADA, BERT), True, 7 * DAY),
    ],
    ids=["guest", "guest's practice", "practice", "open game", "account and guest", "private game"],
)
async def test_a_game_is_kept_as_long_as_somebody_may_come_back(
    players: tuple[object, ...], private: bool, kept: float
) -> None:
    """From the moment that the last of its players left."""
    stage = Simulation()
    await stage.host.open()
    table = await left_alone(stage, *players, private=private)
    await stage.time.pass_by(kept - 1)
    assert is_there(stage, table)
    await stage.time.pass_by(2)
    assert not is_there(stage, table)


async def test_a_lesson_waits_for_a_week() -> None:
    stage = Simulation(games=GAMES)
    await stage.host.open()
    port, leave = stage.enter(ADA)
    table = await port.learn("court")
    leave()
    await stage.time.pass_by(7 * DAY - 1)
    assert is_there(stage, table)
    await stage.time.pass_by(2)
    assert not is_there(stage, table)


async def test_where_tables_are_scarce_guests_make_room_in_five_minutes() -> None:
    """Those that were there before, too; accounts' games stay."""
    stage = Simulation(limits=replace(Limits(), tables=5))
    await stage.host.open()
    guests = await left_alone(stage, GUEST)
    accounts = [await left_alone(stage, ADA) for _ in range(2)]
    await stage.time.pass_by(6 * MINUTE)
    assert is_there(stage, guests)
    accounts.append(await left_alone(stage, BERT))
    await stage.time.pass_by(1)
    assert not is_there(stage, guests)
    assert all(is_there(stage, table) for table in accounts)


async def test_a_full_host_makes_room_for_somebody_who_has_played() -> None:
    """A table of guests, or of an account without a move, ends for it: one at which nobody is before others,
    a game last, and never one of somebody who has played. Who is new is refused.
    """
    stage = Simulation(limits=replace(Limits(), tables=3))
    await stage.host.open()
    ada, _ = await stage.come("SHA256:ada", "Ada")
    bert, _ = await stage.come("SHA256:bert", "Bert")
    await play_on(stage, await started(stage, ada, bert, goal=9), ada, bert)
    fresh, leave = await stage.come("SHA256:fresh", "Fresh")
    guest, _ = stage.enter(GUEST)
    running, waiting = await started(stage, guest), await guest.open_table(*WISH)
    left = await fresh.open_table(*WISH)
    leave()
    assert (await refusal(guest.open_table(*WISH))).code == "host-full"
    assert (await refusal(fresh.open_table(*WISH))).code == "host-full"
    own = []
    for gone in (left, waiting, running):
        assert is_there(stage, gone)
        own.append(await ada.open_table(*WISH))
        await settled()
        assert not is_there(stage, gone)
    assert {table.opening.id for table in stage.lobby.tables} == {*own}
    assert (await refusal(ada.open_table(*WISH))).code == "host-full"


async def test_the_hosts_own_downtime_does_not_count() -> None:
    """A guest's resume code works until the table's time is over, in the host's uptime."""
    stage = Simulation()
    await stage.host.open()
    table = await left_alone(stage, GUEST)
    await stage.time.pass_by(10 * MINUTE)
    stage = await stage.restarted(after=3 * DAY)
    await stage.time.pass_by(20 * MINUTE - 1)
    assert is_there(stage, table)
    await stage.time.pass_by(10 * MINUTE + 2)
    assert not is_there(stage, table)
