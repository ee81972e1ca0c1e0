"""Claims of names over all nodes: a row for each skeleton."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection

from server.cluster.names import LocalClaims
from server.cluster.postgres.conversation import ConversationPart, NodeConversation
from server.identity.name_registry import CLAIM_SECONDS, Claims
from server.store.postgres.connection import Postgres
from server.store.postgres.protocols import PostgresConnection

CLAIM = """
    INSERT INTO name_claims AS held
    SELECT look, $1, $2 FROM unnest($3::text[]) AS look
    ON CONFLICT (look) DO UPDATE SET node = excluded.node, until = excluded.until
    WHERE held.until <= $4 OR (held.node = excluded.node AND held.until = excluded.until)
    RETURNING look
"""
LINGER = """
    UPDATE name_claims SET until = least(until, $1) WHERE node = $2 AND look = ANY ($3::text[])
"""
SWEEP = "DELETE FROM name_claims WHERE until < $1"
LINGER_SECONDS = 5.0
"""Seconds for which a released name stays claimed: longer than other nodes take to hear who has it."""


class _Claimed(Exception):  # noqa: N818
    """Somebody has claimed one of the skeletons: the transaction must leave nothing behind."""


class PostgresClaims(Claims, ConversationPart):
    """`is_claimed` knows this node's own claims."""

    name = "names"

    def __init__(
        self, node: str, database: Postgres, conversation: NodeConversation, clock: Callable[[], float]
    ) -> None:
        self._node, self._database, self._conversation, self._clock = node, database, conversation, clock
        self._own = LocalClaims()
        self._released: set[str] = set()

    async def claim(self, looks: Collection[str], now: float) -> bool:
        if not await self._own.claim(looks, now):
            return False
        wanted = sorted(looks)

        async def job(connection: PostgresConnection) -> None:
            got = await connection.fetch(CLAIM, self._node, now + CLAIM_SECONDS, wanted, now)
            if len(got) < len(wanted):
                raise _Claimed

        try:
            await self._database.run(job)
        except BaseException as error:
            self._own.release(looks)
            if isinstance(error, _Claimed):
                return False
            raise
        return True

    def release(self, looks: Collection[str]) -> None:
        self._released |= set(looks)
        self._conversation.wake()

    def is_claimed(self, look: str, now: float) -> bool:
        return self._own.is_claimed(look, now)

    async def write(self, connection: PostgresConnection) -> bool:
        if self._released:
            released = sorted(self._released)
            await connection.execute(LINGER, self._clock() + LINGER_SECONDS, self._node, released)
            self._released.difference_update(released)
            asyncio.get_running_loop().call_later(LINGER_SECONDS, self._own.release, released)
        return False  # the others ask when they want a name
