"""What a lobby tells of the day, to each what they may know."""

from __future__ import annotations

import pytest

from server.store.deals import DealStore
from server.store.sqlite.memory import MemorySql
from tests.server.host.test_daily import account, drive, host_with
from tests.server.simulation import Simulation
from tests.three_games import THREE

pytestmark = pytest.mark.usefixtures("quick_stewards")


@pytest.fixture
async def stage() -> Simulation:
    return await host_with(DealStore(MemorySql()))


async def test_each_game_has_its_deal_and_its_next_opponent(stage: Simulation) -> None:
    ada = await account(stage, "ada")
    today = await ada.today()
    assert [one.deal.game for one in today.deals] == [*THREE]
    assert all((one.rank, one.ranked, one.deal.state) == (0, 0, "") for one in today.deals)
    assert [(one.game, one.next.name if one.next else "", one.kept) for one in today.ladders] == [
        (game, "Amber", True) for game in THREE
    ]
    assert today.may_play


async def test_who_has_played_no_game_and_who_has_no_key_may_not_play_deals(stage: Simulation) -> None:
    new = await account(stage, "ada", played=False)
    guest, _ = await stage.come(None, "gus")
    for port in (new, guest):
        assert not (await port.today()).may_play


async def test_a_deal_has_the_own_rank_once_it_is_played(stage: Simulation) -> None:
    """Among those who have played it; the others are told how many have begun."""
    ada, bob = await account(stage, "ada"), await account(stage, "bob")
    table = await ada.play_daily("court")
    assert [one.deal.state for one in (await ada.today()).deals] == ["running", "", ""]
    await drive(stage, ada, table)
    mine = (await ada.today()).deals[0]
    assert (mine.deal.state, mine.rank, mine.ranked) == ("over", 1, 1)
    assert mine.points is not None
    other = (await bob.today()).deals[0]
    assert (other.deal.players, other.rank, other.points) == (1, 0, None)


async def test_a_deal_that_is_open_is_nobody_s_news(stage: Simulation) -> None:
    ada, bob = await account(stage, "ada"), await account(stage, "bob")
    before = {game.id for game in (await bob.today()).ended}
    table = await ada.play_daily("court")
    await drive(stage, ada, table)
    for port in (ada, bob):
        assert table not in {game.id for game in (await port.today()).ended}
    assert {game.id for game in (await bob.today()).ended} == before


async def test_who_hides_the_profile_is_not_named(stage: Simulation) -> None:
    ada, bob = await account(stage, "ada"), await account(stage, "bob")
    assert any(seat.name == "ada" for game in (await bob.today()).ended for seat in game.seats)
    await ada.set("profile", "hidden")
    assert not any(seat.name == "ada" for game in (await bob.today()).ended for seat in game.seats)


async def test_a_week_adds_up_own_games_and_counts_everybody_s(stage: Simulation) -> None:
    """Without games that are older, and for guests without any of their own."""
    ada, bob = await account(stage, "ada"), await account(stage, "bob")
    guest, _ = await stage.come(None, "gus")
    before = await ada.week()
    assert before.games == ()  # they have played a game that is not offered here
    await drive(stage, ada, await ada.play_daily("court"))
    week = await ada.week()
    assert [(one.game, one.played, one.best is not None) for one in week.games] == [("court", 1, True)]
    assert week.streak == week.longest == week.games[0].won
    assert (await bob.week()).games == before.games
    assert (await guest.week()).games == ()
    assert len(week.ended) == 28
    assert (await guest.week()).ended == (await bob.week()).ended == week.ended
    await stage.time.pass_by(8 * 86_400.0)
    later = await ada.week()
    assert (later.games, sum(later.ended)) == ((), 0)
