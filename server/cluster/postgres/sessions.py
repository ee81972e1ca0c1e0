"""The sessions on all nodes, as rows that end with their node."""

from __future__ import annotations

from collections.abc import Iterable

from server.cluster.postgres.conversation import ConversationPart, NodeConversation
from server.cluster.postgres.membership import Membership
from server.cluster.sessions import Came, Left, SessionDirectory, SharedSession
from server.store.journal.subscribers import Subscribers
from server.store.postgres.protocols import PostgresConnection
from tui.host.port import Release

LOCK = "LOCK TABLE node_sessions IN SHARE ROW EXCLUSIVE MODE"
WRITE = """
    INSERT INTO node_sessions
    (node, number, player, name, address, since, left_at, key, table_id, change)
    SELECT $1, told.*, nextval('session_changes')
    FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[], $8::text[],
        $9::text[]) AS told
    ON CONFLICT (node, number) DO UPDATE
    SET name = excluded.name, address = excluded.address, left_at = excluded.left_at, key = excluded.key,
    table_id = excluded.table_id, change = excluded.change
"""
TIDY = "DELETE FROM node_sessions WHERE node = $1 AND left_at < $2"
KEPT_SECONDS = 60.0
"""Seconds for which it is stored that a session has ended."""
READ = """
    SELECT node, number, player, name, address, since, key, table_id, left_at, change FROM node_sessions
    WHERE change > $1 AND node <> $2 ORDER BY change
"""


class PostgresSessions(SessionDirectory, ConversationPart):
    name = "sessions"

    def __init__(
        self, conversation: NodeConversation, membership: Membership, *, keeps_addresses: bool
    ) -> None:
        """Prepare. Without `keeps_addresses`, no other node is told the address of a session."""
        self._conversation, self._membership = conversation, membership
        self._keeps_addresses = keeps_addresses
        self._own: dict[int, SharedSession] = {}
        self._changed: dict[int, tuple[SharedSession, float | None]] = {}
        """What has to be told: sessions, and when they ended."""
        self._others: dict[tuple[str, int], SharedSession] = {}
        self._last = 0
        self._latest_end = 0.0
        self._came: Subscribers[None, SharedSession] = Subscribers("sessions that begin")
        self._left: Subscribers[None, tuple[SharedSession, float]] = Subscribers("sessions that end")
        membership.follow(self._end_lost)

    def enter(self, session: SharedSession) -> None:
        self._own[session.number] = session
        self._changed[session.number] = session, None
        self._conversation.wake()

    def leave(self, session: SharedSession, when: float) -> None:
        self._own.pop(session.number, None)
        self._changed[session.number] = session, when
        self._conversation.wake()

    def follow(self, came: Came, left: Left) -> Release:
        for session in tuple(self._others.values()):
            came(session)
        releases = self._came.add(None, came), self._left.add(None, lambda gone: left(*gone))

        def release() -> None:
            for one in releases:
                one()

        return release

    async def begin(self, connection: PostgresConnection, *, anew: bool) -> None:
        if anew:  # also those whose end is not told yet: the others know nothing of them
            self._changed = {number: (session, None) for number, session in self._own.items()}
            return
        self._changed |= {number: (session, None) for number, session in self._own.items()}
        self._last = 0
        there = await self._read(connection)
        self._end(self._others.keys() - there)

    async def write(self, connection: PostgresConnection) -> bool:
        changed = tuple(self._changed.items())
        if not changed:
            return False
        sessions = [session for _, (session, _) in changed]
        ends = [end for _, (_, end) in changed]
        addresses = [
            one.address if self._keeps_addresses and end is None else "" for _, (one, end) in changed
        ]
        node = self._membership.node
        async with connection.transaction():
            await connection.execute(LOCK)
            await connection.execute(
                WRITE, node, [one.number for one in sessions], [one.player for one in sessions],
                [one.name for one in sessions], addresses,
                [one.since for one in sessions], ends, [one.key for one in sessions],
                [one.table for one in sessions],
            )  # fmt: skip
            self._latest_end = max([self._latest_end, *filter(None, ends)])
            await connection.execute(TIDY, node, self._latest_end - KEPT_SECONDS)
        for number, told in changed:
            if self._changed.get(number) is told:
                del self._changed[number]
        return True

    async def read(self, connection: PostgresConnection) -> None:
        await self._read(connection)

    async def _read(self, connection: PostgresConnection) -> set[tuple[str, int]]:
        """Tell what has changed, and return which sessions that concerned."""
        changed = set()
        for *columns, left_at, change in await connection.fetch(READ, self._last, self._membership.node):
            self._last = max(self._last, change)
            session = SharedSession(*columns)
            place = session.node, session.number
            changed.add(place)
            if left_at is None:
                self._tell(session)
            elif known := self._others.pop(place, None):
                self._left.publish((known, left_at))
        return changed

    def _end_lost(self) -> None:
        """End the sessions of nodes that are no longer present."""
        present = self._membership.present
        self._end([place for place in self._others if place[0] not in present])

    def _tell(self, session: SharedSession) -> None:
        place = session.node, session.number
        if self._others.get(place) != session:
            self._others[place] = session
            self._came.publish(session)

    def _end(self, places: Iterable[tuple[str, int]]) -> None:
        """End sessions at the last heartbeats of their nodes."""
        for place in tuple(places):
            session = self._others.pop(place)
            self._left.publish((session, self._membership.last_beat(place[0], session.since)))
