"""Chat lines on all nodes: the last of each place are rows."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

import msgspec

from server.cluster.postgres.conversation import ConversationPart, NodeConversation
from server.cluster.talk import KEPT_LINES, Heard, SharedTalk, SpokenLine
from server.store.journal.subscribers import Subscribers
from server.store.postgres.connection import Postgres
from server.store.postgres.protocols import PostgresConnection
from tui.host.pictures import ChatLine
from tui.host.port import Release

LOCK = "LOCK TABLE talk IN SHARE ROW EXCLUSIVE MODE"
WRITE = """
    INSERT INTO talk
    SELECT nextval('talk_numbers'), $1, spoken, place, who, line, extract(epoch FROM clock_timestamp())
    FROM unnest($2::integer[], $3::text[], $4::text[], $5::text[]) AS told (spoken, place, who, line)
    ORDER BY spoken ON CONFLICT (node, spoken) DO NOTHING
"""
TRIM = """
    DELETE FROM talk USING unnest($1::text[]) AS spoken (place)
    WHERE talk.place = spoken.place AND written < extract(epoch FROM clock_timestamp()) - $3 AND number <= (
        SELECT number FROM talk AS kept WHERE kept.place = spoken.place
        ORDER BY number DESC OFFSET $2 LIMIT 1
    )
"""
READ = (
    "SELECT number, node, spoken, place, who, line FROM talk WHERE number > $1 AND node <> $2 ORDER BY number"
)
READ_KEPT = """
    SELECT number, node, spoken, place, who, line FROM (
        SELECT *, row_number() OVER (PARTITION BY place ORDER BY number DESC) AS age FROM talk
    ) AS lines WHERE age <= $1 ORDER BY number
"""
LAST = "SELECT coalesce(max(number), 0) FROM talk"
FORGET = "DELETE FROM talk WHERE who = $1"
SWEEP = (
    "DELETE FROM talk WHERE place <> '' AND NOT EXISTS (SELECT 1 FROM tables WHERE id = place AND NOT ended)"
)
"""Deletes the talk of tables that have ended."""


UNREAD_SECONDS = 60.0
"""Seconds for which further lines are stored: nodes may not have read them yet."""


class PostgresTalk(SharedTalk, ConversationPart):
    name = "talk"

    def __init__(self, node: str, database: Postgres, conversation: NodeConversation) -> None:
        self._node, self._database, self._conversation = node, database, conversation
        self._said: deque[tuple[int, SpokenLine]] = deque()
        """Lines of this node that are not written yet, each with its number."""
        self._spoken = 0
        self._last: int | None = None
        """The number of the last line that was read; None: no line was read yet."""
        self._latest: dict[str, int] = {}
        """The number of the last line that was heard of each node."""
        self._kept: list[SpokenLine] = []
        """What was heard before anybody listened."""
        self._heard: Subscribers[None, SpokenLine] = Subscribers("talk on other nodes")

    def say(self, spoken: SpokenLine) -> None:
        self._spoken += 1
        self._said.append((self._spoken, spoken))
        self._conversation.wake()

    def follow(self, heard: Heard) -> Release:
        kept, self._kept = self._kept, []
        for spoken in kept:
            heard(spoken)
        return self._heard.add(None, heard)

    async def forget(self, who: str) -> None:
        self._kept = [spoken for spoken in self._kept if spoken.who != who]
        self._said = deque(said for said in self._said if said[1].who != who)
        await self._database.execute(FORGET, who)

    async def begin(self, connection: PostgresConnection, *, anew: bool) -> None:  # noqa: ARG002
        if self._last is None:
            self._last = 0
            self._hear(await connection.fetch(READ_KEPT, KEPT_LINES))
        elif await connection.fetchval(LAST) < self._last:  # after a crash, the server counts from 1 again
            self._last = 0

    async def write(self, connection: PostgresConnection) -> bool:
        said = tuple(self._said)
        if not said:
            return False
        lines = [msgspec.json.encode(spoken.line).decode() for _, spoken in said]
        places, who = [spoken.place for _, spoken in said], [spoken.who for _, spoken in said]
        async with connection.transaction():
            await connection.execute(LOCK)
            await connection.execute(WRITE, self._node, [number for number, _ in said], places, who, lines)
            await connection.execute(TRIM, sorted(set(places)), KEPT_LINES, UNREAD_SECONDS)
        self._said = deque(line for line in self._said if line[0] > said[-1][0])
        return True

    async def read(self, connection: PostgresConnection) -> None:
        self._hear(await connection.fetch(READ, self._last, self._node))

    def _hear(self, rows: Sequence[Any]) -> None:
        for number, node, count, place, who, line in rows:
            self._last = number
            if count > self._latest.get(node, 0):
                self._latest[node] = count
                self._tell(SpokenLine(place, who, msgspec.json.decode(line, type=ChatLine)))

    def _tell(self, spoken: SpokenLine) -> None:
        if self._heard:
            self._heard.publish(spoken)
        else:
            self._kept.append(spoken)
