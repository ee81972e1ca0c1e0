"""Stores new tables: counts each against an address, and gives it another name if another node was faster.
Says which table ends where there are as many as there may be.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Iterable, Sequence

from msgspec.structs import replace

from engine.game import Refused
from server.cluster.shares import HeldShare
from server.identity.accounts import is_guest
from server.lobby.dependencies import LobbyDependencies
from server.lobby.opening import free_name
from server.lobby.presence import Presence
from server.log.entries import Entry, Opening
from server.store.journal.journal import RematchTaken, TableNameTaken, save_refusal
from server.table.table import Table
from tui.host.refusals import refused

log = logging.getLogger(__name__)

SHARE = "tables"
"""The share that an address has of the host's tables."""


class TableCreation:
    """Creates the tables of a host."""

    def __init__(self, dependencies: LobbyDependencies, presence: Presence) -> None:
        self._dependencies = dependencies
        self._shares = dependencies.nodes.shares
        self._presence = presence

    async def create(self, opening: Opening, entries: Sequence[Entry], names: Collection[str]) -> Opening:
        """Store a table whose log begins with `entries`, and return its opening; if another node has opened
        one with its name, it gets a name that is not in `names` either. Raises Refused; RematchTaken if
        another node has opened the same rematch.
        """
        try:
            await self._take_share(opening)
            return await self._stored(opening, entries, names)
        except (Refused, RematchTaken):
            self.give_back(opening.id)
            raise
        except Exception as error:
            self.give_back(opening.id)
            log.exception("a table could not be written", extra={"table": opening.name})
            raise save_refusal(error) from error

    def give_back(self, table: str) -> None:
        """Count a table against nobody any more: it has ended, or cannot go on."""
        self._shares.give_back(SHARE, table)

    async def _take_share(self, opening: Opening) -> None:
        """Count a table against the address of whoever opens it. Raises Refused."""
        address = self._presence.address_of(opening.owner)
        most = self._dependencies.limits.now.tables_per_address
        share = HeldShare(SHARE, address, opening.id, most, lasting=True)
        if address and await self._shares.take(share):
            self._dependencies.metrics.refused("too-many-tables-here")
            raise refused("too-many-tables-here", most=most)

    async def _stored(self, opening: Opening, entries: Sequence[Entry], names: Collection[str]) -> Opening:
        taken = set(names)
        while True:
            try:
                await self._dependencies.journal.create(opening, entries)
            except TableNameTaken:
                taken.add(opening.name)
                opening = replace(opening, name=free_name(self._dependencies, taken))
            else:
                log.info("table opened", extra={"table": opening.name, "game": opening.game})
                return opening


def first_to_go(
    tables: Iterable[Table], provisional: Iterable[str], is_here: Callable[[str], bool]
) -> Table | None:
    """Return the table that makes room; None: none does. It is one of those at which nobody has an account
    that has made a move (`provisional` ones have not): one without anybody there before others, one that has
    not begun before games, and of these the one at which nothing has happened for longest.
    """
    unplayed = {"", *provisional}

    def has_played(player: str) -> bool:
        return not is_guest(player) and player not in unplayed

    def order(table: Table) -> tuple[bool, bool, float]:
        state = table.state
        return any(map(is_here, state.players)), state.stage == "running", state.changed

    return min((one for one in tables if _may_go(one, has_played)), key=order, default=None)


def _may_go(table: Table, has_played: Callable[[str], bool]) -> bool:
    people = {table.opening.owner, *table.state.players}
    return table.state.stage in {"open", "running"} and not any(map(has_played, people))
