"""Vacations: stores when one ends, and notes it at the games of its player, also at those that begin then."""

from __future__ import annotations

import logging
from weakref import WeakSet

from msgspec.structs import replace

from engine.game import Refused
from server.identity.accounts import is_guest, with_text
from server.lobby.completion import BackgroundTasks
from server.lobby.lobby import Lobby
from server.log import game_requests
from server.log.requests import Draft
from server.people.vacations import VACATION, Vacation, ended, vacation_of
from server.table.table import Table
from tui.host.turn_clocks import is_slow

log = logging.getLogger(__name__)


class Vacations:
    """The vacations of a host's players."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby, self._accounts = lobby, lobby.dependencies.stores.accounts
        self._clock, self._acts_for = lobby.dependencies.clock, lobby.nodes.duties.acts_for
        self._seen: WeakSet[Table] = WeakSet()
        self._tasks = BackgroundTasks("vacations could not be noted")

    async def of(self, player: str) -> Vacation:
        """Return the last vacation of an account."""
        return vacation_of((await self._accounts.profile(player)).settings)

    async def keep(self, player: str, vacation: Vacation) -> None:
        """Store the vacation of an account, and note it at the games of theirs that run."""
        await self._accounts.set(player, VACATION, vacation.text)
        if member := self._lobby.members.find(player):
            settings = with_text(member.profile.settings, VACATION, vacation.text)
            member.profile = replace(member.profile, settings=settings)
        for table in self._lobby.tables_of(player):
            try:
                await table.write(self._away(player, vacation.until))
            except Refused as why:
                log.warning("a vacation was not noted", extra={"table": table.opening.name, "code": why.code})

    async def end(self, player: str) -> None:
        """End the vacation of a player who is banned: the others would wait for nobody."""
        vacation = await self.of(player)
        if vacation.until > self._clock():
            await self.keep(player, ended(vacation, self._clock()))

    def table_changed(self, table: Table) -> None:
        """Note who of a game that begins is on a vacation."""
        opening = table.opening
        if table.state.stage != "running" or table.asleep or table in self._seen:
            return
        self._seen.add(table)
        if is_slow(opening.clock) and self._acts_for(opening.id):
            self._tasks.start(self._note(table))

    async def close(self) -> None:
        """Wait for what is under way."""
        await self._tasks.close()

    async def _note(self, table: Table) -> None:
        for player in table.state.players:
            until = 0.0 if is_guest(player) else (await self.of(player)).until
            if until > self._clock():
                await table.write(self._away(player, until))

    def _away(self, player: str, until: float) -> Draft:
        return game_requests.go_away(player, until, self._clock(), self._lobby.projection.down)
