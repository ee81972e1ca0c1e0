"""Calls a player who is not looking: once for each turn, if they have not pressed a key for a while.

How it sounds is left to `tui.wire` and plain mode, whose turn it is to the screens.
"""

from __future__ import annotations

from collections.abc import Callable

from tui.host.alarm import Alarm

IDLE = 10.0
"""The seconds without a key after which a player may not be looking."""


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
