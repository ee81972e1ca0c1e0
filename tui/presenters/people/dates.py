"""Dates as people and filters write them: 2026-11-23, in UTC. Periods begin and end with a day."""

from __future__ import annotations

import re
from calendar import timegm
from time import gmtime, strftime

from tui.language import elapsed
from tui.language.texts import Texts

DAY = 86_400
LONG_AGO = 60 * DAY
"""Seconds after which a date says more than how long ago that was."""
_DATE = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_QUARTER = re.compile(r"(\d{4})-q([1-4])", re.IGNORECASE)
_DAYS = re.compile(r"(\d{1,4})d")
FIRST_YEAR, LAST_YEAR = 1970, 9000


def date(time: float) -> str:
    return strftime("%Y-%m-%d", gmtime(time))


def ago(texts: Texts, now: float, time: float) -> str:
    """Returns how long ago that was, or the date if that was long ago."""
    if now - time >= LONG_AGO:
        return date(time)
    words = elapsed.in_coarse_words(texts, now - time)
    return texts._("{time} ago", time=words) if words else texts._("just now")


def period(text: str) -> tuple[float, float] | None:
    """Returns when a year, a quarter, a month or a day (2026, 2026-Q4, 2026-05, 2026-05-12) begins and ends;
    None: it is none.
    """
    if quarter := _QUARTER.fullmatch(text):
        first = period(f"{quarter[1]}-{3 * int(quarter[2]) - 2:02}")
        last = period(f"{quarter[1]}-{3 * int(quarter[2]):02}")
        return (first[0], last[1]) if first and last else None
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    year, month, day = (int(part) if part else 0 for part in found.groups())
    if not FIRST_YEAR <= year <= LAST_YEAR or month > 12 or (found[2] and not month):
        return None
    if found[3]:
        began = timegm((year, month, day, 0, 0, 0))
        return (began, began + DAY) if date(began) == f"{year:04}-{month:02}-{day:02}" else None
    if month:
        return timegm((year, month, 1, 0, 0, 0)), timegm((year + month // 12, month % 12 + 1, 1, 0, 0, 0))
    return timegm((year, 1, 1, 0, 0, 0)), timegm((year + 1, 1, 1, 0, 0, 0))


def last_days(text: str) -> int | None:
    """Returns the number of days in a text such as 7d; None: it is none."""
    found = _DAYS.fullmatch(text)
    return int(found[1]) if found else None
