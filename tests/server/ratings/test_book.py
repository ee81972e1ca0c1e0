"""Ratings follow from games in their order, and a pair that meets often moves less."""

from __future__ import annotations

import pytest

from server.ratings.book import RatingBook
from server.ratings.pairs import DAY, PairCounts
from server.ratings.rated_games import Entrant, RankedSeat, RatedGame
from server.ratings.rating import Rating, shown_rating

ADA, BERT, CY = (Entrant(name, "person") for name in ("ada", "bert", "cy"))
PAGE = Entrant("page", "bot")


def game(*ranked: tuple[Entrant, int], at: float = 1.0) -> RatedGame:
    seats = tuple(RankedSeat(seat, one, rank) for seat, (one, rank) in enumerate(ranked, 1))
    return RatedGame(f"t{at}", "toy", at, seats)


def test_who_wins_rises_and_who_loses_falls_by_as_much() -> None:
    first, second = RatingBook().add(game((ADA, 1), (BERT, 2)))
    assert first.before == second.before == Rating()
    assert first.after.mu - 25 == pytest.approx(25 - second.after.mu)
    assert first.after.sigma < Rating().sigma
    assert (first.after.games, first.after.last) == (1, 1.0)
    assert shown_rating(first.after).points > 1500 > shown_rating(second.after).points


def test_a_first_game_moves_both_by_a_golden_amount() -> None:
    """To the digit that is stored: what is listed today is listed after every change of the program."""
    first, second = RatingBook().add(game((ADA, 1), (BERT, 2)))
    assert first.before.sigma == 8.333333
    assert (first.after.mu, first.after.sigma) == (27.635389, 8.065901)
    assert (second.after.mu, second.after.sigma) == (22.364611, 8.065901)


def test_of_many_seats_each_place_counts() -> None:
    moved = {one.entrant: one.after.mu for one in RatingBook().add(game((BERT, 2), (CY, 3), (ADA, 1)))}
    assert moved[ADA] > moved[BERT] > moved[CY]
    level = {one.entrant: one.after.mu for one in RatingBook().add(game((ADA, 1), (BERT, 2), (CY, 2)))}
    assert level[BERT] == level[CY]


@pytest.mark.parametrize(
    "ranks",
    [
        (1, 1),
        (1, 1, 2),
        (1, 2, 2),
        (1, 1, 2, 3, 3),
        (1, 2, 2, 4, 5),
        (1, 1, 1, 1, 2),
        (3, 1, 3, 2, 1),
        (1,) * 5,
    ],
)
def test_a_better_place_is_worth_more_and_a_shared_one_the_same(ranks: tuple[int, ...]) -> None:
    """Also where others share a place; openskill's own rule gives (1, 1, 2, 3, 3) most to the third seat."""
    people = [Entrant(f"p{seat}", "person") for seat in range(len(ranks))]
    moved = [one.after for one in RatingBook().add(game(*zip(people, ranks, strict=True)))]
    for one, rank in zip(moved, ranks, strict=True):
        for other, behind in zip(moved, ranks, strict=True):
            assert (one.mu > other.mu) == (rank < behind)
            assert (one == other) == (rank == behind)
    assert sum(one.mu for one in moved) == pytest.approx(25 * len(ranks))


def test_a_shared_place_is_worth_the_mean_of_the_places_it_stands_for() -> None:
    alone = [one.after.mu for one in RatingBook().add(game((ADA, 1), (BERT, 2), (CY, 3)))]
    shared = [one.after.mu for one in RatingBook().add(game((ADA, 1), (BERT, 1), (CY, 3)))]
    assert shared == pytest.approx([sum(alone[:2]) / 2, sum(alone[:2]) / 2, alone[2]])


@pytest.mark.parametrize(("number", "weight"), [(1, 1.0), (2, 2 / 3), (3, 1 / 2), (4, 2 / 5)])
def test_the_nth_game_of_a_pair_in_a_day_counts_two_by_n_plus_one(number: int, weight: float) -> None:
    """Beside a book that begins with the same ratings on a day of its own."""
    book = RatingBook()
    for at in range(1, number):
        book.add(game((ADA, 1), (BERT, 2), at=float(at)))
    fresh = RatingBook(book.ratings)
    whole = fresh.add(game((ADA, 1), (BERT, 2), at=float(DAY)))[0]
    part = book.add(game((ADA, 1), (BERT, 2), at=99.0))[0]
    assert part.before == whole.before
    assert part.after.mu - part.before.mu == pytest.approx(
        weight * (whole.after.mu - whole.before.mu), abs=1e-5
    )


def test_another_opponent_on_the_same_day_counts_in_full() -> None:
    book = RatingBook()
    for at in range(1, 4):
        book.add(game((ADA, 1), (BERT, 2), at=float(at)))
    against_cy = book.add(game((CY, 1), (PAGE, 2), at=9.0))
    assert (
        against_cy[0].after
        == RatingBook(book_without_cy(book)).add(game((CY, 1), (PAGE, 2), at=9.0))[0].after
    )


def book_without_cy(book: RatingBook) -> dict[Entrant, Rating]:
    return {one: rating for one, rating in book.ratings.items() if one not in {CY, PAGE}}


def test_a_bot_at_two_seats_gets_the_mean_of_both() -> None:
    seats = RatingBook().add(game((ADA, 1), (PAGE, 2), (BERT, 3), (PAGE, 4)))
    assert seats[1].after == seats[3].after
    assert seats[1].after.games == 1


def test_a_new_name_changes_no_number() -> None:
    """So that an account that is forgotten can be replaced by its pseudonym."""
    gone = Entrant("zz", "person")
    names = {ADA: gone}
    games = [((ADA, 2), (BERT, 1), (CY, 3)), ((CY, 1), (ADA, 2)), ((ADA, 1), (BERT, 2))]
    one, other = RatingBook(), RatingBook()
    for at, seats in enumerate(games):
        before = one.add(game(*seats, at=float(at)))
        after = other.add(game(*((names.get(who, who), rank) for who, rank in seats), at=float(at)))
        assert [seat.after for seat in before] == [seat.after for seat in after]


def test_games_of_earlier_days_do_not_count_against_a_pair() -> None:
    """A pair's first game of a day counts whole, however often they met the day before."""
    pairs = PairCounts()
    for moment in (1.0, 2.0):
        pairs.add(moment, (ADA, BERT))
    assert pairs.weight(3.0, ADA, (ADA, BERT)) == 1 / 2
    assert pairs.weight(DAY + 1.0, ADA, (ADA, BERT)) == 1
    pairs.add(DAY + 1.0, (ADA, BERT))
    assert pairs.weight(DAY + 2.0, ADA, (ADA, BERT)) == 2 / 3
