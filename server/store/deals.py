"""Deals, and the tables that play them."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import json
from msgspec.structs import replace

from server.results.deal import Deal, DealtTable, StewardResult
from server.store.sql import Sql, Transaction

SETTLE = "INSERT INTO deals (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING"
FIND = "SELECT body FROM deals WHERE id = $1"
REPLACE = "UPDATE deals SET body = $2 WHERE id = $1"
CLAIM = """
    INSERT INTO deal_tables (deal, who, table_id, place, second) VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT DO NOTHING
"""
BEGUN_THERE = "SELECT count(*) FROM deal_tables WHERE deal = $1 AND place = $2 AND who <> $3"
FORGET_PLACES = "UPDATE deal_tables SET place = '' WHERE place <> '' AND deal NOT LIKE $1"
CLAIMED = "SELECT table_id FROM deal_tables WHERE deal = $1 AND who = $2"
TABLES = "SELECT who, table_id, second > 0 FROM deal_tables WHERE deal = $1 ORDER BY number"
MEASURE = "UPDATE deals SET steward = $2 WHERE id = $1"
MEASURED = "SELECT steward FROM deals WHERE id = $1 AND steward <> ''"
PLAYED = "SELECT deal, table_id FROM deal_tables WHERE who = $1"
FORGET = "DELETE FROM deal_tables WHERE who = $1"


class DealStore:
    """Keeps deals. Every coroutine returns after its change is durable, and raises the error of the store.
    What is there already is read after the insertion, which waits for another node that inserts the same.
    """

    def __init__(self, database: Sql) -> None:
        self._database = database

    async def settle(self, deal: Deal) -> Deal:
        """Keep a deal, unless one with its id is kept; return the one that is."""

        async def job(transaction: Transaction) -> str:
            await transaction.execute(SETTLE, deal.id, json.encode(deal).decode())
            return str(await transaction.value(FIND, deal.id))

        return json.decode(await self._database.run(job), type=Deal)

    async def find(self, deal: str) -> Deal | None:
        """Return a deal by its id; None: there is none."""
        rows = await self._database.fetch(FIND, deal)
        return json.decode(rows[0][0], type=Deal) if rows else None

    async def close(self, deal: str) -> None:
        """Let nobody begin a deal any more, if there is one."""
        if found := await self.find(deal):
            await self._database.execute(REPLACE, deal, json.encode(replace(found, void=True)).decode())

    async def claim(self, deal: str, who: str, table: str, place: str = "") -> str:
        """Note the table at which somebody plays a deal, unless one is noted; return the one that is. `place`
        tells from where, as a hash: whoever begins there after another is noted as a second; "": from nowhere
        that counts.
        """

        async def job(transaction: Transaction) -> str:
            await transaction.lock("deal", deal)
            second = place and await transaction.value(BEGUN_THERE, deal, place, who)
            await transaction.execute(CLAIM, deal, who, table, place, int(bool(second)))
            return str(await transaction.value(CLAIMED, deal, who))

        return await self._database.run(job)

    async def tables(self, deal: str) -> Sequence[DealtTable]:
        """Return the tables of a deal, in the order of their claims."""
        rows = await self._database.fetch(TABLES, deal)
        return tuple(DealtTable(who, table, bool(second)) for who, table, second in rows)

    async def played(self, who: str) -> Sequence[tuple[str, str]]:
        """Return the deals of which somebody has a table, by id, each with the id of the table."""
        return tuple(sorted((deal, table) for deal, table in await self._database.fetch(PLAYED, who)))

    async def measure(self, deal: str, steward: StewardResult) -> None:
        """Note what the bot reaches."""
        await self._database.execute(MEASURE, deal, json.encode(steward).decode())

    async def measured(self, deal: str) -> StewardResult | None:
        """Return what the bot reaches; None: that is not known."""
        rows = await self._database.fetch(MEASURED, deal)
        return json.decode(rows[0][0], type=StewardResult) if rows else None

    async def forget_places(self, day: str) -> None:
        """Delete from where deals of other days than this one were begun."""
        await self._database.execute(FORGET_PLACES, f"%-{day}")

    async def forget(self, player: str) -> None:
        """Delete the claims of an account."""
        await self._database.execute(FORGET, player)
