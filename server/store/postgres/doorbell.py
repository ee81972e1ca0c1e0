"""The doorbell: one node tells the others at once that there is something to read.

It may come late, twice or never, and says nothing that is not also stored: whoever listens reads what is
there, and polls besides. Rings wait for no disk and are gathered: one notification, on one channel, carries
all that were rung meanwhile. A line that is dead without saying so is noticed, since every node rings at
least once a second, for itself, too.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from server.store.journal.subscribers import Subscribers
from server.store.postgres.connection import Postgres
from server.store.postgres.failures import LoggedTrouble
from server.store.postgres.protocols import PostgresConnection
from tui.host.port import Release

log = logging.getLogger(__name__)

CHANNEL = "crownhouse"
MOST_BYTES = 7900
"""Of a notification; PostgreSQL takes fewer than 8,000."""
HEARTBEAT = 1.0
"""Seconds after which a node rings although there is nothing to tell."""
SILENCE = 3.0
"""Seconds without any ring after which a line is taken for dead."""
LEAST_INTERVAL = 0.01
"""Seconds between two rings of a node: each wakes all nodes, whatever it carries."""
PAUSE = 0.1
"""Seconds before a line that was lost is opened again."""
RING = "SELECT pg_notify($1, message) FROM unnest($2::text[]) AS message"

Rung = Callable[[str, int], None]


class PostgresDoorbell:
    """A node's doorbell. Topics and keys are words without blanks and slashes."""

    def __init__(self, database: Postgres, *, heartbeat: float = HEARTBEAT, silence: float = SILENCE) -> None:
        self._database = database
        self._rang_at = -LEAST_INTERVAL
        self._heartbeat, self._silence = heartbeat, silence
        self._rings: dict[tuple[str, str], int] = {}
        self._something = asyncio.Event()
        self._dumb = LoggedTrouble(log, "the doorbell cannot ring", "the doorbell can ring again")
        self._deaf = LoggedTrouble(log, "the doorbell is not heard", "the doorbell is heard again")
        self._heard = asyncio.Event()
        self._listening = asyncio.Event()
        self._listeners: dict[str, Subscribers[None, tuple[str, int]]] = {}
        self._missed: Subscribers[None, None] = Subscribers("doorbells that were missed")
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Begin to listen and to ring; both are tried for ever. Return when the line is there, or after a
        while.
        """
        self._tasks = [asyncio.create_task(self._ring_on()), asyncio.create_task(self._listen_on())]
        with suppress(TimeoutError):
            async with asyncio.timeout(self._silence):
                await self._listening.wait()

    def ring(self, topic: str, key: str = "", number: int = 0) -> None:
        """Tell the listeners of a topic on all nodes, this one included, that something of `key` has changed.
        Of several rings of a key that are carried together the last number counts.
        """
        self._rings[topic, key] = number
        self._something.set()

    def subscribe(self, topic: str, rung: Rung) -> Release:
        """Call `rung` with the key and the number of every ring of a topic."""
        listeners = self._listeners.setdefault(topic, Subscribers(f"rings of {topic}"))
        return listeners.add(None, lambda ring: rung(*ring))

    def when_missed(self, missed: Callable[[], None]) -> Release:
        """Call `missed` whenever rings may have been missed, since the line was not there."""
        return self._missed.add(None, lambda _: missed())

    async def close(self) -> None:
        """Stop. What was rung and not carried is dropped; polls find it."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Ringing

    async def _ring_on(self) -> None:
        while True:
            try:
                connection = await self._database.connect(synchronous_commit="off")
                try:
                    await self._carry(connection)
                finally:
                    connection.terminate()
            except Exception as error:  # noqa: BLE001  (a doorbell is tried for ever)
                self._dumb.failed(error)
                await asyncio.sleep(PAUSE)

    async def _carry(self, connection: PostgresConnection) -> None:
        """Carry rings until the line is lost. Raises what asyncpg raises, OSError."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(self._heartbeat):
                    await self._something.wait()
            await asyncio.sleep(self._rang_at + LEAST_INTERVAL - time.monotonic())
            self._rang_at = time.monotonic()
            self._something.clear()
            rings, self._rings = self._rings, {}
            words = (f"{topic}/{key}/{number}" for (topic, key), number in rings.items())
            try:
                await connection.fetch(RING, CHANNEL, list(_messages(words)))
            except BaseException:
                self._rings = rings | self._rings
                raise
            self._dumb.succeeded()

    # Listening

    async def _listen_on(self) -> None:
        while True:
            try:
                connection = await self._database.connect()
                try:
                    await self._listen(connection)
                finally:
                    self._listening.clear()
                    connection.terminate()
            except Exception as error:  # noqa: BLE001  (likewise)
                self._deaf.failed(error)
                await asyncio.sleep(PAUSE)

    async def _listen(self, connection: PostgresConnection) -> None:
        """Listen until the line is lost. Raises what asyncpg raises, OSError."""
        await connection.add_listener(CHANNEL, self._hear)
        connection.add_termination_listener(lambda _: self._heard.set())
        self._listening.set()
        self._deaf.succeeded()
        self._missed.publish(None)
        while True:
            self._heard.clear()
            async with asyncio.timeout(self._silence):
                await self._heard.wait()
            if connection.is_closed():
                raise ConnectionError("the line of the doorbell is closed")

    def _hear(self, _: PostgresConnection, __: int, ___: str, message: str) -> None:
        self._heard.set()
        for word in message.split():
            topic, key, number = word.split("/")
            if listeners := self._listeners.get(topic):
                ring = key, int(number)
                listeners.publish(ring)


def _messages(words: Iterable[str]) -> Iterator[str]:
    """Put words together into messages that are short enough; there is at least one message."""
    message = ""
    for word in words:
        if len(message) + 1 + len(word.encode()) > MOST_BYTES:
            yield message
            message = ""
        message += f" {word}"
    yield message
