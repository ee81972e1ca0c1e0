"""Deals in memory: for `play`, tests and simulations."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from server.deals.deal import Deal, DealtTable, StewardResult


class MemoryDeals:
    """See `server.deals.store.DealStore`. Deals end with the process."""

    def __init__(self) -> None:
        self._deals: dict[str, Deal] = {}
        self._tables: dict[str, dict[str, str]] = {}
        self._measured: dict[str, StewardResult] = {}

    async def settle(self, deal: Deal) -> Deal:
        """See `DealStore.settle`."""
        return self._deals.setdefault(deal.id, deal)

    async def find(self, deal: str) -> Deal | None:
        """See `DealStore.find`."""
        return self._deals.get(deal)

    async def close(self, deal: str) -> None:
        """See `DealStore.close`."""
        if found := self._deals.get(deal):
            self._deals[deal] = replace(found, void=True)

    async def claim(self, deal: str, who: str, table: str) -> str:
        """See `DealStore.claim`."""
        return self._tables.setdefault(deal, {}).setdefault(who, table)

    async def tables(self, deal: str) -> Sequence[DealtTable]:
        """See `DealStore.tables`."""
        return tuple(DealtTable(who, table) for who, table in self._tables.get(deal, {}).items())

    async def played(self, who: str) -> Sequence[tuple[str, str]]:
        """See `DealStore.played`."""
        return tuple(sorted((deal, tables[who]) for deal, tables in self._tables.items() if who in tables))

    async def measure(self, deal: str, steward: StewardResult) -> None:
        """See `DealStore.measure`."""
        self._measured[deal] = steward

    async def measured(self, deal: str) -> StewardResult | None:
        """See `DealStore.measured`."""
        return self._measured.get(deal)

    async def forget(self, player: str) -> None:
        """See `DealStore.forget`."""
        for tables in self._tables.values():
            tables.pop(player, None)
