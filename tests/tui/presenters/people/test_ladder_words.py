"""The ladder of a game in words: who is where, what is provisional, what is missing."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tui.host.ratings import Ladder, LadderRow, RatingChange, ShownRating
from tui.language.rating_words import change_words, rating_word
from tui.language.texts import Texts
from tui.presenters.people.ladder_words import heading, rows
from tui.presenters.reader import Page

DAY = 86_400.0
ADA = LadderRow(1, "Ada", "", ShownRating(1843, 62, 25, 9, 1657), last=80 * DAY)
PAGE = LadderRow(2, "steward-91", "steward-91", ShownRating(1700, 40, 300, 31, 1580), last=89 * DAY)
BERT = LadderRow(0, "Bert", "", ShownRating(1512, 190, 3, 2), last=90 * DAY, you=True)
LEGEND = "Places go by the first figure: 1000 for everybody, moved slowly, by many opponents."


def ladder(*rows: LadderRow, yours: LadderRow | None = None) -> Ladder:
    return Ladder("court", "people", rows, 7, yours)


def test_a_ladder_lists_ranks_names_ratings_and_games() -> None:
    found = ladder(ADA, PAGE, yours=BERT)
    page = Page(heading(Texts(), found), rows(Texts(), found, 90 * DAY), headed=True)
    assert page.in_lines.split("\n") == [
        "Court: 7 players with a rating:",
        "1. Ada          1657   1843 ±62   25 games",
        "2. Flint (bot)  1580   1700 ±40   300 games",
        " ? Bert (you)         1512? ±190  3 games",
        "",
        "?: for a place you need 7 more rated games.",
        LEGEND,
    ]


def test_who_hides_their_profile_has_no_name() -> None:
    hidden = LadderRow(1, "", "", ShownRating(1843, 62, 25, 9, 1657), last=0.0, hidden=True)
    assert rows(Texts(), ladder(hidden), 0.0)[0][1] == "(profile hidden)  1657   1843 ±62   25 games"


def test_your_own_rating_stands_below_those_that_are_listed() -> None:
    found = rows(Texts(), ladder(ADA, yours=BERT), 0.0)
    assert [rank for rank, _ in found[:2]] == ["1.", "?"]
    assert found[1][1].startswith("Bert (you)")
    beyond = replace(BERT, rank=60, rating=ShownRating(1512, 90, 30, 9))
    assert [rank for rank, _ in rows(Texts(), ladder(ADA, yours=beyond), 0.0)[:2]] == ["1.", "60."]


@pytest.mark.parametrize(
    ("rating", "said"),
    [
        (ShownRating(1512, 190, 9, 8), "?: for a place you need 1 more rated game."),
        (ShownRating(1512, 170, 10, 4), "?: for a place you need 2 more opponents who have one."),
        (ShownRating(1512, 181, 10, 6), "?: for a place your rating has to be certain to ±180."),
        (ShownRating(1512, 180, 10, 6), "You are not listed after 70 days without a rated game."),
    ],
)
def test_who_is_not_listed_is_told_what_is_missing(rating: ShownRating, said: str) -> None:
    yours = replace(BERT, rating=rating, last=20 * DAY)
    assert [told for _, told in rows(Texts(), ladder(ADA, yours=yours), 90 * DAY)][-2:] == [said, LEGEND]


def test_an_empty_ladder_says_what_a_place_takes() -> None:
    said = "Nobody is listed yet: that takes 10 rated games against 6 opponents."
    assert rows(Texts(), ladder(), 0.0) == [("", said)]
    assert rows(Texts(), ladder(yours=BERT), 0.0)[2][1] == said


@pytest.mark.parametrize(
    ("rating", "word"),
    [
        (ShownRating(1512, 90, 9, 6), "1512?"),
        (ShownRating(1512, 90, 10, 5), "1512?"),
        (ShownRating(1512, 181, 10, 6), "1512?"),
        (ShownRating(1512, 180, 10, 6), "1512"),
    ],
)
def test_a_rating_is_provisional_until_it_is_certain(rating: ShownRating, word: str) -> None:
    assert rating_word(rating) == word


def test_a_change_says_the_new_rating_and_by_how_much() -> None:
    change = RatingChange(2, ShownRating(1512, 90, 12, 6), ShownRating(1498, 88, 13, 6))
    assert change_words(Texts(), [change], 2) == "rating 1498 (-14)"
    assert change_words(Texts(), [change], 1) == ""
