"""When entries of calendars come again, over clock changes and short months."""

from __future__ import annotations

from datetime import datetime
from itertools import islice
from zoneinfo import ZoneInfo

import pytest

from server.results.cups.calendar import Planned, next_time, times
from tui.host.clubs import ClubRepeats

BERLIN = "Europe/Berlin"


def come(first: str, every: ClubRepeats, count: int = 4) -> list[str]:
    zone = ZoneInfo(BERLIN)
    at = datetime.fromisoformat(first).replace(tzinfo=zone).timestamp()
    planned = Planned(text="", first=at, zone=BERLIN, every=every)
    found = [datetime.fromtimestamp(time, zone) for time in islice(times(planned), count)]
    assert next_time(planned, at) == (found[1].timestamp() if every else None)
    return [f"{time:%m-%d %H:%M}" for time in found]


@pytest.mark.parametrize(
    ("first", "every", "expected"),
    [
        ("2026-12-03 20:00", "", ["12-03 20:00"]),
        ("2026-03-19 20:00", "week", ["03-19 20:00", "03-26 20:00", "04-02 20:00", "04-09 20:00"]),
        ("2026-10-15 20:00", "fortnight", ["10-15 20:00", "10-29 20:00", "11-12 20:00", "11-26 20:00"]),
        ("2026-11-05 20:00", "month", ["11-05 20:00", "12-03 20:00", "01-07 20:00", "02-04 20:00"]),
        ("2026-10-29 19:30", "month", ["10-29 19:30", "11-26 19:30", "12-31 19:30", "01-28 19:30"]),
        ("2026-10-01 20:00", "quarter", ["10-01 20:00", "01-07 20:00", "04-01 20:00", "07-01 20:00"]),
    ],
)
def test_they_keep_weekday_and_time_of_day(first: str, every: ClubRepeats, expected: list[str]) -> None:
    assert come(first, every) == expected
