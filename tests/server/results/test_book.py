"""Ratings follow from games in their order; what an opponent counts follows from what is known of it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.results.book import (
    AROUND,
    FEWEST,
    FOUNDERS,
    WIDELY_KNOWN,
    Established,
    Past,
    RatedSeat,
    RatingBook,
)
from server.results.ladder import ACTIVE
from server.results.pairs import PairCounts, part
from server.results.rated_games import Entrant, EntrantKind, RankedSeat, RatedGame
from server.results.rating import Rating, shown_rating

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
    assert first.before.sigma == 5
    assert (first.after.mu, first.after.sigma) == (26.358036, 4.812041)
    assert (second.after.mu, second.after.sigma) == (23.641964, 4.812041)


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
    """Also where others share a place."""
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


@pytest.mark.parametrize(("number", "weight"), [(1, 1.0), (2, 1 / 8), (3, 1 / 27), (4, 1 / 64)])
def test_the_nth_game_of_a_pair_counts_one_by_its_cube(number: int, weight: float) -> None:
    """Whenever the others were; beside a book that begins with the same ratings and knows no games."""
    book = RatingBook()
    for at in range(1, number):
        book.add(game((ADA, 1), (BERT, 2), at=at * 1e6))
    whole = RatingBook(Past(book.ratings)).add(game((ADA, 1), (BERT, 2), at=9e9))[0]
    part = book.add(game((ADA, 1), (BERT, 2), at=9e9))[0]
    assert part.before == whole.before
    assert part.after.mu - part.before.mu == pytest.approx(
        weight * (whole.after.mu - whole.before.mu), abs=1e-5
    )


@pytest.mark.parametrize(("seats", "played"), [(2, 60), (3, 40), (4, 30), (5, 24)])
def test_with_more_seats_each_two_play_less(seats: int, played: int) -> None:
    """And the next game of the two counts by what they have played."""
    pairs = PairCounts()
    pairs.add([ADA, BERT, CY, person("di"), person("ed")][:seats])
    assert part(seats) == played
    assert pairs.weight(ADA, BERT, 2) == pytest.approx(1 / (1 + played / 60) ** 3)
    assert pairs.weight(ADA, BERT, seats) == pytest.approx(played / 60 / (1 + played / 60) ** 3)


def test_a_friend_who_loses_for_ever_is_worth_less_than_two_games() -> None:
    book = RatingBook()
    gained = [one.after.mu - one.before.mu for one in (lost(book, at) for at in range(1, 400))]
    assert sum(gained) < 1.21 * gained[0]


def lost(book: RatingBook, at: int) -> RatedSeat:
    return book.add(game((ADA, 1), (BERT, 2), at=float(at)))[0]


def person(name: str) -> Entrant:
    return Entrant(name, "person")


def founded(*known: tuple[Entrant, Rating]) -> RatingBook:
    """A book whose game has as many established players as it needs, and these."""
    established = [one for kind in ("person", "program") for one in others(FOUNDERS, kind=kind)]
    return RatingBook(Past(dict(known), established=established))


def others(
    number: int, since: float = 1.0, last: float = 1.0, kind: EntrantKind = "person"
) -> list[Established]:
    """People who are established and play in no game here."""
    return [Established(Entrant(f"other{one}", kind), since, last) for one in range(number)]


SURE = Rating(25.0, 3.0, 30, 1.0, met=20, since=1.0)


@pytest.mark.parametrize(
    ("established", "met", "share"),
    [
        (8, 0, 0.0),
        (8, 5, 0.0),
        (8, 6, 0.5),
        (8, 7, 1.0),
        (16, 10, 0.5),
        (40, 6, 1 / 11),
        (40, 16, 1.0),
        (40, 39, 1.0),
    ],
)
def test_an_opponent_counts_as_much_as_it_has_met_of_those_who_are_established(
    established: int, met: int, share: float
) -> None:
    """From six on, up to 16 or, where there are fewer, all others."""

    def moved_by(other: Rating) -> RatedSeat:
        book = RatingBook(Past({ADA: SURE, BERT: other}, established=others(established)))
        return book.add(game((ADA, 1), (BERT, 2), at=9.0))[0]

    moved, whole = moved_by(replace(SURE, met=met)), moved_by(replace(SURE, met=40))
    assert moved.after.mu - 25 == pytest.approx(share * (whole.after.mu - 25), abs=1e-5)


def test_a_fresh_key_is_worth_nothing_once_a_game_has_established_players() -> None:
    book = founded((ADA, SURE))
    for number in range(30):
        book.add(game((ADA, 1), (person(f"key{number}"), 2), at=9.0 + number))
    after = book.ratings[ADA]
    assert (after.mu, after.sigma, after.games, after.met) == (25.0, 3.0, 60, 20)


def test_who_loses_to_an_established_player_moves_as_the_winner_would() -> None:
    """A newcomer's first games count for the newcomer."""
    new = founded((ADA, SURE)).add(game((ADA, 1), (BERT, 2), at=9.0))[1]
    assert new.after.mu < 25
    assert new.after.met == 1


