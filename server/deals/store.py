"""Where deals are kept, and the tables that play them: the contract.

Memory has `server.deals.memory`, databases `server.sqlite.deals` and `server.postgres.games.deals`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from server.deals.deal import Deal, DealtTable, StewardResult


class DealStore(Protocol):
    """Keeps deals. Every coroutine returns after its change is durable, and raises the error of the store."""

    async def settle(self, deal: Deal) -> Deal:
        """Keep a deal, unless one with its id is kept; return the one that is."""
        ...

    async def find(self, deal: str) -> Deal | None:
        """Return a deal by its id; None: there is none."""
        ...

    async def close(self, deal: str) -> None:
        """Let nobody begin a deal any more, if there is one."""
        ...

    async def claim(self, deal: str, who: str, table: str) -> str:
        """Note the table at which somebody plays a deal, unless one is noted; return the one that is."""
        ...

    async def tables(self, deal: str) -> Sequence[DealtTable]:
        """Return the tables of a deal, in the order of their claims."""
        ...

    async def played(self, who: str) -> Sequence[tuple[str, str]]:
        """Return the deals of which somebody has a table, by id, each with the id of the table."""
        ...

    async def measure(self, deal: str, steward: StewardResult) -> None:
        """Note what the bot reaches."""
        ...

    async def measured(self, deal: str) -> StewardResult | None:
        """Return what the bot reaches; None: that is not known."""
        ...

    async def forget(self, player: str) -> None:
        """Delete the claims of an account."""
        ...
