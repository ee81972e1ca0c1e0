"""Notes at tables whose games begin who is on a vacation, so that their slow clocks stand still there."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from weakref import WeakSet

from server.identity.accounts import Profile, is_guest
from server.lobby.completion import BackgroundTasks
from server.log import game_requests
from server.people.vacations import vacation_of
from server.table.table import Table
from tui.host.turn_clocks import is_slow


class Vacations:
    """Looks once at each running game whose clock is slow. What a player asks for meanwhile is written by
    `server.host.requests.account_requests`.
    """

    def __init__(
        self,
        profile: Callable[[str], Awaitable[Profile]],
        clock: Callable[[], float],
        acts_for: Callable[[str], bool],
    ) -> None:
        self._profile, self._clock, self._acts_for = profile, clock, acts_for
        self._seen: WeakSet[Table] = WeakSet()
        self._tasks = BackgroundTasks("vacations could not be noted")

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
            if is_guest(player):
                continue
            until = vacation_of((await self._profile(player)).settings).until
            if until > self._clock():
                await table.write(game_requests.go_away(player, until))
