"""Which notices a player wants, and when."""

from __future__ import annotations

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tui.host import notice_events as events

BERLIN = ZoneInfo("Europe/Berlin")
HOUR = 3600.0


@pytest.mark.parametrize(
    ("hours", "hour", "quiet"),
    [
        ("22-7", 21, 0.0), ("22-7", 22, 9 * HOUR), ("22-7", 6, HOUR), ("22-7", 7, 0.0),
        ("1-5", 0, 0.0), ("1-5", 4, HOUR), ("22-0", 23, HOUR), ("", 3, 0.0), ("7-7", 7, 0.0),
        ("22-24", 23, 0.0), ("٢-٣", 2, 0.0),
    ],
)  # fmt: skip
def test_quiet_hours_end(hours: str, hour: int, quiet: float) -> None:
    """At their second hour, also over midnight; what is none is never quiet."""
    now = datetime(2026, 11, 27, hour, tzinfo=BERLIN)
    assert events.quiet_seconds({events.QUIET: hours}, now) == quiet


def test_a_night_with_another_hour_is_that_much_longer() -> None:
    """When clocks are put back."""
    now = datetime(2026, 10, 24, 23, tzinfo=BERLIN)
    assert events.quiet_seconds({events.QUIET: "22-7"}, now) == 9 * HOUR


@pytest.mark.parametrize(("hour", "left"), [("18", 6 * HOUR), ("12", 24 * HOUR), ("24", None), ("", None)])
def test_a_digest_comes_at_its_hour(hour: str, left: float | None) -> None:
    """Today or tomorrow."""
    now = datetime(2026, 11, 27, 12, tzinfo=BERLIN)
    assert events.digest_seconds({events.DIGEST: hour}, now) == left


def test_each_event_is_wanted_until_it_is_not() -> None:
    """And again."""
    settings = {events.UNWANTED: events.unwanted_with({}, "over", on=False)}
    settings = {events.UNWANTED: events.unwanted_with(settings, "message", on=False)}
    assert [one for one in events.EVENTS if not events.is_wanted(settings, one)] == ["message", "over"]
    assert events.unwanted_with(settings, "over", on=True) == "message"
    assert events.unwanted_with({events.UNWANTED: "message of-2030"}, "message", on=True) == "of-2030"


@pytest.mark.parametrize("day", ["2026-10-25", "2027-03-28", "2027-01-01"])
@pytest.mark.parametrize(("hours", "began"), [("22-7", 22), ("23-6", 23), ("0-8", 0)])
def test_quiet_hours_begin_on_the_clock_of_a_night_that_is_shorter_or_longer(
    day: str, hours: str, began: int
) -> None:
    """Also those that began on the day before."""
    now = datetime.fromisoformat(f"{day}T05:00").replace(tzinfo=BERLIN)
    since = now.timestamp() - events.quiet_since({events.QUIET: hours}, now)
    begun = datetime.fromtimestamp(since, BERLIN)
    assert (begun.hour, begun.minute) == (began, 0)
    assert begun.day == (now - timedelta(days=began > 0)).day
