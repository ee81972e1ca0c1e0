"""Dates of deals of the day."""

from __future__ import annotations

import pytest

from server.results.deal import is_date


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("2026-11-24", True),
        ("2024-02-29", True),
        ("2026-02-29", False),
        ("2026-13-01", False),
        ("20261124", False),
        ("2026-1-2", False),
        ("today", False),
        ("", False),
    ],
)
def test_a_date_is_a_day_of_the_calendar_as_it_is_written_everywhere(text: str, *, is_one: bool) -> None:
    assert is_date(text) is is_one
