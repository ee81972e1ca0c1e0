"""What players type as a start time, and what it means."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import Refused
from server.lobby.start_times import MOST_DAYS, parse_start
from tui.language.time_zones import zone_of

NOW = datetime(2026, 11, 23, 18, 30, tzinfo=UTC)
BERLIN = ZoneInfo("Europe/Berlin")  # an hour ahead: 19:30 there


def meant(text: str, zone: object = UTC) -> str:
    starts = parse_start(text, NOW.timestamp(), zone)  # type: ignore[arg-type]
    return datetime.fromtimestamp(starts, UTC).strftime("%d %H:%M")


@pytest.mark.parametrize(
    ("text", "utc", "berlin"),
    [
        ("20:00", "23 20:00", "23 19:00"),
        ("19.00", "23 19:00", "24 18:00"),
        ("8:05", "24 08:05", "24 07:05"),
        ("tonight 20:00", "23 20:00", "23 19:00"),
        ("Today 23:59", "23 23:59", "23 22:59"),
        ("tomorrow 20:00", "24 20:00", "24 19:00"),
        ("2026-12-1 9:30", "01 09:30", "01 08:30"),
        ("+30m", "23 19:00", "23 19:00"),
        ("+2h", "23 20:30", "23 20:30"),
        ("+1d", "24 18:30", "24 18:30"),
    ],
)
def test_a_time_of_day_is_meant_in_the_players_zone(text: str, utc: str, berlin: str) -> None:
    """Without a date it is the next one; a span from now needs no zone."""
    assert (meant(text), meant(text, BERLIN)) == (utc, berlin)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no-start-time"), ("24:00", "no-start-time"), ("20:60", "no-start-time"),
        ("soon", "no-start-time"), ("+0m", "no-start-time"), ("-30m", "no-start-time"),
        ("friday 20:00", "no-start-time"), ("2026-02-30 20:00", "no-start-time"),
        ("today 20:00 sharp", "no-start-time"), ("today 8:00", "start-time-past"),
        ("2025-11-24 20:00", "start-time-past"), ("2027-11-24 20:00", "start-time-far"),
        ("+31d", "start-time-far"),
    ],
)  # fmt: skip
def test_what_is_no_time_to_come_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused, match=code):
        meant(text)


@given(st.text(max_size=30), st.floats(0, 4e9))
def test_whatever_is_typed_is_a_time_to_come_or_refused(text: str, now: float) -> None:
    try:
        starts = parse_start(text, now, BERLIN)
    except Refused:
        return
    assert now <= starts <= now + MOST_DAYS * 86_400


@pytest.mark.parametrize("name", ["", "Nowhere/Else", "../etc/passwd", "/etc", "Europe", "x" * 99, "Ü"])
def test_what_is_no_zone_is_none(name: str) -> None:
    assert zone_of(name) is None


def test_zones_are_named_as_everywhere() -> None:
    assert zone_of("UTC") is UTC
    assert zone_of("Europe/Berlin") == BERLIN
