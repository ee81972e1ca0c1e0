"""Calls a player who is not looking, once, if they have not pressed a key for a while: for each turn, or for
whatever else happens until they press one. And calls a player whose time is nearly up.

How it sounds is left to `tui.wire` and plain mode, whose turn it is to the screens.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from functools import partial

from engine.game import Refused
from tui.host.alarm import Alarm
from tui.host.port import Port, Release, SeatNews, TableInfo, TableSnapshot
from tui.host.setting_names import rings_for
from tui.host.turn_clocks import clock_times
from tui.presenters.seat_news import CALLS

TURN = "turn"
"""The kind of news that a turn is."""
IDLE = 10.0
"""The seconds without a key after which a player may not be looking."""
LOW, LOW_OF_DAYS = 30.0, 3600.0
"""Seconds left at which the player is called; at a clock for those who look in now and then. At a clock of
less than two minutes a turn, it is a quarter of the turn.
"""


class TurnBell:
    """`now` is the host's clock. `ring` is called once for a turn, when the player has not pressed a key for
    `IDLE` seconds; not if they press one after the turn has begun, because then they have seen it.
    """

    def __init__(
        self,
        now: Callable[[], float],
        ring: Callable[[], object],
        alarm: Callable[[Callable[[], object]], Alarm] = Alarm,
    ) -> None:
        self._now, self._ring = now, ring
        self._alarm = alarm(ring)
        self._pressed = now()
        self._waits = False
        """Whether it is to ring later."""

    def pressed(self, at: float) -> None:
        """Notes when the player has pressed a key."""
        self._pressed = at
        if self._waits:
            self.stop()

    def turn_begins(self) -> None:
        """Rings now, or once the player has not pressed a key for long enough."""
        wait = self._pressed + IDLE - self._now()
        self._waits = wait > 0
        if self._waits:
            self._alarm.set(wait)
        else:
            self._ring()

    def stop(self) -> None:
        """Does not ring any more: the turn is over, or the session."""
        self._waits = False
        self._alarm.stop()


class NewsBell(TurnBell):
    """The same for news, which come one after the other: it rings for the first of them, with its `words`,
    and then not again before the next key.
    """

    words = ""
    """What it rings for, or has rung for since the last key."""

    def pressed(self, at: float) -> None:
        self.words = ""
        super().pressed(at)

    def take(self, told: Container[str]) -> None:
        """Has it ring no longer for what nobody is to read any more."""
        if self.words in told:
            self.pressed(self._now())

    def call(self, words: str) -> None:
        """Rings for these words, now or once the player has not pressed a key for long enough."""
        if not self.words:
            self.words = words
            self.turn_begins()


class LowTimeAlarm:
    """Follows the questions to a player at their tables. `ring` is called with a table's name and the seconds
    left, from the event loop.
    """

    def __init__(
        self,
        now: Callable[[], float],
        ring: Callable[[str, float], object],
        alarm: Callable[[Callable[[], object]], Alarm] = Alarm,
    ) -> None:
        self._now, self._ring, self._alarm = now, ring, alarm
        self._running: dict[str, tuple[tuple[int, float], Alarm]] = {}
        """By table: the question and its deadline, and its alarm."""

    def follow(self, snapshot: TableSnapshot) -> None:
        """Takes how a table is now. A question that had little time from the first rings no alarm: the turn's
        bell has just rung.
        """
        info, ask, deadline = snapshot.info, snapshot.ask, snapshot.deadline
        if ask is None or deadline is None or info.clock == "none":
            self.forget(info.id)
            return
        known = self._running.get(info.id)
        if known and known[0] == (ask.id, deadline):
            return
        self.forget(info.id)
        low, ring = _low(info.clock), self._ring
        alarm = self._alarm(lambda: ring(info.name, low))
        self._running[info.id] = (ask.id, deadline), alarm
        wait = deadline - low - self._now()
        if wait > 0:
            alarm.set(wait)

    def forget(self, table: str) -> None:
        known = self._running.pop(table, None)
        if known:
            known[1].stop()

    def stop(self) -> None:
        for table in tuple(self._running):
            self.forget(table)


def _low(clock: str) -> float:
    times = clock_times(clock)
    if times is None or times.bank:
        return LOW_OF_DAYS if times and times.slow else LOW
    return LOW_OF_DAYS if times.slow else min(LOW, times.turn / 4)


class SeatClocks:
    """Follows the tables where the player is asked and a clock runs, wherever the player is. `follow` follows
    a table and calls its listener later; `clock` is called with every snapshot.
    """

    def __init__(
        self,
        follow: Callable[[str, Callable[[TableSnapshot], None]], Release],
        clock: Callable[[TableSnapshot], None],
    ) -> None:
        self._follow, self._clock = follow, clock
        self._followed: dict[str, Release] = {}

    def see(self, tables: Iterable[TableInfo]) -> None:
        """Takes the tables of the lobby."""
        for table in tables:
            if table.stage == "running" and table.your_seat is not None and table.clock != "none":
                self._begin(table.id)

    def hear(self, news: SeatNews) -> None:
        """Takes news of the player's seats."""
        if news.kind in {"began", "turn"}:
            self._begin(news.table)

    def _begin(self, table: str) -> None:
        if table not in self._followed:
            try:
                self._followed[table] = self._follow(table, self._heard)
            except Refused:  # it was closed in between
                return

    def _heard(self, snapshot: TableSnapshot) -> None:
        table = snapshot.info.id
        if table in self._followed:
            self._clock(snapshot)
            if snapshot.ask is None or snapshot.deadline is None:
                self._followed.pop(table)()


