"""The words of turn clocks: what a clock such as `90m` or `1h+30s` allows, and which ones are offered. Pure;
since when time runs is left to `server.log.clocks`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

NO_CLOCK = "none"
A_DAY_EACH, A_DAY = "1d", "24h"
"""The clock that counts each question of its own, as in the first versions, and what people mean by it."""
NAMED: Mapping[str, str] = MappingProxyType({"live": "5m", "evening": "1h+1m", "correspondence": "3d"})
"""Clocks by the names that players can say instead."""
CLOCKS = (
    NO_CLOCK,
    *NAMED.values(),
    "30s",
    "1m",
    "2m",
    "10m",
    "30m",
    "2m+10s",
    "1h+30s",
    A_DAY,
    "7d",
    "3d+12h",
)
"""The turn clocks to choose from; others can be typed."""
UNITS: Mapping[str, int] = MappingProxyType({"s": 1, "m": 60, "h": 3600, "d": 86_400})
SHORTEST, LONGEST = 15, 14 * UNITS["d"]
"""Seconds of a turn, or of a bank."""
SLOW_FROM = UNITS["h"]
"""A turn of more seconds is for those who look in now and then."""
TIME = re.compile(r"([1-9][0-9]{0,6})([smhd])", re.ASCII)


class ClockTimes(NamedTuple):
    """The seconds for a turn or, with a `bank` of seconds for the whole game, those that each turn adds."""

    turn: int
    bank: int = 0

    @property
    def slow(self) -> bool:
        """Whether players need not be there between their turns."""
        return self.turn > SLOW_FROM or self.bank >= UNITS["d"]


@cache
def clock_times(word: str) -> ClockTimes | None:
    """Return what a clock allows; None: there is no such clock (`NO_CLOCK` is none either)."""
    first, plus, more = word.partition("+")
    whole, added = seconds_of(first), seconds_of(more) if plus else None
    if not SHORTEST <= whole <= LONGEST:
        return None
    if added is None:
        return ClockTimes(whole)
    return ClockTimes(added, whole) if 0 < added <= LONGEST else None


def seconds_of(text: str) -> int:
    """Return the seconds of a time such as 90m; 0: it is none."""
    found = TIME.fullmatch(text)
    return int(found[1]) * UNITS[found[2]] if found else 0


def is_slow(word: str) -> bool:
    """Return whether players with that clock need not be there between their turns."""
    times = clock_times(word)
    return times is not None and times.slow
