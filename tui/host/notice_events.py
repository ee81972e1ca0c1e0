"""What players are told of while they are away, as far as they want it, and their quiet hours. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Literal, get_args

NoticeEvent = Literal["turn", "time", "start", "invitation", "message", "bot", "over", "rematch", "cup"]
EVENTS: tuple[NoticeEvent, ...] = get_args(NoticeEvent)
UNWANTED, QUIET, DIGEST = "no-notices-of", "quiet", "digest"
"""The names of the settings."""
UNKNOWN_HOST = "HOST"
"""What is told where the host does not know by which address players come."""
HOUR = re.compile(r"\d{1,2}", re.ASCII)
HOURS = re.compile(r"(\d{1,2})-(\d{1,2})", re.ASCII)


def is_wanted(settings: Mapping[str, str], event: NoticeEvent) -> bool:
    """Returns whether a player is to be told of such events."""
    return event not in settings.get(UNWANTED, "").split()


def unwanted_with(settings: Mapping[str, str], event: NoticeEvent, *, on: bool) -> str:
    """Returns the value of UNWANTED once such events are wanted, or no longer; what only newer versions know
    stays as it is.
    """
    others = [one for one in settings.get(UNWANTED, "").split() if one != event]
    return " ".join(others if on else [*others, event])


def quiet_hours(text: str) -> tuple[int, int] | None:
    """Returns from which and until which full hour it is to be quiet; None: the text is not like 22-7."""
    found = HOURS.fullmatch(text)
    begin, end = (int(found[1]), int(found[2])) if found else (0, 0)
    return (begin, end) if begin != end and max(begin, end) < 24 else None


def quiet_seconds(settings: Mapping[str, str], now: datetime) -> float:
    """Returns for how long it is to be quiet; `now` is the time in the player's zone."""
    hours = quiet_hours(settings.get(QUIET, ""))
    if hours is None:
        return 0.0
    begin, end = hours
    is_quiet = begin <= now.hour < end if begin < end else not end <= now.hour < begin
    if not is_quiet:
        return 0.0
    return _until(end, now)


def quiet_since(settings: Mapping[str, str], now: datetime) -> float:
    """Returns for how long it has been quiet, at a time when it is."""
    hours = quiet_hours(settings.get(QUIET, ""))
    if hours is None:
        return 0.0
    began = now.replace(hour=hours[0], minute=0, second=0, microsecond=0)
    if began > now:
        began -= timedelta(days=1)
    return now.timestamp() - began.timestamp()


def digest_hour(text: str) -> int | None:
    """Returns the full hour at which there is one notice of everything; None: the text is not like 18."""
    return int(text) if HOUR.fullmatch(text) and int(text) < 24 else None


def digest_seconds(settings: Mapping[str, str], now: datetime) -> float | None:
    """Returns in how many seconds there is the next notice of everything; None: there is none."""
    hour = digest_hour(settings.get(DIGEST, ""))
    return None if hour is None else _until(hour, now)


def _until(hour: int, now: datetime) -> float:
    until = now.replace(hour=hour, minute=0, second=0, microsecond=0)
    if until <= now:
        until += timedelta(days=1)
    return until.timestamp() - now.timestamp()


TIMES: Mapping[str, Callable[[str], object]] = MappingProxyType({QUIET: quiet_hours, DIGEST: digest_hour})
"""What reads the hours of a setting; None: they are none."""
TIMES_LIKE: Mapping[str, str] = MappingProxyType({QUIET: "22-7", DIGEST: "18"})
"""How they are written, for example."""