class SessionBells:
    """The bells of one session, on the screen or in plain mode: for its player's turns, for news of their
    seats, and for time that is nearly up at any of their tables.

    `turn` and `news` call the player, who wants that, `low` tells of a table's name and the seconds left.
    `later` runs work in the session's own queue, `keep` keeps a subscription until the session's end at the
    latest.
    """

    def __init__(
        self,
        port: Port,
        keep: Callable[[Release], Release],
        later: Callable[[Callable[[], object]], object],
        turn: Callable[[], object],
        news: Callable[[], object],
        low: Callable[[str, float], object],
    ) -> None:
        def follow(table: str, listener: Callable[[TableSnapshot], None]) -> Release:
            def heard(snapshot: TableSnapshot) -> None:
                later(partial(listener, snapshot))

            return keep(port.follow_table(table, heard))

        def rings(what: str) -> bool:
            return rings_for(port.account().settings, what)

        self._rings, self._now = rings, port.now
        self._turn = TurnBell(port.now, lambda: rings(TURN) and turn())  # not of `self`, which holds it
        self._news = NewsBell(port.now, news)
        self._low_time = LowTimeAlarm(port.now, low)
        self._clocks = SeatClocks(follow, self._low_time.follow)

    @property
    def words(self) -> str:
        """The words of the news that the player is called for."""
        return self._news.words

    def pressed(self) -> None:
        """Notes that the player has pressed a key."""
        now = self._now()
        self._turn.pressed(now)
        self._news.pressed(now)

    def turn_begins(self) -> None:
        """Rings for a turn that has begun, once, if the player has not pressed a key for a while and has not
        turned the bell off.
        """
        self._turn.turn_begins()

    def turn_ends(self) -> None:
        """Does not ring for a turn any more."""
        self._turn.stop()

    def follow_clock(self, snapshot: TableSnapshot) -> None:
        """Takes how a table is now: rings once when the player's time there is nearly up, if they want it."""
        self._low_time.follow(snapshot)

    def see(self, tables: Iterable[TableInfo]) -> None:
        """Takes the tables of the lobby, whose clocks are followed from now on."""
        self._clocks.see(tables)

    def take(self, told: Container[str]) -> None:
        """Calls nobody any more with what was taken away."""
        self._news.take(told)

    def hear(self, news: SeatNews, words: str, *, shown: bool) -> None:
        """Takes news of the player's seats, and calls a player who is not looking with their words. `shown`:
        what the player looks at shows them by itself.
        """
        self._clocks.hear(news)
        if (news.kind in CALLS or not shown) and self._rings(news.kind):
            self._news.call(words)

    def stop(self) -> None:
        """Does not ring any more."""
        for bell in (self._turn, self._news, self._low_time):
            bell.stop()
