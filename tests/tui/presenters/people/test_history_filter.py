"""What is typed behind /history asks for games, in every language; anything else is told how to ask."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.presenters.people.past import DAY, NOW
from tui.host.history import HistoryFilter
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.people.dates import date, last_days, period
from tui.presenters.people.history_filter import UnknownWords, described, parse

MAY = (1_777_593_600.0, 1_780_272_000.0)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("", {}),
        ("court", {"game": "court"}),
        ("Laurin LOST", {"game": "laurin", "result": "lost"}),
        ("won against Birch", {"result": "won", "opponent": "Birch"}),
        ("vs all", {"opponent": "all"}),
        ("all court", {"everybody": True, "game": "court"}),
        ("Birch unfinished", {"player": "Birch", "result": "none"}),
        ("7d", {"since": NOW - 7 * DAY}),
        ("today", {"since": NOW - DAY}),
        ("2026-05", {"since": MAY[0], "until": MAY[1]}),
    ],
)
def test_words_ask_for_games(typed: str, expected: dict[str, Any]) -> None:
    assert parse(Texts(), typed, NOW) == HistoryFilter(**expected)


@pytest.mark.parametrize(
    ("language", "typed"),
    [("de", "gewonnen gegen Birch"), ("it", "vinta contro Birch"), ("nl", "gewonnen tegen Birch"),
     ("de", "won against Birch")],
)  # fmt: skip
def test_words_are_understood_in_the_players_language_and_in_english(language: str, typed: str) -> None:
    assert parse(Texts(language), typed, NOW) == HistoryFilter(result="won", opponent="Birch")


def test_what_is_being_played_now_is_asked_for_by_itself() -> None:
    assert parse(Texts(), "now", NOW) == HistoryFilter(now=True)
    assert parse(Texts("de"), "jetzt", NOW) == HistoryFilter(now=True)


@pytest.mark.parametrize(
    "typed", ["court laurin", "won lost", "Birch Cedar", "against", "now court", "court now", "7d 2026"]
)
def test_what_contradicts_itself_is_told_how_to_ask(typed: str) -> None:
    with pytest.raises(UnknownWords, match="You can ask for"):
        parse(Texts(), typed, NOW)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [("2026", "2026-01-01", "2026-12-31"), ("2026-12", "2026-12-01", "2026-12-31"),
     ("2024-2", "2024-02-01", "2024-02-29"), ("2026-05-09", "2026-05-09", "2026-05-09"),
     ("2026-Q4", "2026-10-01", "2026-12-31"), ("2026-q1", "2026-01-01", "2026-03-31")],
)  # fmt: skip
def test_a_period_is_whole_days(text: str, first: str, last: str) -> None:
    found = period(text)
    assert found
    assert (date(found[0]), date(found[1] - 1)) == (first, last)


@pytest.mark.parametrize(
    "text", ["2026-13", "2026-Q5", "2026-00", "2026-02-30", "26", "0000", "9999", "2026-5-9-1"]
)
def test_what_is_no_date_is_none(text: str) -> None:
    assert period(text) is None


@given(st.text(max_size=20))
def test_no_text_breaks_it(text: str) -> None:
    period(text)
    last_days(text)
    with suppress(UnknownWords):
        parse(Texts(), text, NOW)


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_to_ask_fits_into_a_line(language: str) -> None:
    with pytest.raises(UnknownWords) as found:
        parse(Texts(language), "against", NOW)
    assert len(str(found.value)) <= 120


def test_a_filter_is_described() -> None:
    wanted = parse(Texts(), "court won against Birch 2026-05", NOW)
    said = described(Texts(), wanted, "Wren", "Wren")
    assert said == "Your games · To Court the King · won · against Birch · 2026-05-01 to 2026-05-31"
    assert described(Texts(), HistoryFilter(everybody=True), "", "Wren") == "Everybody's games"
    since = parse(Texts(), "Birch 7d", NOW)
    assert described(Texts(), since, "Birch", "Wren") == "Games of Birch · since 2026-11-14"
