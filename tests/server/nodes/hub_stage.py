"""A hub and processes at it, in one process of a test: real links, a real database."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import cast

from server.hub.hub import Hub
from server.hub.link import Link
from server.hub.node import HubNode
from server.hub.shared_journal import SharedSqliteJournal
from server.sqlite.accounts import SqliteAccounts
from server.sqlite.analyses import SqliteAnalyses
from server.sqlite.database import Database
from server.sqlite.deals import SqliteDeals
from server.sqlite.outages import SqliteOutages
from server.sqlite.players.bans import SqliteBans
from server.sqlite.players.moderation import SqliteModeration
from server.sqlite.players.notices import SqliteNotices
from server.sqlite.players.people import SqlitePeople
from server.storage.journal import Journal
from tests.server.journals import start_thread
from tests.server.nodes.stages import StagedNode


class HubStage:
    """See `tests.server.nodes.stages.NodeStage`."""

    def __init__(self, folder: Path, lapse: float = 3.5, file: str = "host.db") -> None:
        self._database = database = Database(folder / file, start_thread)
        journal = SharedSqliteJournal(database)
        stores = {
            "accounts": SqliteAccounts(database),
            "bans": SqliteBans(database),
            "notices": SqliteNotices(database),
            "people": SqlitePeople(database),
            "moderation": SqliteModeration(database),
            "deals": SqliteDeals(database),
            "analyses": SqliteAnalyses(database),
        }
        self.hub = Hub(journal, SqliteOutages(database), stores, time.time, lapse)
        self.links: dict[str, tuple[HubNode, Link]] = {}

    def now(self) -> float:
        return time.time()

    async def start(self, name: str) -> StagedNode:
        ours, theirs = socket.socketpair()
        member = self.hub.member(name)
        member.link = Link(member.targets, member.lost)
        await member.link.open(ours)
        targets: dict[str, object] = {}
        link = Link(targets, lambda: None)
        targets["news"] = node = HubNode(name, link, beat=0.05, cautious=1.0)
        await link.open(theirs)
        await node.open()
        self.links[name] = node, link
        for other, _ in self.links.values():
            await self.until(lambda one=other: name in one.acting)
        return StagedNode(node.nodes, cast("Journal", node.journal))

    async def lose(self, name: str) -> None:
        node, link = self.links.pop(name)
        await node.close()
        link.close()

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not condition():  # noqa: ASYNC110  (any condition)
                await asyncio.sleep(0.005)

    async def close(self) -> None:
        """End all processes and the hub."""
        for name in tuple(self.links):
            await self.lose(name)
        self._database.close()
