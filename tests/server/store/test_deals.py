"""Deals and the tables that play them, in every store."""

import asyncio

from engine.registry import GAMES
from server.results.deal import DealtTable, StewardResult, daily_deal, daily_id, match_deal
from tests.server.stores import Stores

TODAY = "2026-11-24"
DEAL = daily_deal(GAMES["court"], TODAY, bytes(range(32)))
OTHER = daily_deal(GAMES["court"], TODAY, bytes(32))
STEWARD = StewardResult(1.67, 43.0, 3)


async def test_a_deal_is_settled_once(stores: Stores) -> None:
    """Whoever is first: the other gets what is kept."""
    assert await stores.deals.find(DEAL.id) is None
    settled = await asyncio.gather(stores.deals.settle(DEAL), stores.deals.settle(OTHER))
    assert settled[0] == settled[1] == await stores.deals.find(daily_id("court", TODAY))


async def test_a_match_keeps_its_options(stores: Stores) -> None:
    deal = match_deal(GAMES["court"], "7f", 4, {"edition": "en", "rounds": "20"}, bytes(32))
    assert await stores.deals.settle(deal) == deal
    assert deal.options == {"edition": "en", "rounds": 20, "chance": "duplicate"}


async def test_an_account_has_one_table_of_a_deal(stores: Stores) -> None:
    await stores.deals.settle(DEAL)
    claims = (stores.deals.claim(DEAL.id, "ada", table) for table in ("t1", "t2", "t3"))
    (table,) = set(await asyncio.gather(*claims))
    assert await stores.deals.claim(DEAL.id, "bert", "t4") == "t4"
    assert list(await stores.deals.tables(DEAL.id)) == [DealtTable("ada", table), DealtTable("bert", "t4")]
    assert list(await stores.deals.tables("another")) == []
    assert list(await stores.deals.played("bert")) == [(DEAL.id, "t4")]
    assert list(await stores.deals.played("cy")) == []


async def test_an_account_that_is_forgotten_has_played_nothing(stores: Stores) -> None:
    await stores.deals.settle(DEAL)
    for who in ("ada", "bert"):
        await stores.deals.claim(DEAL.id, who, f"table of {who}")
    await stores.deals.forget("ada")
    assert [one.who for one in await stores.deals.tables(DEAL.id)] == ["bert"]


async def test_what_the_bot_reaches_is_kept(stores: Stores) -> None:
    await stores.deals.settle(DEAL)
    assert await stores.deals.measured(DEAL.id) is None
    await stores.deals.measure(DEAL.id, STEWARD)
    assert await stores.deals.measured(DEAL.id) == STEWARD
    assert await stores.deals.settle(OTHER) == DEAL
