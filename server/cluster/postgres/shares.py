"""What is taken of a host over all nodes, as rows; those that do not last end with their node."""

from __future__ import annotations

from collections.abc import Callable

from server.cluster.postgres.conversation import ConversationPart, NodeConversation
from server.cluster.shares import HeldShare, HeldShares
from server.store.postgres.connection import Postgres
from server.store.postgres.protocols import PostgresConnection

LOCK = """
    SELECT pg_advisory_xact_lock($1, place)
    FROM (SELECT DISTINCT hashtext(place) AS place FROM unnest($2::text[]) AS place ORDER BY place) AS places
"""
"""Locks what is counted, everywhere in the same order: or two may wait for each other."""
SHARES = 0x73686172  # "shar"
"""The class of these advisory locks."""
FULL = """
    SELECT number
    FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[])
    WITH ORDINALITY AS wanted (what, holder, key, most, number)
    WHERE NOT EXISTS (SELECT FROM shares WHERE what = wanted.what AND holder = wanted.holder)
    AND (SELECT count(*) FROM shares WHERE what = wanted.what AND key = wanted.key AND holder <> $5) >= most
    ORDER BY number LIMIT 1
"""
TAKE = """
    INSERT INTO shares SELECT what, holder, key, node
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS wanted (what, holder, key, node)
    ON CONFLICT DO NOTHING
"""
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


class PostgresShares(HeldShares, ConversationPart):
    name = "shares"

    def __init__(
        self, node: str, database: Postgres, conversation: NodeConversation, conceal: Callable[[str], str]
    ) -> None:
        self._node, self._database, self._conversation = node, database, conversation
        self._conceal = conceal
        self._held: dict[tuple[str, str], HeldShare] = {}
        """Shares of this node that end with it."""
        self._given: set[tuple[str, str]] = set()
        """Shares that are to be given back."""

    async def take(self, *shares: HeldShare, instead: str = "") -> HeldShare | None:
        places = {(share.what, share.holder): share for share in shares}
        whats, holders = [share.what for share in shares], [share.holder for share in shares]
        keys = [self._conceal(share.key) for share in shares]
        nodes = [None if share.lasting else self._node for share in shares]
        self._given.difference_update(places)

        async def job(connection: PostgresConnection) -> int | None:
            counted = [f"{what} {key}" for what, key in zip(whats, keys, strict=True)]
            await connection.execute(LOCK, SHARES, counted)
            mosts = [share.most for share in shares]
            full: int | None = await connection.fetchval(FULL, whats, holders, keys, mosts, instead)
            if full is None:
                if instead:
                    await connection.execute(GIVE_BACK, whats, [instead] * len(whats))
                await connection.execute(TAKE, whats, holders, keys, nodes)
            return full

        if (full := await self._database.run(job)) is not None:
            return shares[full - 1]
        for what in whats:
            self._held.pop((what, instead), None)
        self._held |= {place: share for place, share in places.items() if not share.lasting}
        return None

    def give_back(self, what: str, holder: str) -> None:
        self._held.pop((what, holder), None)
        self._given.add((what, holder))
        self._conversation.wake()

    async def begin(self, connection: PostgresConnection, *, anew: bool) -> None:
        if anew and (held := tuple(self._held.values())):
            whats, holders = [one.what for one in held], [one.holder for one in held]
            keys = [self._conceal(one.key) for one in held]
            await connection.execute(HOLD_AGAIN, self._node, whats, holders, keys)

    async def write(self, connection: PostgresConnection) -> bool:
        if given := tuple(self._given):
            await connection.execute(GIVE_BACK, [what for what, _ in given], [holder for _, holder in given])
            self._given.difference_update(given)
        return False  # the others ask when they take one
