"""Calls a player who is not looking, once, if they have not pressed a key for a while: for each turn, or for
whatever else happens until they press one. And calls a player whose time is nearly up.

How it sounds is left to `tui.wire` and plain mode, whose turn it is to the screens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType

from engine.game import Refused
from tui.host.alarm import Alarm
from tui.host.port import Release, SeatNews, TableInfo, TableSnapshot

IDLE = 10.0
"""The seconds without a key after which a player may not be looking."""
LOW = 30.0
"""Seconds left at which the player is called, at most clocks."""
OF_CLOCK: Mapping[str, float] = MappingProxyType({"1m": 15.0, "1d": 3600.0})
"""The same for clocks that are much shorter or longer."""


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

    def pressed(self) -> None:
        """Notes that the player has pressed a key."""
        self._pressed = self._now()
        self._alarm.stop()

    def turn_begins(self) -> None:
        """Rings now, or once the player has not pressed a key for long enough."""
        wait = self._pressed + IDLE - self._now()
        if wait > 0:
            self._alarm.set(wait)
        else:
            self._ring()

    def stop(self) -> None:
        """Does not ring any more: the turn is over, or the session."""
        self._alarm.stop()


class NewsBell:
    """The same for news, which come one after the other: it rings for the first of them, with its `words`,
    and then not again before the next key.
    """

    def __init__(
        self,
        now: Callable[[], float],
        ring: Callable[[], object],
        alarm: Callable[[Callable[[], object]], Alarm] = Alarm,
    ) -> None:
        self._bell = TurnBell(now, ring, alarm)
        self.words = ""
        """What it rings for, or has rung for since the last key."""

    def pressed(self) -> None:
        """Notes that the player has pressed a key."""
        self.words = ""
        self._bell.pressed()

    def call(self, words: str) -> None:
        """Rings for these words, now or once the player has not pressed a key for long enough."""
        if not self.words:
            self.words = words
            self._bell.turn_begins()

    def stop(self) -> None:
        """Does not ring any more."""
        self._bell.stop()


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
        low, ring = OF_CLOCK.get(info.clock, LOW), self._ring
        alarm = self._alarm(lambda: ring(info.name, low))
        self._running[info.id] = (ask.id, deadline), alarm
        wait = deadline - low - self._now()
        if wait > 0:
            alarm.set(wait)

    def forget(self, table: str) -> None:
        """Stops the alarm of a table."""
        known = self._running.pop(table, None)
        if known:
            known[1].stop()

    def stop(self) -> None:
        """Stops all alarms."""
        for table in tuple(self._running):
            self.forget(table)


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
