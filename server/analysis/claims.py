"""Claims of games: of nodes that are asked for the same analysis one makes it, and the others wait."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from server.cluster.shares import HeldShare, HeldShares
from server.table.dependencies import Timer

log = logging.getLogger(__name__)

ANALYSIS = "analysis"
"""What each game has one share of, whichever node has it; the share lapses when that node is lost."""
AGAIN = 2.0
"""Seconds between two times that a node asks."""


class AnalysisClaims:
    """The claims of one node, whose name is `node`."""

    def __init__(self, shares: HeldShares, timer: Timer, node: str) -> None:
        self._shares, self._timer, self._node = shares, timer, node

    @asynccontextmanager
    async def of(self, table: str) -> AsyncIterator[None]:
        """Inside the block no other node analyses this game; it begins when they have ended or are lost. If
        the store fails it begins, too: then a game is analysed twice at worst.
        """
        holder = f"{self._node} {table}"
        share = HeldShare(ANALYSIS, table, holder, 1)
        try:
            while await self._shares.take(share) is not None:
                passed = asyncio.Event()
                self._timer(AGAIN, passed.set)
                await passed.wait()
        except Exception:
            log.exception("a game could not be claimed for its analysis", extra={"table": table})
        try:
            yield
        finally:
            self._shares.give_back(ANALYSIS, holder)
