"""What time does to tables: late answers, free seats of lost guests, ends of forgotten games.

One timer for each table, set to the next moment at which something there is due; what is due
is decided on the table's own state, by the handed-in clock. After a restart, tables that go on
without a player (clocks, lent seats, bots among themselves) are woken one after another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.game import Ask, Refused
from server.identity.accounts import is_guest
from server.lobby.dependencies import LobbyDependencies
from server.lobby.keep_times import keep_time
from server.lobby.presence import Presence
from server.lobby.uptime import Uptime
from server.log import game_requests, requests
from server.log.requests import Draft
from server.log.table_state import TableState
from server.settings.timeouts import DAY
from server.table.snapshots import ProjectionContext, deadlines
from server.table.table import Table
from tui.host.port import Release

log = logging.getLogger(__name__)

RETRY = 5.0
"""Seconds until something that could not be written is tried again."""
WAKING = 0.1
"""Seconds between two tables that are woken after a restart."""


class TimeoutScheduler:
    """Looks after tables it is told of by `attend`, whenever something about them has changed."""

    def __init__(
        self,
        dependencies: LobbyDependencies,
        presence: Presence,
        uptime: Uptime,
        projection: ProjectionContext,
        are_scarce: Callable[[], bool],
    ) -> None:
        self._are_scarce = are_scarce
        """Whether tables are so few that guests' make room sooner."""
        self._clock = dependencies.clock
        self._timer = dependencies.timer
        self._timeouts = dependencies.timeouts
        self._presence = presence
        self._uptime = uptime
        self._projection = projection
        self._timers: dict[str, tuple[float, Release]] = {}
        self._tending: dict[str, asyncio.Task[None]] = {}
        self._asleep: list[Table] = []
        self._waking: Release | None = None

    async def close(self) -> None:
        """Nothing is due any more."""
        for _, release in self._timers.values():
            release()
        if self._waking:
            self._waking()
        self._timers.clear()
        await asyncio.gather(*self._tending.values())

    def attend(self, table: Table, *, not_before: float = 0.0) -> None:
        """Sets the table's timer to its next moment."""
        place = table.opening.id
        if place in self._tending:
            return
        moments = tuple(self._moments(table))
        due = max(min(moments), not_before) if moments else None
        set_to, release = self._timers.get(place, (None, None))
        if due == set_to:
            return
        if release:
            release()
            del self._timers[place]
        if due is not None:
            delay = max(0.0, due - self._clock())
            self._timers[place] = (due, self._timer(delay, lambda: self._look(table)))

    def take_up(self, tables: Iterable[Table]) -> None:
        """Wakes those that go on by themselves, after a restart."""
        self._asleep = [table for table in tables if _goes_on(table.state)]
        self._waking = self._timer(WAKING, self._wake_next)

    def _wake_next(self) -> None:
        if self._asleep:
            self._asleep.pop().wake_soon()
            self._waking = self._timer(WAKING, self._wake_next)

    def _moments(self, table: Table) -> Iterator[float]:
        """When something is due: changes that only show, if they are to come, and what is to be done."""
        state, now = table.state, self._clock()
        if state.stage not in {"open", "running"}:
            return
        for player in state.players:
            since = self._presence.away_since(player)
            due = since + self._timeouts.away if since is not None else 0.0
            if due > now or (since is not None and _loses_seat(state, player)):
                yield due
        if not table.asleep:
            yield from deadlines(state, self._projection).values()
        forgotten = self._forgotten_at(state)
        if forgotten is not None:
            yield forgotten

    def _look(self, table: Table) -> None:
        """The table's moment has come."""
        place = table.opening.id
        self._timers.pop(place, None)
        if place not in self._tending:
            self._tending[place] = asyncio.ensure_future(self._tend(table))

    async def _tend(self, table: Table) -> None:
        """Does what is due, as long as something is."""
        not_before = 0.0
        try:
            while draft := self._due(table):
                before = table.state.seq
                await table.write(draft)
                if table.state.seq == before:
                    break
        except Refused as refused:
            log.warning("table %s could not be tended: %s", table.opening.name, refused.code)
            not_before = self._clock() + RETRY
        except Exception:
            log.exception("table %s could not be tended", table.opening.name)
            not_before = self._clock() + RETRY
        finally:
            del self._tending[table.opening.id]
        table.refresh()
        self.attend(table, not_before=not_before)

    def _due(self, table: Table) -> Draft | None:
        """What is to be written now."""
        state = table.state
        if self._late(state):
            return game_requests.time_out(self._late)
        lost = [player for player in state.players if _loses_seat(state, player)]
        for player in lost:
            if self._presence.gone(player):
                return requests.stand(player)
        return game_requests.expire(self._is_forgotten) if self._is_forgotten(state) else None

    def _late(self, state: TableState) -> Sequence[Ask]:
        due, now = deadlines(state, self._projection), self._clock()
        return [ask for ask in state.asks if due.get(ask.id, now + 1) <= now]

    def _is_forgotten(self, state: TableState) -> bool:
        forgotten = self._forgotten_at(state)
        return forgotten is not None and forgotten <= self._clock()

    def _forgotten_at(self, state: TableState) -> float | None:
        """When a table ends because nobody was there; None: somebody is. Who was not seen since
        the host began was last here with the last entry, but gets some time to come back.
        """
        if state.stage not in {"open", "running"} or any(map(self._presence.is_here, state.players)):
            return None
        keep = keep_time(state, self._timeouts, scarce=self._are_scarce())
        seen = max((self._presence.left(player) or 0.0 for player in state.players), default=0.0)
        last = self._uptime.after(max(seen, state.changed), keep)
        return max(last, self._uptime.started + min(keep, DAY))


def _loses_seat(state: TableState, player: str) -> bool:
    """Guests who do not come back have no seat at a table that has not begun."""
    return state.stage == "open" and is_guest(player)


def _goes_on(state: TableState) -> bool:
    """Whether something can happen at a running game although no player comes."""
    lent = any(holder.lent for holder in state.holders)
    return state.stage == "running" and (state.opening.clock != "none" or lent or not state.players)
