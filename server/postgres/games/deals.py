"""Deals and the tables that play them, on PostgreSQL."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import json
from msgspec.structs import replace

from server.deals.deal import Deal, DealtTable, StewardResult
from server.postgres.connection import Postgres

SETTLE = "INSERT INTO deals (id, body) VALUES ($1, $2) ON CONFLICT DO NOTHING"
FIND = "SELECT body FROM deals WHERE id = $1"
REPLACE = "UPDATE deals SET body = $2 WHERE id = $1"
CLAIM = "INSERT INTO deal_tables (deal, who, table_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
CLAIMED = "SELECT table_id FROM deal_tables WHERE deal = $1 AND who = $2"
TABLES = "SELECT who, table_id FROM deal_tables WHERE deal = $1 ORDER BY number"
MEASURE = "UPDATE deals SET steward = $2 WHERE id = $1"
MEASURED = "SELECT steward FROM deals WHERE id = $1 AND steward <> ''"
PLAYED = 'SELECT deal, table_id FROM deal_tables WHERE who = $1 ORDER BY deal COLLATE "C"'
FORGET = "DELETE FROM deal_tables WHERE who = $1"


class PostgresDeals:
    """See `server.deals.store.DealStore`. What is there already is read after the insertion, which waits for
    another node that inserts the same.
    """

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def settle(self, deal: Deal) -> Deal:
        """See `DealStore.settle`."""
        await self._database.execute(SETTLE, deal.id, json.encode(deal).decode())
        rows = await self._database.fetch(FIND, deal.id)
        return json.decode(rows[0][0], type=Deal)

    async def find(self, deal: str) -> Deal | None:
        """See `DealStore.find`."""
        rows = await self._database.fetch(FIND, deal)
        return json.decode(rows[0][0], type=Deal) if rows else None

    async def close(self, deal: str) -> None:
        """See `DealStore.close`."""
        if found := await self.find(deal):
            body = json.encode(replace(found, void=True)).decode()
            await self._database.execute(REPLACE, deal, body)

    async def claim(self, deal: str, who: str, table: str) -> str:
        """See `DealStore.claim`."""
        await self._database.execute(CLAIM, deal, who, table)
        rows = await self._database.fetch(CLAIMED, deal, who)
        return str(rows[0][0])

    async def tables(self, deal: str) -> Sequence[DealtTable]:
        """See `DealStore.tables`."""
        return tuple(DealtTable(*row) for row in await self._database.fetch(TABLES, deal))

    async def played(self, who: str) -> Sequence[tuple[str, str]]:
        """See `DealStore.played`."""
        return tuple((deal, table) for deal, table in await self._database.fetch(PLAYED, who))

    async def measure(self, deal: str, steward: StewardResult) -> None:
        """See `DealStore.measure`."""
        await self._database.execute(MEASURE, deal, json.encode(steward).decode())

    async def measured(self, deal: str) -> StewardResult | None:
        """See `DealStore.measured`."""
        rows = await self._database.fetch(MEASURED, deal)
        return json.decode(rows[0][0], type=StewardResult) if rows else None

    async def forget(self, player: str) -> None:
        """See `DealStore.forget`."""
        await self._database.execute(FORGET, player)
