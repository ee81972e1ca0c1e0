"""The ladder of a game in words: who is where, what is provisional, who is inactive."""

from __future__ import annotations

import pytest

from tui.host.ratings import Ladder, LadderRow, RatingChange, ShownRating
from tui.language.rating_words import change_words, rating_word
from tui.language.texts import Texts
from tui.people.ladder_words import in_lines, rows

DAY = 86_400.0
ADA = LadderRow(1, "Ada", "", ShownRating(1843, 62, 25), last=0.0, inactive=True)
PAGE = LadderRow(2, "steward-91", "steward-91", ShownRating(1700, 40, 300), last=89 * DAY)
BERT = LadderRow(0, "Bert", "", ShownRating(1512, 240, 3), last=90 * DAY, you=True)


def ladder(*rows: LadderRow, yours: LadderRow | None = None) -> Ladder:
    return Ladder("court", "people", rows, 7, yours)


def test_a_ladder_lists_ranks_names_ratings_and_games() -> None:
    assert in_lines(Texts(), ladder(ADA, PAGE, BERT, yours=BERT), 90 * DAY) == [
        "Court: 7 players with a rating:",
        "1. Ada           1843 ±62   25 games, inactive for 84 days",
        "2. Flint (bot)   1700 ±40   300 games",
        " ? Bert (you)   1512? ±240  3 games",
        "",
        "?: fewer than 10 rated games, so there is no rank yet.",
    ]


def test_who_hides_their_profile_has_no_name() -> None:
    hidden = LadderRow(1, "", "", ShownRating(1843, 62, 25), last=0.0, hidden=True)
    ((_, said),) = rows(Texts(), ladder(hidden), 0.0)
    assert said == "(profile hidden)   1843 ±62   25 games"


def test_your_own_place_stands_below_those_that_are_listed() -> None:
    found = rows(Texts(), ladder(ADA, yours=BERT), 0.0)
    assert [rank for rank, _ in found[:2]] == ["1.", "?"]
    assert found[1][1].startswith("Bert (you)")


def test_an_empty_ladder_says_how_one_gets_a_rating() -> None:
    ((_, said),) = rows(Texts(), ladder(), 0.0)
    assert "rated games between two accounts" in said


@pytest.mark.parametrize(("games", "word"), [(9, "1512?"), (10, "1512")])
def test_a_rating_is_provisional_until_ten_games(games: int, word: str) -> None:
    assert rating_word(ShownRating(1512, 90, games)) == word


def test_a_change_says_the_new_rating_and_by_how_much() -> None:
    change = RatingChange(2, ShownRating(1512, 90, 12), ShownRating(1498, 88, 13))
    assert change_words(Texts(), [change], 2) == "rating 1498 (-14)"
    assert change_words(Texts(), [change], 1) == ""
