"""The calendar of a club: entries that come once or repeat, and what is due for them. Pure.

A time of day is meant in the zone of whoever made the entry, so that it stays the same in summer and winter.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Literal

from msgspec import Struct

from tui.host.clubs import ClubRepeats
from tui.host.cups import CupWish
from tui.language.time_zones import zone_of

DAY = 86_400.0
CUP_AHEAD, TOLD_AHEAD = 6 * DAY, DAY
"""Seconds before an entry's time from which its cup is open, and at which members are told."""
STAYS = 3 * 3600.0
"""Seconds after its time for which it is shown before the next one is."""
STEP_DAYS = {"week": 7, "fortnight": 14}
STEP_MONTHS = {"month": 1, "quarter": 3}

Step = Literal["open", "tell", "pass"]


class Planned(Struct, frozen=True, kw_only=True):
    """What an entry always has. The others of its times follow from the `first`."""

    text: str
    first: float
    zone: str
    every: ClubRepeats = ""
    wish: CupWish | None = None
    """The cup that is opened for each time."""


class CalendarEntry(Struct, frozen=True):
    """An entry with its next time: whether members were `told` of it, and which `cup` is open for it."""

    club: str
    number: int
    starts: float
    told: bool
    cup: str
    author: str
    planned: Planned


def times(planned: Planned) -> Iterator[float]:
    """Yield when an entry comes, in order; those that repeat by months on the same weekday of the month, the
    fifth one being the last.
    """
    zone = zone_of(planned.zone) or UTC
    first = datetime.fromtimestamp(planned.first, zone)
    for number in count() if planned.every else range(1):
        if months := STEP_MONTHS.get(planned.every):
            yield _same_weekday(first, number * months).timestamp()
        else:
            yield (first + timedelta(days=number * STEP_DAYS.get(planned.every, 0))).timestamp()


def _same_weekday(first: datetime, months: int) -> datetime:
    years, month = divmod(first.month - 1 + months, 12)
    year, month, before = first.year + years, month + 1, (first.day - 1) // 7
    weekday, days = monthrange(year, month)
    day = 1 + (first.weekday() - weekday) % 7 + 7 * before
    return first.replace(year=year, month=month, day=day if day <= days else day - 7)


def next_time(planned: Planned, after: float) -> float | None:
    """Return when an entry comes next after a time; None: never again."""
    return next((time for time in times(planned) if time > after), None)


def step(entry: CalendarEntry, now: float) -> Step | None:
    if entry.starts + STAYS <= now:
        return "pass"
    if entry.planned.wish and not entry.cup and entry.starts - CUP_AHEAD <= now < entry.starts:
        return "open"
    return "tell" if not entry.told and entry.starts - TOLD_AHEAD <= now < entry.starts else None


def moments(entry: CalendarEntry) -> tuple[float, ...]:
    """Return when something may become due for an entry."""
    return entry.starts - CUP_AHEAD, entry.starts - TOLD_AHEAD, entry.starts + STAYS
