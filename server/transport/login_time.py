"""How long a login may take: pure, the time is passed in.

A login ends for lack of progress, not for slowness. On a line of 300 bits a second a full packet takes 40
seconds, in which nothing comes; so the silence that a client may keep follows how long its greeting took,
which both sides send at once. The time in all is bounded, and while many log in nobody has more than in a
crowd: then a login that only trickles cannot keep others out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from server.settings.current_limits import ReadLimits
from server.settings.limits import Limits

GREETINGS = 16
"""How many greetings with their headers, of some 90 bytes, a full packet has."""
CROWD = 2
"""One part in so many of `logging_in`, or of an address's own part, is a crowd."""
CROWD_INTERVAL = 1.0
"""Seconds between two looks whether there is a crowd, once a login has taken longer than in one."""


class LoginTime:
    """One login, which began at `now`."""

    def __init__(self, now: float) -> None:
        self._began = self._heard = now
        self._greeting: float | None = None

    def heard(self, now: float) -> None:
        """Note that something has come from the client."""
        self._heard = now
        if self._greeting is None:
            self._greeting = now - self._began

    def left(self, now: float, limits: Limits, *, crowd: bool) -> float:
        """Return the seconds until the login is to be looked at again; none are left when it has to end."""
        short, silence = limits.login_timeout, GREETINGS * (self._greeting or 0.0)
        end = min(self._heard + short + silence, self._began + max(short, limits.login_time))
        if now < self._began + short:
            return min(end, self._began + short) - now
        return 0.0 if crowd else min(end - now, CROWD_INTERVAL)


class LoginsUnderWay:
    """The logins that a listener has begun, by address."""

    def __init__(self, limits: ReadLimits) -> None:
        self._limits = limits
        self._by_network: Counter[str] = Counter()

    def begin(self, network: str, ended: Callable[[bool], None]) -> Callable[[bool], None]:
        """Count a login; what is returned ends it, once, and passes on whether it succeeded."""
        self._by_network[network] += 1
        under_way = True

        def leave(logged_in: bool) -> None:
            nonlocal under_way
            if under_way:
                under_way = False
                self._by_network -= Counter((network,))
            ended(logged_in)

        return leave

    def crowd(self, network: str) -> bool:
        """Return whether so many log in, from this address or in all, that others may soon have to wait."""
        limits = self._limits.now
        return (
            self._by_network.total() * CROWD >= limits.logging_in
            or self._by_network[network] * CROWD > limits.logging_in_per_address
        )
