"""What each address takes over all nodes, as rows; those that do not last end with their node."""

from __future__ import annotations

from collections.abc import Callable

from server.nodes.shares import HeldShare
from server.postgres.connection import Postgres
from server.postgres.protocols import PostgresConnection
from server.postgres_nodes.conversation import NodeConversation

LOCK = "SELECT pg_advisory_xact_lock($1, hashtext($2))"
SHARES = 0x73686172  # "shar"
"""The class of the advisory locks of addresses."""
TAKE = """
    INSERT INTO shares SELECT $1, $2, $3, $4
    WHERE (SELECT count(*) FROM shares WHERE what = $1 AND key = $3 AND holder <> $2) < $5
    ON CONFLICT DO NOTHING
"""
HELD = "SELECT EXISTS (SELECT 1 FROM shares WHERE what = $1 AND holder = $2)"
GIVE_BACK = """
    DELETE FROM shares USING unnest($1::text[], $2::text[]) AS given (what, holder)
    WHERE shares.what = given.what AND shares.holder = given.holder
"""
HOLD_AGAIN = """
    INSERT INTO shares SELECT what, holder, key, $1
    FROM unnest($2::text[], $3::text[], $4::text[]) AS held (what, holder, key) ON CONFLICT DO NOTHING
"""


SWEEP = """
    DELETE FROM shares WHERE what = 'tables' AND taken < $1
    AND NOT EXISTS (SELECT 1 FROM tables WHERE id = holder AND NOT ended)
"""
"""Deletes shares of tables that are not open: a node may be lost before it gives back what it ended."""
SLOW_SECONDS = 600.0
"""Seconds after which a table is there for which a share was taken."""


class PostgresShares:
    """See `server.nodes.shares.SharesOfAddresses`, and `ConversationPart`."""

    name = "shares"

    def __init__(
        self,
        node: str,
        database: Postgres,
        conversation: NodeConversation,
        conceal: Callable[[str], str],
    ) -> None:
        self._node, self._database, self._conversation = node, database, conversation
        self._conceal = conceal
        self._held: dict[tuple[str, str], HeldShare] = {}
        """Shares of this node that end with it."""
        self._given: set[tuple[str, str]] = set()
        """Shares that are to be given back."""

    async def take(self, share: HeldShare, most: int) -> bool:
        """See `SharesOfAddresses.take`."""
        place, key = (share.what, share.holder), self._conceal(share.key)
        node = None if share.lasting else self._node
        self._given.discard(place)

        async def job(connection: PostgresConnection) -> bool:
            await connection.execute(LOCK, SHARES, f"{share.what} {key}")
            await connection.execute(TAKE, share.what, share.holder, key, node, most)
            return bool(await connection.fetchval(HELD, *place))

        taken = await self._database.run(job)
        if taken and not share.lasting:
            self._held[place] = share
        return taken

    def give_back(self, what: str, holder: str) -> None:
        """See `SharesOfAddresses.give_back`."""
        self._held.pop((what, holder), None)
        self._given.add((what, holder))
        self._conversation.wake()

    async def begin(self, connection: PostgresConnection, *, anew: bool) -> None:
        """See `ConversationPart.begin`."""
        if anew and (held := tuple(self._held.values())):
            whats, holders = [one.what for one in held], [one.holder for one in held]
            keys = [self._conceal(one.key) for one in held]
            await connection.execute(HOLD_AGAIN, self._node, whats, holders, keys)

    async def write(self, connection: PostgresConnection) -> bool:
        """See `ConversationPart.write`."""
        if given := tuple(self._given):
            await connection.execute(GIVE_BACK, [what for what, _ in given], [holder for _, holder in given])
            self._given.difference_update(given)
        return False  # the others ask when they take one

    async def read(self, connection: PostgresConnection) -> None:
        """See `ConversationPart.read`."""