def test_a_program_that_loses_is_worth_nothing_to_a_person() -> None:
    program = Entrant("p", "program")
    first, second = founded((ADA, SURE), (program, SURE)).add(game((ADA, 1), (program, 2), at=9.0))
    assert first.after.mu == 25 > second.after.mu
    assert (first.after.met, second.after.met) == (20, 21)


def test_an_opponent_who_is_not_established_counts_nothing() -> None:
    """However many it has met, and whatever is known of it otherwise."""
    moved = founded((ADA, SURE), (BERT, replace(SURE, since=0.0))).add(game((ADA, 1), (BERT, 2), at=9.0))[0]
    assert (moved.after.mu, moved.after.sigma, moved.after.met) == (25.0, 3.0, 20)
    bot = founded((ADA, SURE), (PAGE, replace(SURE, met=0))).add(game((ADA, 1), (PAGE, 2), at=9.0))[0]
    assert bot.after.mu > 25


def test_until_eight_are_established_everybody_counts_as_if_they_were() -> None:
    book = RatingBook(Past(established=others(FOUNDERS - 1)))
    moved = book.add(game((ADA, 1), (BERT, 2), at=9.0))[0].after
    assert moved.mu > 25
    assert moved.met == 1


@pytest.mark.parametrize(("after", "counts"), [(ACTIVE, False), (ACTIVE + 1, True)])
def test_everybody_counts_again_where_those_who_are_established_have_left(after: float, counts: bool) -> None:
    """Where fewer than eight of them are on the ladder. Who counted is told of each seat."""
    known = others(FOUNDERS - 1)
    around = [one._replace(last=after) for one in known[:FEWEST]]
    book = RatingBook(Past(established=[*known[FEWEST:], Established(CY, 1.0, 2.0), *around]))
    first, second = book.add(game((ADA, 1), (BERT, 2), at=1.0 + after))
    assert (first.after.mu > 25, first.after.met, first.counted, second.counted) == (counts,) * 4


@pytest.mark.parametrize(
    ("established", "around", "met", "counts"),
    [
        (8, 5, 5, True),
        (8, 5, 4, False),
        (8, 3, 3, True),
        (8, 3, 2, False),
        (8, 6, 5, False),
        (WIDELY_KNOWN - 1, 5, 5, True),
        (WIDELY_KNOWN, 5, 5, False),
    ],
)
def test_where_few_are_around_who_has_met_them_all_counts_among_those_who_are_met(
    established: int, around: int, met: int, *, counts: bool
) -> None:
    """On a small ladder, and no rating moves by it: who is not established counts nothing there."""
    at = 1.0 + AROUND + 1.0
    here = [one._replace(last=at - 1.0) for one in others(established)[:around]]
    book = RatingBook(Past({BERT: Rating(met=met)}, established=[*others(established)[around:], *here]))
    first, second = book.add(game((ADA, 1), (BERT, 2), at=at))
    assert (first.after.met, second.counted) == (counts, counts)
    assert first.after.mu == 25


@pytest.mark.parametrize(
    ("established", "around", "counts"),
    [(8, 2, True), (8, 0, True), (8, 3, False), (WIDELY_KNOWN - 1, 2, True), (WIDELY_KNOWN, 2, False)],
)
def test_everybody_counts_again_where_hardly_anybody_is_around(
    established: int, around: int, *, counts: bool
) -> None:
    """On a small ladder, after a fortnight: nobody could become certain by two who are left."""
    at = 1.0 + AROUND + 1.0
    here = [one._replace(last=at - 1.0) for one in others(established)[:around]]
    book = RatingBook(Past(established=[*others(established)[around:], *here]))
    first, second = book.add(game((ADA, 1), (BERT, 2), at=at))
    assert (first.after.mu > 25, first.after.met == 1, second.counted) == (counts,) * 3


def test_who_comes_back_is_counted_again() -> None:
    book = RatingBook(
        Past({CY: SURE}, established=[*others(FOUNDERS - 1, last=ACTIVE), Established(CY, 1.0, 1.0)])
    )
    at = ACTIVE + 2
    assert book.add(game((ADA, 1), (BERT, 2), at=at))[0].counted
    assert book.add(game((CY, 1), (BERT, 2), at=at + 1))[0].counted
    assert not book.add(game((ADA, 1), (BERT, 2), at=at + 2))[0].counted


def test_who_becomes_established_counts_from_the_next_moment_on() -> None:
    """Games that end at the same moment may be rated in either order."""
    book = RatingBook(Past(established=others(FOUNDERS, since=9.0, last=9.0)))
    assert book.add(game((ADA, 1), (BERT, 2), at=9.0))[0].after.mu > 25
    assert book.add(game((CY, 1), (person("di"), 2), at=9.1))[0].after.mu == 25


def test_the_same_opponent_is_met_once() -> None:
    book = founded((ADA, SURE), (BERT, SURE))
    assert [lost(book, at).after.met for at in (9, 10)] == [21, 21]


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
