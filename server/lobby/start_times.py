"""Start times as players type them: "20:00", "tomorrow 20:00", "2026-11-24 20:00", "+30m". Pure.

A time of day is meant in the player's time zone.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta, tzinfo

from server.identity.names import clean_start
from tui.host.refusals import refused

AHEAD = re.compile(r"\+([1-9][0-9]{0,3})(m|min|h|d)")
TIME = re.compile(r"([01]?[0-9]|2[0-3])[:.]([0-5][0-9])")
DATE = re.compile(r"([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})")
DAYS = {"today": 0, "tonight": 0, "tomorrow": 1}
SECONDS = {"m": 60.0, "min": 60.0, "h": 3600.0, "d": 86_400.0}
MOST_DAYS = 30
"""The furthest that a start time may be ahead."""
STAYS = 900.0
"""Seconds past its start time for which a table stays open although its players are not there."""


def parse_start(text: str, now: float, zone: tzinfo) -> float:
    """Return the time that a text means, in seconds since the epoch; `now` is the present one. A time of day
    without a date is the next one. Raises Refused: "no-start-time" (with the text), "start-time-past",
    "start-time-far" (with most, in days).
    """
    words = text.casefold().split()
    if len(words) == 1 and (ahead := AHEAD.fullmatch(words[0])):
        starts = now + int(ahead[1]) * SECONDS[ahead[2]]
    else:
        starts = _at(words, datetime.fromtimestamp(now, zone), text).timestamp()
    if starts < now:
        raise refused("start-time-past")
    if starts > now + MOST_DAYS * SECONDS["d"]:
        raise refused("start-time-far", most=MOST_DAYS)
    return starts


def _at(words: list[str], now: datetime, text: str) -> datetime:
    *day, time = words or [""]
    found = TIME.fullmatch(time)
    if found is None or len(day) > 1:
        raise refused("no-start-time", text=clean_start(text, 40))
    hour, minute = int(found[1]), int(found[2])
    if not day:
        today = now.replace(hour=hour, minute=minute, second=0, microsecond=0)
        return today if today > now else today + timedelta(days=1)
    if day[0] in DAYS:
        other = now + timedelta(days=DAYS[day[0]])
        return other.replace(hour=hour, minute=minute, second=0, microsecond=0)
    date = DATE.fullmatch(day[0])
    try:
        if date:
            year, month, number = map(int, date.groups())
            return datetime(year, month, number, hour, minute, tzinfo=now.tzinfo)
    except ValueError:  # the 30th of February
        pass
    raise refused("no-start-time", text=clean_start(text, 40))
