"""Deals and the tables that play them, stored in a `server.sqlite.database.Database`."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence

from msgspec import json
from msgspec.structs import replace

from server.deals.deal import Deal, DealtTable, StewardResult
from server.sqlite.database import Database

SETTLE = "INSERT INTO deals (id, body) VALUES (?, ?) ON CONFLICT DO NOTHING"
FIND = "SELECT body FROM deals WHERE id = ?"
REPLACE = "UPDATE deals SET body = ? WHERE id = ?"
CLAIM = "INSERT INTO deal_tables (deal, who, table_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
CLAIMED = "SELECT table_id FROM deal_tables WHERE deal = ? AND who = ?"
TABLES = "SELECT who, table_id FROM deal_tables WHERE deal = ? ORDER BY number"
MEASURE = "UPDATE deals SET steward = ? WHERE id = ?"
MEASURED = "SELECT steward FROM deals WHERE id = ? AND steward <> ''"
PLAYED = "SELECT deal, table_id FROM deal_tables WHERE who = ? ORDER BY deal"
FORGET = "DELETE FROM deal_tables WHERE who = ?"


class SqliteDeals:
    """See `server.deals.store.DealStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settle(self, deal: Deal) -> Deal:
        """See `DealStore.settle`."""

        def job(connection: sqlite3.Connection) -> str:
            connection.execute(SETTLE, (deal.id, json.encode(deal).decode()))
            return str(connection.execute(FIND, (deal.id,)).fetchone()[0])

        return json.decode(await self._database.run(job), type=Deal)

    async def find(self, deal: str) -> Deal | None:
        """See `DealStore.find`."""
        row = await self._row(FIND, deal)
        return json.decode(row, type=Deal) if row else None

    async def close(self, deal: str) -> None:
        """See `DealStore.close`."""
        if found := await self.find(deal):
            body = json.encode(replace(found, void=True)).decode()
            await self._database.run(lambda connection: connection.execute(REPLACE, (body, deal)) and None)

    async def claim(self, deal: str, who: str, table: str) -> str:
        """See `DealStore.claim`."""

        def job(connection: sqlite3.Connection) -> str:
            connection.execute(CLAIM, (deal, who, table))
            return str(connection.execute(CLAIMED, (deal, who)).fetchone()[0])

        return await self._database.run(job)

    async def tables(self, deal: str) -> Sequence[DealtTable]:
        """See `DealStore.tables`."""

        def job(connection: sqlite3.Connection) -> Sequence[DealtTable]:
            return tuple(DealtTable(*row) for row in connection.execute(TABLES, (deal,)))

        return await self._database.run(job)

    async def played(self, who: str) -> Sequence[tuple[str, str]]:
        """See `DealStore.played`."""
        return await self._database.run(lambda connection: tuple(connection.execute(PLAYED, (who,))))

    async def measure(self, deal: str, steward: StewardResult) -> None:
        """See `DealStore.measure`."""
        body = json.encode(steward).decode()
        await self._database.run(lambda connection: connection.execute(MEASURE, (body, deal)) and None)

    async def measured(self, deal: str) -> StewardResult | None:
        """See `DealStore.measured`."""
        row = await self._row(MEASURED, deal)
        return json.decode(row, type=StewardResult) if row else None

    async def forget(self, player: str) -> None:
        """See `DealStore.forget`."""
        await self._database.run(lambda connection: connection.execute(FORGET, (player,)) and None)

    async def _row(self, query: str, deal: str) -> str:
        def job(connection: sqlite3.Connection) -> str:
            row = connection.execute(query, (deal,)).fetchone()
            return row[0] if row else ""

        return await self._database.run(job)
