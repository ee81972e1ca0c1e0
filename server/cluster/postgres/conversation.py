"""A node's conversation with the others: one connection, on which it writes what it has to tell and reads
what others have told.

A round is a heartbeat, then the writing and reading of every part. A round begins every second, and at once
when the node has something to tell or another one rings; of a bell that is lost nothing is lost but time.
What a part could not write stays with it until the next connection.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence

from server.cluster.postgres.membership import Membership
from server.store.postgres.connection import Postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.failures import LoggedTrouble, log_failure
from server.store.postgres.journal import TABLES
from server.store.postgres.protocols import PostgresConnection

log = logging.getLogger(__name__)

TOPIC = "nodes"
"""The topic of the doorbell; its keys are PART:NODE, what there is to read and who has written it."""
SHORTEST_ROUND = 0.02
"""Seconds between the beginnings of two rounds, so that many bells are one."""
PAUSE = 0.25
"""Seconds until another connection is tried."""
ROUND_SECONDS = 3.0
"""Seconds after which a round is given up, and its connection."""


class ConversationPart:
    """A part of the conversation, which says for itself what it has to begin with, to write or to read. Its
    methods raise what asyncpg raises; then the connection is given up, and `begin` is called on another one.
    """

    name: str
    """What is rung for when it has written."""

    async def begin(self, connection: PostgresConnection, *, anew: bool) -> None:
        """Find out where reading goes on. `anew`: the others have counted this node as lost, or have never
        seen it, so that everything that ends with a node has to be told again.
        """

    async def write(self, connection: PostgresConnection) -> bool:  # noqa: ARG002
        """Write what has to be told, and return whether it was anything."""
        return False

    async def read(self, connection: PostgresConnection) -> None:
        """Read what others have told since the last time, and tell the listeners."""


class NodeConversation:
    """Carries on the conversation from `open` until `close`."""

    def __init__(self, database: Postgres, doorbell: PostgresDoorbell, membership: Membership) -> None:
        self._database, self._doorbell, self._membership = database, doorbell, membership
        self._leave = (
            doorbell.subscribe(TOPIC, self._heard),
            doorbell.subscribe(TABLES, lambda *_: self._read_soon("tables")),
            doorbell.when_missed(self._read_all),
        )
        self._parts: Sequence[ConversationPart] = ()
        self._connection: PostgresConnection | None = None
        self._woken = asyncio.Event()
        self._rung: set[str] = set()
        """Parts that have something to read."""
        self._running: Sequence[asyncio.Task[None]] = ()
        self._began = 0.0
        self._beaten = 0.0
        self._silence = LoggedTrouble(
            log, "the other nodes cannot be reached", "the other nodes are reached again"
        )

    async def open(self, parts: Iterable[ConversationPart], catch_up: Callable[[], Awaitable[None]]) -> None:
        """Begin the conversation; `catch_up` as for `Membership.beat`. Raises what asyncpg raises, OSError,
        UnfitServer.
        """
        self._parts, self._catch_up = tuple(parts), catch_up
        await self._connect()
        await self._round()
        self._running = asyncio.ensure_future(self._run()), asyncio.ensure_future(self._watch())

    async def close(self) -> None:
        """End the conversation: what is to be told is written, and the node is no longer alive."""
        for leave in self._leave:
            leave()
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        if self._connection:
            try:
                async with asyncio.timeout(ROUND_SECONDS):
                    for part in self._parts:
                        await part.write(self._connection)
                    await self._membership.leave(self._connection)
            except Exception as error:  # noqa: BLE001  (the others will notice by themselves)
                log_failure(log, "this node's end could not be told", error)
            self._connection.terminate()

    def wake(self) -> None:
        """Begin a round soon: there is something to write."""
        self._woken.set()

    def beat_soon(self) -> None:
        """Begin a round with a heartbeat soon: this node's side of it has changed."""
        self._beaten = 0.0
        self._woken.set()

    def ring(self, name: str) -> None:
        """Ring for a part at the other nodes: something was written."""
        self._doorbell.ring(TOPIC, f"{name}:{self._membership.node}")

    async def _run(self) -> None:
        """Carry on until cancelled, on one connection after the other."""
        while True:
            try:
                if self._connection is None:
                    await self._connect()
                await self._wait()
                await self._round()
                self._silence.succeeded()
            except Exception as error:  # noqa: BLE001  (whatever it is, the node has to go on)
                self._silence.failed(error)
                if self._connection:
                    self._connection.terminate()
                self._connection = None
                await asyncio.sleep(PAUSE)

    async def _watch(self) -> None:
        """Notice when the node has lost touch although no round has failed yet."""
        while True:
            await asyncio.sleep(self._membership.pace.beat / 2)
            self._membership.check()

    async def _connect(self) -> None:
        connection = await self._database.connect(synchronous_commit="off")
        try:
            async with asyncio.timeout(ROUND_SECONDS):
                await self._membership.begin(connection)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection
        await self._begin_parts(anew=False)

    async def _begin_parts(self, *, anew: bool) -> None:
        assert self._connection is not None  # noqa: S101  (only called with one)
        for part in self._parts:
            await part.begin(self._connection, anew=anew)
        self._read_all()

    async def _wait(self) -> None:
        """Wait until the next round has to begin."""
        try:
            async with asyncio.timeout_at(self._loop_time(self._beaten + self._membership.pace.beat)):
                await self._woken.wait()
        except TimeoutError:
            self._read_all()  # a bell may have been lost
        if (early := self._began + SHORTEST_ROUND - time.monotonic()) > 0:
            await asyncio.sleep(early)

    def _loop_time(self, moment: float) -> float:
        return asyncio.get_running_loop().time() + moment - time.monotonic()

    async def _round(self) -> None:
        connection = self._connection
        assert connection is not None  # noqa: S101  (only called with one)
        self._began = time.monotonic()
        self._woken.clear()
        async with asyncio.timeout(ROUND_SECONDS):
            if self._began - self._beaten >= self._membership.pace.beat or not self._membership.is_reached():
                if await self._membership.beat(connection, self._catch_up):
                    await self._begin_parts(anew=True)
                self._beaten = self._began
            for part in self._parts:
                if await part.write(connection):
                    self.ring(part.name)
            rung, self._rung = self._rung, set()
            for part in self._parts:
                if part.name in rung:
                    await part.read(connection)

    def _heard(self, key: str, _: int) -> None:
        part, node = key.split(":")
        if node != self._membership.node:
            self._read_soon(part)

    def _read_soon(self, part: str) -> None:
        self._rung.add(part)
        self._woken.set()

    def _read_all(self) -> None:
        self._rung.update(part.name for part in self._parts)
        self._woken.set()
