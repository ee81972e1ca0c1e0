"""Words for tables that wait: for a search, or for a start time."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tui.host.pictures import Seat, TableInfo
from tui.language.elapsed import ahead_in_full, ahead_in_words, lasted_in_words, left_in_words
from tui.language.texts import Texts, texts_in
from tui.language.waiting import clock_words, search_words, start_sentence, unrated_sentence, until_next
from tui.presenters.offers import clock_word

NOON = 1795262400.0  # 2026-11-21 12:00 UTC
OPEN = TableInfo("t", "KIWI-7", "court", {}, (Seat("Ada", "player"), Seat()), "open", NOON)


def test_a_search_counts_down_in_steps() -> None:
    """Then it says what it waits for."""
    texts, table = Texts(), replace(OPEN, searching=True, bots_at=NOON + 45)
    assert search_words(texts, table, NOON) == "Looking for people: 45 s left until bots join."
    assert until_next(table, NOON) == 15.0
    assert "everyone here is back" in search_words(texts, table, NOON + 46)
    assert "every seat" in search_words(texts, replace(table, bots_at=None), NOON)
    assert search_words(texts, OPEN, NOON) == ""


def test_a_time_is_told_with_its_zone_and_the_day_if_it_is_another() -> None:
    texts = Texts()
    assert clock_words(texts, NOON, NOON, "UTC") == "12:00 (UTC)"
    assert clock_words(texts, NOON + 86_400, NOON, "Europe/Berlin") == "13:00 tomorrow (Europe/Berlin)"
    assert clock_words(texts, NOON + 5 * 86_400, NOON, "UTC") == "2026-11-26 12:00 (UTC)"
    table = replace(OPEN, starts=NOON + 7200)
    assert start_sentence(texts, table, NOON, "UTC").startswith("Begins at 14:00 (UTC), in 2 h")
    assert "now" in start_sentence(texts, table, NOON + 7201, "UTC")
    assert start_sentence(texts, OPEN, NOON, "UTC") == ""
    assert unrated_sentence(texts, OPEN) == "Without a clock nothing is rated."
    assert unrated_sentence(texts, replace(OPEN, clock="5m")) == ""


@pytest.mark.parametrize(
    ("minutes", "said"), [(0, ""), (14.5, "15 min"), (119, "2 h"), (34.4 * 60, "35 h"), (80 * 60, "3 days")]
)
def test_how_long_ahead_is_said_in_one_unit(minutes: float, said: str) -> None:
    assert ahead_in_words(Texts(), minutes * 60) == said


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        *((0, ""), (14.5, "15 min"), (60, "1 h"), (61, "1 h 1 min"), (47 * 60 + 58.9, "47 h 59 min")),
        *((48 * 60, "2 days"), (49.5 * 60, "2 days 1 h"), (72 * 60 - 0.1, "3 days")),
    ],
)
def test_what_is_read_later_says_how_much_there_is_to_the_minute_or_hour(minutes: float, said: str) -> None:
    assert ahead_in_full(Texts(), minutes * 60) == said


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        *((0.1, "1 min"), (23.6, "24 min"), (59.4, "59 min"), (60, "1 h"), (179.3, "2 h 59 min")),
        *((47.9 * 60, "47 h 54 min"), (48 * 60, "2 days"), (9.5 * 24 * 60, "9 days 12 h")),
    ],
)
def test_how_long_a_game_lasted_is_said_to_the_minute_or_hour(minutes: float, said: str) -> None:
    assert lasted_in_words(Texts(), minutes * 60) == said


@pytest.mark.parametrize(
    ("left", "said"), [(15, "15 s left"), (14.2, "15 s left"), (10.5, "15 s left"), (16, "20 s left")]
)
def test_no_clock_is_told_to_have_more_than_the_shortest_has(left: float, said: str) -> None:
    assert left_in_words(Texts(), left) == said


def test_a_clock_of_days_is_told_in_the_right_case() -> None:
    german = texts_in("de")
    assert clock_word(german, "3d") == "3 Tage je Zug"
    assert clock_word(german, "7d+2d") == "Vorrat von 7 Tagen mit 2 Tagen je Zug"
