"""Codes of keys, and who has typed the code of a private table, as rows."""

from __future__ import annotations

from collections.abc import Collection
from uuid import uuid4

import msgspec

from server.cluster.codes import SharedCodes
from server.identity.codes import KeyOffer
from server.store.postgres.connection import Postgres

OFFER = """
    INSERT INTO key_offers VALUES ($1, $2, $3, $4) ON CONFLICT (key) DO UPDATE
    SET code = excluded.code, offer = excluded.offer, until = excluded.until, taken_by = NULL
"""
TAKE = """
    UPDATE key_offers SET taken_by = $3 WHERE key = (
        SELECT key FROM key_offers WHERE code = $1 AND until > $2 AND (taken_by IS NULL OR taken_by = $3)
        ORDER BY until LIMIT 1
    ) AND (taken_by IS NULL OR taken_by = $3) RETURNING offer
"""
"""One who asks again, because the answer was lost, is the same taker ($3)."""
KNOW = "INSERT INTO known_tables VALUES ($1, $2) ON CONFLICT DO NOTHING"
KNOWN = "SELECT table_id FROM known_tables JOIN tables ON id = table_id WHERE player = $1 AND NOT ended"
SWEEP_OFFERS = "DELETE FROM key_offers WHERE until < $1"
SWEEP_KNOWN = (
    "DELETE FROM known_tables WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id AND NOT ended)"
)


class PostgresCodes(SharedCodes):
    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def offer(self, offered: KeyOffer, code: str, until: float) -> None:
        await self._database.execute(OFFER, offered.key, code, msgspec.json.encode(offered).decode(), until)

    async def take(self, code: str, now: float) -> KeyOffer | None:
        rows = await self._database.fetch(TAKE, code, now, uuid4())
        return msgspec.json.decode(rows[0][0], type=KeyOffer) if rows else None

    async def know(self, table: str, player: str) -> None:
        await self._database.execute(KNOW, table, player)

    async def known_to(self, player: str) -> Collection[str]:
        return [row[0] for row in await self._database.fetch(KNOWN, player)]
