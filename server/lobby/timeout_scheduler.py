"""Carries out what tables do by themselves after some time: late answers are replaced, guests who are gone
lose their seats, and tables without players end.

Each table has one timer, set to the next moment at which something is due there; what is due follows from the
table's state and the clock. After a restart, tables that go on without a player (turn clocks, lent seats,
games between bots) are woken one after another.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from engine.game import Ask, Refused
from server.identity.accounts import is_guest
from server.lobby.dependencies import LobbyDependencies
from server.lobby.keep_times import keep_time
from server.lobby.player_lines import PlayerLines
from server.lobby.presence import Presence
from server.lobby.start_times import STAYS
from server.lobby.uptime import Uptime
from server.log import fair_dice_requests, game_requests, requests
from server.log.absence import startable_from
from server.log.clocks import parse_clock, time_of
from server.log.line_credit import LineLoss, credit
from server.log.requests import Draft
from server.log.table_options import closes_at
from server.log.table_state import TableState
from server.settings.timeouts import DAY
from server.table import filling
from server.table.dependencies import Timer
from server.table.snapshots import ProjectionContext, clock_ends, deadlines, ends_otherwise, reveal_by
from server.table.table import Table
from tui.host.port import Release

log = logging.getLogger(__name__)

CREDIT_AHEAD = 1.0
"""Seconds before a clock runs out at which it is credited with what its player's line has lost: the node that
the player is on does that, another one may act when time is up.
"""
RETRY = 5.0
"""Seconds until a failed write is tried again."""
WAKING = 0.1
"""Seconds between two tables that are woken after a restart."""
TAKING_OVER = 0.01
"""Seconds between two tables that are woken because another node no longer acts for them: people wait."""


class Timers:
    """One timer for each table or whatever else has an id."""

    def __init__(self, clock: Callable[[], float], timer: Timer) -> None:
        self._clock, self._timer = clock, timer
        self._set: dict[str, tuple[float, Release]] = {}
        self._closed = False

    def set(self, place: str, due: float | None, look: Callable[[], None]) -> None:
        """Have `look` called at a moment (None: never), and not at another one any more."""
        set_to, release = self._set.get(place, (None, None))
        if due == set_to:
            return
        if release:
            release()
            del self._set[place]
        if due is not None and not self._closed:
            ring = partial(self._ring, place, look)
            self._set[place] = due, self._timer(max(0.0, due - self._clock()), ring)

    def close(self) -> None:
        """Stop all of them for good."""
        self._closed = True
        for _, release in self._set.values():
            release()
        self._set.clear()

    def _ring(self, place: str, look: Callable[[], None]) -> None:
        del self._set[place]
        look()


class TimeoutScheduler:
    """Sets a timer for each table. `table_changed` must be called whenever anything about one has changed."""

    def __init__(
        self,
        dependencies: LobbyDependencies,
        presence: Presence,
        lines: PlayerLines,
        uptime: Uptime,
        projection: ProjectionContext,
        are_scarce: Callable[[], bool],
    ) -> None:
        self._are_scarce = are_scarce
        """Returns whether free tables are scarce, so that guests' tables are ended sooner."""
        self._acts_for = dependencies.nodes.duties.acts_for
        self._are_alike = dependencies.nodes.alike
        self._clock = dependencies.clock
        self._timer = dependencies.timer
        self._timeouts = dependencies.timeouts
        self._presence = presence
        self._is_here = presence.is_here
        self._lines = lines
        self._uptime = uptime
        self._projection = projection
        self._timers = Timers(self._clock, self._timer)
        self._tending: dict[str, asyncio.Task[None]] = {}
        self._asleep: list[Table] = []
        self._pause = WAKING
        self._waking: Release | None = None

    async def close(self) -> None:
        """Stop all timers."""
        self._timers.close()
        if self._waking:
            self._waking()
        await asyncio.gather(*self._tending.values())

    def table_changed(self, table: Table, *, not_before: float = 0.0) -> None:
        """Set the table's timer to the next moment at which something is due, but not before `not_before`."""
        place = table.opening.id
        if place in self._tending:
            return
        moments = tuple(self._moments(table))
        credits_at = [at - CREDIT_AHEAD for at in self._credited(table).values()]
        credits_at = [at for at in credits_at if at > self._clock()]
        times = [max(min(moments), not_before)] if moments else []
        due = min((*times, *credits_at), default=None)
        self._timers.set(place, due, partial(self._look, table))

    def take_up(self, tables: Iterable[Table]) -> None:
        """Wake the tables that go on by themselves, after a restart."""
        self._asleep = [
            table for table in tables if _goes_on(table.state) and self._acts_for(table.opening.id)
        ]
        self._waking = self._timer(WAKING, self._wake_next)

    def take_over(self, tables: Iterable[Table], *, is_back: bool = False) -> None:
        """Look after the tables whose duties have come or gone. Those that people wait at are woken first. If
        the store `is_back`, those that could not be read meanwhile are, too: one after another, at whatever
        node their players are.
        """
        tables = tuple(tables)
        for table in tables:
            self.table_changed(table)
        asleep = [
            table
            for table in tables
            if table.asleep
            and (self._acts_for(table.opening.id) or (is_back and table.reading.again_at is not None))
        ]
        first = [t for t in asleep if t.state.stage == "running" and any(map(self._is_here, t.state.players))]
        rest = [table for table in asleep if _goes_on(table.state) and table not in first]
        if self._waking:
            self._waking()
        self._pause, self._asleep = TAKING_OVER, [*rest, *first]
        self._wake_next()

    def _wake_next(self) -> None:
        if self._asleep:
            self._asleep.pop().reading.begin()
            self._waking = self._timer(self._pause, self._wake_next)

    def _moments(self, table: Table) -> Iterator[float]:
        """Yield every moment at which something is due: also changes that are only shown."""
        state, now = table.state, self._clock()
        if state.stage == "over":
            return
        if table.reading.again_at is not None:
            yield table.reading.again_at
        if state.stage in {"frozen", "damaged"}:
            yield self._expires_at(state)
            return
        for player in state.players:
            since = self._presence.away_since(player)
            due = since + self._timeouts.away if since is not None else 0.0
            if due > now or (since is not None and _loses_seat(state, player)):
                yield due
            elif since is not None and state.stage == "open" and state.opening.starts:
                yield max(due, state.opening.starts + STAYS)
        if self._has_banned(state):
            yield 0.0
        reveal = reveal_by(state, self._projection)
        if reveal is not None:
            yield reveal
        if not table.asleep:
            yield from self._ends(state)
            yield from self._calls_end(state)
        startable = startable_from(state)
        if startable is not None:
            yield from self._coming(self._uptime.after(startable, self._timeouts.start))
        forgotten = self._forgotten_at(state)
        if forgotten is not None:
            yield forgotten
        complete = filling.due_at(state, self._is_here) if state.opening.matching else None
        if complete is not None:
            yield complete
        closes = closes_at(state.opening.options)
        if closes is not None:
            yield closes

    def _look(self, table: Table) -> None:
        """Refresh what is shown of the table and write what is due."""
        place = table.opening.id
        if place not in self._tending:
            self._tending[place] = asyncio.ensure_future(self._tend(table))

    async def _tend(self, table: Table) -> None:
        """Write what is due until nothing is."""
        place, not_before = table.opening.id, 0.0
        try:
            if table.reading.again_at is not None and table.reading.again_at <= self._clock():
                await table.reading.begin()
            if not self._acts_for(place):
                not_before = self._clock() + RETRY  # what is due is written by another node
            elif (
                table.state.stage in {"frozen", "damaged"} and self._expires_at(table.state) <= self._clock()
            ):
                await table.end("expired")
            while draft := self._due(table):
                before = table.state.seq
                await table.write(draft)
                if table.state.seq == before:
                    not_before = self._clock() + RETRY
                    break
        except Refused as refused:
            log.warning("a timeout was refused", extra={"table": table.opening.name, "code": refused.code})
            not_before = self._clock() + RETRY
        except Exception:
            log.exception("a timeout failed", extra={"table": table.opening.name})
            not_before = self._clock() + RETRY
        finally:
            del self._tending[place]
        table.refresh()
        self.table_changed(table, not_before=not_before)

    def _due(self, table: Table) -> Draft | None:
        """Return the draft that is due now, None if none is or another node writes it."""
        state = table.state
        if credit := self._credit(table):
            return credit
        if not self._acts_for(table.opening.id):
            return None
        closes = closes_at(state.opening.options)
        if closes is not None and closes <= self._clock():
            return game_requests.expire(lambda _: True)
        if self._has_banned(state):
            return requests.unseat(self._projection.banned)
        if self._late(state):
            return game_requests.time_out(self._late)
        if self._run_out(state):
            return game_requests.run_out(self._run_out, table.game, self._projection.banned)
        reveal = reveal_by(state, self._projection)
        if reveal is not None and reveal <= self._clock():
            return fair_dice_requests.overdue()
        complete = filling.due_at(state, self._is_here)
        if table.game is not None and complete is not None and complete <= self._clock():
            return filling.go_on(state, table.game)
        lost = [player for player in state.players if _loses_seat(state, player) or self._missed(state)]
        for player in lost:
            if self._presence.gone(player):
                return requests.stand(player)
        return game_requests.expire(self._is_forgotten) if self._is_forgotten(state) else None

    def _credited(self, table: Table) -> Mapping[int, float]:
        """Return the seats whose clocks can be credited with what a line on this node loses, and when the
        time of each is over.
        """
        state, clock = table.state, parse_clock(table.opening.clock)
        if clock is None or clock.slow or table.asleep or not self._are_alike():
            return {}
        here = self._presence.is_on_this_node_alone
        return {
            seat: self._uptime.after(began, time_of(clock, state.banks, seat, state.hurry(seat)))
            for seat, began in state.clock_from.items()
            if here(state.holders[seat - 1].who)
        }

    def _credit(self, table: Table) -> Draft | None:
        """Return the draft that credits a clock that is about to run out; None: there is none."""
        now, times = self._clock(), self._timeouts
        most = LineLoss(times.line_round_trip, times.line_stall)
        for seat, ends in self._credited(table).items():
            if ends - CREDIT_AHEAD <= now < ends:
                state = table.state
                loss = self._lines.loss(state.holders[seat - 1].who, now - state.clock_from[seat])
                if credit(state, seat, loss, most):
                    return game_requests.credit_line(seat, state.clock_from[seat], loss, most)
        return None

    def _missed(self, state: TableState) -> bool:
        """Return whether the start time of a table that has not begun is over: who is gone loses the seat."""
        starts = state.opening.starts
        return state.stage == "open" and bool(starts) and starts + STAYS <= self._clock()

    def _late(self, state: TableState) -> Sequence[Ask]:
        """Return the questions to which a move is made now."""
        due, now = deadlines(state, self._projection), self._clock()
        return [
            ask
            for ask in state.asks
            if not self._ends_otherwise(state, ask) and due.get(ask.id, now + 1) <= now
        ]

    def _has_banned(self, state: TableState) -> bool:
        """Return whether somebody who is banned has a seat of an open table, or is kept one."""
        return state.stage == "open" and any(self._projection.banned(one.account) for one in state.holders)

    def _ends_otherwise(self, state: TableState, ask: Ask) -> bool:
        """Return whether a clock that runs out makes no move for a question: nor for who is banned."""
        return ends_otherwise(state, ask) or (not ask.reaction and self._is_banned(state, ask.seat))

    def _is_banned(self, state: TableState, seat: int) -> bool:
        holder = state.holders[seat - 1]
        return not holder.by_bot and self._projection.banned(holder.who)

    def _run_out(self, state: TableState) -> Sequence[int]:
        """Return the seats whose time is up where the table has chosen what is done then."""
        now = self._clock()
        return [seat for seat, ends in self._run_outs(state) if ends <= now]

    def _run_outs(self, state: TableState) -> Iterator[tuple[int, float]]:
        """The seats whose clock makes no move, until it is noted that their time is up, and when it is."""
        for ask in state.asks:
            ends = clock_ends(state, ask.seat, self._projection)
            if ends is None or not self._ends_otherwise(state, ask):
                continue
            if not state.is_noted_late(ask.seat) or self._is_banned(state, ask.seat):
                yield ask.seat, ends

    def _ends(self, state: TableState) -> Iterator[float]:
        """Yield when the time for each question is over, as far as something is done then."""
        due = deadlines(state, self._projection)
        yield from (
            due[ask.id] for ask in state.asks if ask.id in due and not self._ends_otherwise(state, ask)
        )
        yield from (ends for _, ends in self._run_outs(state))

    def _calls_end(self, state: TableState) -> Iterator[float]:
        """Yield when players who were called, or who might be, have had their time: that is only shown."""
        if state.stage == "running" and state.opening.clock == "none":
            for since in (*state.called.values(), *state.asked_at.values()):
                yield from self._coming(self._uptime.after(since, self._timeouts.call))

    def _coming(self, moment: float) -> Iterator[float]:
        """Yield a moment at which something is shown, unless it is over."""
        if moment > self._clock():
            yield moment

    def _expires_at(self, state: TableState) -> float:
        """When a table ends that cannot go on, whoever is here. Until then its rules, or its log, may come
        back with another start of the host.
        """
        keep = self._timeouts.game
        return max(self._uptime.after(state.changed, keep), self._uptime.started + min(keep, DAY))

    def _is_forgotten(self, state: TableState) -> bool:
        forgotten = self._forgotten_at(state)
        return forgotten is not None and forgotten <= self._clock()

    def _forgotten_at(self, state: TableState) -> float | None:
        """Return when a table ends because none of its players is here; None if one is. A player who has not
        been here since the host's start was last here at the table's last entry, but gets some time to come
        back.
        """
        if state.stage not in {"open", "running"} or any(map(self._presence.is_here, state.players)):
            return None
        keep = keep_time(state, self._timeouts, scarce=self._are_scarce())
        seen = max((self._presence.left(player) or 0.0 for player in state.players), default=0.0)
        last = self._uptime.after(max(seen, state.changed), keep)
        stays = state.opening.starts + STAYS if state.stage == "open" and state.opening.starts else 0.0
        return max(last, stays, self._uptime.started + min(keep, DAY))


def _loses_seat(state: TableState, player: str) -> bool:
    """Return whether a player who is gone loses the seat: a guest at a table that has not begun, and who was
    looking for a game.
    """
    return state.stage == "open" and (is_guest(player) or filling.is_search(state))


def _goes_on(state: TableState) -> bool:
    """Return whether a running game can go on although no player comes."""
    lent = any(holder.lent for holder in state.holders)
    return state.stage == "running" and (state.opening.clock != "none" or lent or not state.players)
