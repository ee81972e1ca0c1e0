"""Tables that other nodes open and end, found by comparing which tables are open with which are known; and
what each node tells of tables that their logs do not say, as rows that end with the node.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

from server.cluster.audiences import NOBODY, TableAudience, ToldAudiences
from server.cluster.directory import Ended, Opened, TableDirectory
from server.cluster.postgres.conversation import ConversationPart, NodeConversation
from server.cluster.postgres.membership import Membership
from server.log.entries import TableSummary
from server.store.journal.subscribers import Subscribers
from server.store.postgres.connection import Postgres
from server.store.postgres.journal import summaries
from server.store.postgres.protocols import PostgresConnection
from tui.host.port import Release

FINGERPRINT = (
    "SELECT count(*), coalesce(max(number), 0), coalesce(sum(number), 0) FROM tables WHERE NOT ended"
)
"""Another one means that other tables are open."""
OPEN = "SELECT id FROM tables WHERE NOT ended"
AUDIENCES_LOCK = "LOCK TABLE node_audiences IN SHARE ROW EXCLUSIVE MODE"
TELL = """
    INSERT INTO node_audiences
    SELECT $1, table_id, watching, seq, round, nextval('audience_changes')
    FROM unnest($2::text[], $3::integer[], $4::integer[], $5::integer[])
    AS told (table_id, watching, seq, round)
    ON CONFLICT (node, table_id) DO UPDATE
    SET watching = excluded.watching, seq = excluded.seq, round = excluded.round, change = excluded.change
"""
TOLD = """
    SELECT node, table_id, watching, seq, round, change FROM node_audiences
    WHERE change > $1 AND node <> $2 ORDER BY change
"""
SWEEP = """
    DELETE FROM node_audiences
    WHERE NOT EXISTS (SELECT 1 FROM tables WHERE id = table_id AND NOT ended)
"""
"""Deletes what was told of tables that have ended."""


class PostgresDirectory(TableDirectory, ConversationPart):
    name = "tables"

    def __init__(self, database: Postgres) -> None:
        self._database = database
        self._known: set[str] = set()
        """The tables that were open when this was read last."""
        self._own: set[str] = set()
        """Tables that this node opens, until they are known."""
        self._unsure: set[str] = set()
        """Tables of which nobody knows whether this node has opened them."""
        self._fingerprint: tuple[int, ...] | None = None
        """None: the tables that are open when this node starts are not known yet."""
        self._reading = asyncio.Lock()
        self._opened: Subscribers[None, TableSummary] = Subscribers("tables that other nodes open")
        self._ended: Subscribers[None, str] = Subscribers("tables that other nodes end")

    def follow(self, opened: Opened, ended: Ended) -> Release:
        releases = self._opened.add(None, opened), self._ended.add(None, ended)

        def release() -> None:
            for one in releases:
                one()

        return release

    def opens(self, table: str) -> None:
        """Note a table that this node itself is about to open."""
        self._own.add(table)

    def may_have_opened(self, table: str) -> None:
        """Note that nobody knows whether this node opened a table: if it did, it is told like another's."""
        self._own.discard(table)
        self._unsure.add(table)
        self._fingerprint = self._fingerprint and ()

    async def catch_up(self) -> None:
        await self._database.run(self.read)

    async def read(self, connection: PostgresConnection) -> None:
        async with self._reading:
            fingerprint = tuple(map(int, await connection.fetchrow(FINGERPRINT)))
            if fingerprint == self._fingerprint:
                return
            there = {row["id"] for row in await connection.fetch(OPEN)}
            is_first = self._fingerprint is None
            unsure = there & self._unsure
            new = (there - self._known - self._own) | unsure
            found = await summaries(self._database, new) if new and not is_first else ()
            self._fingerprint = fingerprint
            ended, self._known = self._known - there, there
            self._own -= there
            self._unsure -= unsure
            for summary in found:
                self._opened.publish(summary)
            for table in ended:
                self._ended.publish(table)


class PostgresAudiences(ToldAudiences, ConversationPart):
    name = "audiences"

    def __init__(self, conversation: NodeConversation, membership: Membership) -> None:
        super().__init__()
        self._conversation, self._membership = conversation, membership
        self._own: dict[str, TableAudience] = {}
        self._untold: set[str] = set()
        """The tables of which something is to be told."""
        self._last = 0
        membership.follow(self._end_lost)

    def tell(self, table: str, here: TableAudience) -> None:
        self._own[table] = here
        if here == NOBODY:
            del self._own[table]
        self._untold.add(table)
        self._conversation.wake()

    async def begin(self, connection: PostgresConnection, *, anew: bool) -> None:
        if anew:  # the others know nothing of this node
            self._untold = set(self._own)
            return
        self._untold |= self._own.keys()
        self._last = 0
        there = await self._read(connection)
        self._end((node, table) for node, table, _ in self.everything() if (node, table) not in there)

    async def write(self, connection: PostgresConnection) -> bool:
        told = {table: self._own.get(table, NOBODY) for table in self._untold}
        if not told:
            return False
        columns = zip(*((one.watching, one.seq, one.round) for one in told.values()), strict=True)
        async with connection.transaction():
            await connection.execute(AUDIENCES_LOCK)
            await connection.execute(TELL, self._membership.node, list(told), *map(list, columns))
        self._untold -= {table for table, one in told.items() if self._own.get(table, NOBODY) == one}
        return True

    async def read(self, connection: PostgresConnection) -> None:
        await self._read(connection)

    async def _read(self, connection: PostgresConnection) -> set[tuple[str, str]]:
        """Tell what has changed, and return the nodes and tables that it concerned."""
        changed = set()
        for node, table, *told, change in await connection.fetch(TOLD, self._last, self._membership.node):
            self._last = max(self._last, change)
            changed.add((node, table))
            self.note(node, table, TableAudience(*told))
        return changed

    def _end_lost(self) -> None:
        """Forget what was told by nodes that are no longer present."""
        present = self._membership.present
        self._end((node, table) for node, table, _ in self.everything() if node not in present)

    def _end(self, places: Iterable[tuple[str, str]]) -> None:
        for node, table in tuple(places):
            self.note(node, table, NOBODY)
