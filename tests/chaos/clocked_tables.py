"""Games whose clocks run out again and again: of one player, who is not there, and a bot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncssh

from tests.chaos.host_nodes import HostNode
from tests.server.api_client import ApiClient

CLOCK, CLOCK_SECONDS = "1m", 60.0
"""The shortest clock."""


@asynccontextmanager
async def program_at(node: HostNode, key: asyncssh.SSHKey, name: str) -> AsyncIterator[ApiClient]:
    """A player's program at a node. Raises OSError, asyncssh.Error."""
    async with asyncssh.connect(
        "127.0.0.1", node.port, username=name, client_keys=[key], known_hosts=None, config=None,
        agent_path=None,
    ) as connection:  # fmt: skip
        program = ApiClient(await connection.create_process("api", encoding=None))
        await program.read()
        yield program


class ClockedTables:
    """The tables of one such player. They are private, so that nobody joins them."""

    def __init__(self) -> None:
        self._key = asyncssh.generate_private_key("ssh-ed25519")
        self._tables: list[str] = []

    async def open(self, node: HostNode, number: int, *, apart: float = 0.0) -> None:
        """Begin so many games, so many seconds apart. Raises what `program_at` raises, AssertionError if one
        is refused.
        """
        async with program_at(node, self._key, "Nemo") as program:
            for _ in range(number):
                opened = await program.ask("open", game="court", seats=2, clock=CLOCK, private=True)
                await program.ask("bot", table=opened["table"], bot="page")
                await program.ask("start", table=opened["table"])
                self._tables.append(opened["table"])
                await asyncio.sleep(apart)

    async def end(self, node: HostNode) -> None:
        """End those that run. Raises what `open` raises."""
        async with program_at(node, self._key, "Nemo") as program:
            listed = await program.ask("list", count=200, stage="running")
            for table in {one["id"] for one in listed["tables"]} & set(self._tables):
                await program.ask("end", table=table)
