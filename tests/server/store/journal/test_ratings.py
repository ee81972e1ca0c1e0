"""Every store has the same ratings to the last digit, in whatever order games are written."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from server.identity.accounts import pseudonym
from server.log.entries import Entry, Outcome, outcome_of
from server.results.book import FOUNDERS, RatedSeat, RatingBook
from server.results.ladder import LadderEntry, Standings, is_listed, ranked
from server.results.of_log import result_of
from server.results.rated_games import Entrant, rated_game
from server.results.rating import Rating
from server.store.journal.journal import Journal
from server.store.journal.rebuild import rebuild
from server.store.journal.rows import NoTable
from tests.server.journals import entry, opening
from tui.host.history import SeatFate

PEOPLE = ("ada", "bert", "cy", "dora", "")
"""The last one stands for a bot."""
MANY, LATER = (*"abcdefghijk", ""), "lmnopqrstu"
DAY = 86_400.0


def last(
    players: Sequence[str],
    places: Sequence[int],
    programs: Sequence[bool],
    at: float,
    fates: Sequence[SeatFate] = (),
) -> Entry:
    """The end of a game: players by seat, '' for bots."""
    outcome = Outcome(
        "played",
        tuple(player.title() or "Bot" for player in players),
        tuple(places),
        tuple(players),
        tuple("" if player else "page" for player in players),
        fates=tuple(fates) or ("",) * len(players),
        started=at,
        programs=tuple(programs),
        moves=(40,) * len(players),
    )
    return replace(entry(1, "end", note=msgspec.json.encode(outcome).decode()), time=at)


def games(seed: int, number: int, people: Sequence[str] = PEOPLE, begin: int = 0) -> list[tuple[str, Entry]]:
    """Rated games of a few days, by the ids of their tables, in the order of their ends. `begin` is the
    number of the first; from number 90 on they come later than anybody is on the ladder who has left.
    """
    chance = random.Random(seed)
    found = []
    for one in range(begin, begin + number):
        players = chance.sample(people, chance.choice([2, 3, 4]))
        places = chance.sample(range(1, len(players) + 1), len(players))
        programs = [bool(player) and chance.random() < 0.2 for player in players]
        at = DAY * (9 + 70 * (one // 90)) + (one // 2) * DAY / 7  # two end at the same moment
        found.append((f"t{one:02}", last(players, places, programs, at)))
    return found


async def write(journal: Journal, ends: Sequence[tuple[str, Entry]], **how: Any) -> None:
    for table, end in ends:
        await journal.create(replace(opening(table), options={"rated": "on"}, **how))
        await journal.append(table, 0, [end])


async def everything(journal: Journal) -> list[Any]:
    """All ratings, and what each game did to them."""
    present = await journal.ratings.of([*PEOPLE, *MANY, *LATER, "page", "eve", *map(pseudonym, PEOPLE)])
    changes = [await journal.ratings.changes(table) for table in await journal.history.ended("", 199)]
    return [sorted(numbers(*one) for one in present), seats_of(changes)]


def seats_of(changes: Sequence[Sequence[RatedSeat]]) -> list[Any]:
    return [
        (one.seat, one.entrant, one.before.mu, one.before.sigma, one.after, one.counted)
        for of_table in changes
        for one in of_table
    ]


def numbers(game: str, one: Entrant, rating: Rating) -> tuple[Any, ...]:
    return (game, *one, rating.mu, rating.sigma, rating.games, rating.last, rating.met, rating.since)


def in_order(ends: Sequence[tuple[str, Entry]]) -> tuple[RatingBook, list[Any]]:
    """The same, worked out without a store from games in the order of their ends."""
    book, changes = RatingBook(), dict[str, Sequence[RatedSeat]]()
    for table, end in ends:
        of_table = replace(opening(table), options={"rated": "on"})
        if (result := result_of(of_table, end.time, outcome_of(end))) and (game := rated_game(result)):
            changes[table] = book.add(game)
    ratings = sorted(numbers("toy", *one) for one in book.ratings.items())
    return book, [ratings, seats_of([changes[table] for table in sorted(changes)])]


@pytest.fixture
async def rated(journal: Journal) -> Journal:
    await write(journal, games(1, 12))
    return journal


async def test_ratings_are_those_of_all_games_in_their_order(journal: Journal) -> None:
    """They are written in another order than that of their ends."""
    ends = games(2, 12)
    shuffled = random.Random(3).sample(ends, len(ends))
    await write(journal, shuffled)
    found = await everything(journal)
    assert found[0]
    assert found == in_order(ends)[1]


async def test_who_is_established_and_whom_they_have_met_follow_from_all_games(journal: Journal) -> None:
    """Most are written in their order, as hosts do; some come late, as nodes do."""
    ends = games(5, 90, MANY)
    late = random.Random(4).sample(ends, 6)
    await write(journal, [one for one in ends if one not in late])
    await write(journal, late)
    found = await everything(journal)
    book, wanted = in_order(ends)
    assert found == wanted
    assert sum(one[-1] > 0 for one in found[0]) > FOUNDERS
    every = await journal.ratings.ladder("toy", "people", 99, "a", 0.0)
    assert places(every) == ladder_of(book, 0.0)
    newest = max(one.rating.last for one in every.entries)
    for since in (newest, newest + 1):
        lately = await journal.ratings.ladder("toy", "people", 99, "a", since)
        assert places(lately) == ladder_of(book, since)
    assert (lately.entries, lately.players) == ((), every.players)


async def test_who_counted_follows_from_all_games_where_the_first_have_left(journal: Journal) -> None:
    """Ten people are established and leave, ten others come, and one of the first is back. Games are written
    late into each of these times.
    """
    first, others = games(5, 90, MANY[:10]), games(6, 90, LATER, begin=90)
    ends = [*first, *others, *games(7, 8, ["a", *LATER[1:]], begin=180)]
    late = [ends[at] for at in (20, 88, 90, 91, 130, 182, 170, 60)]
    await write(journal, [one for one in ends if one not in late])
    await write(journal, late)
    found = await everything(journal)
    assert found == in_order(ends)[1]
    for begin, kinds in [(0, {True}), (60, {True, False}), (90, {True})]:
        changes = [await journal.ratings.changes(f"t{begin + at:02}") for at in range(10)]
        assert {seat.counted for of_table in changes for seat in of_table} == kinds
    assert all([done async for done in rebuild(journal, {})])
    assert await everything(journal) == found


def ladder_of(book: RatingBook, since: float) -> list[Any]:
    """The ladder of people and bots in a book, as "a" sees it."""
    every = [
        LadderEntry(one, one.who, rating) for one, rating in book.ratings.items() if one.kind != "program"
    ]
    listed = ranked([one for one in every if is_listed(one.rating, since)])
    (own,) = (one for one in every if one.entrant.who == "a")
    ahead = sum(other.surely > own.surely for other in listed)
    return places(Standings(listed, len(every), replace(own, ahead=ahead)))


def places(found: Standings) -> list[Any]:
    """A ladder without names, which accounts have."""
    entries = [*found.entries, *([found.own] if found.own else [])]
    return [found.players, *((one.entrant, one.rating, one.ahead) for one in entries)]


async def test_games_of_other_kinds_have_other_ratings(journal: Journal) -> None:
    await write(journal, games(1, 4))
    before = await journal.ratings.of(PEOPLE)
    await write(journal, [(f"o{table}", end) for table, end in games(4, 3)], game="other")
    after = await journal.ratings.of(PEOPLE)
    toy = [numbers(*one) for one in after if one[0] == "toy"]
    assert sorted(toy) == sorted(numbers(*one) for one in before)
    assert {one[0] for one in after} == {"toy", "other"}


async def test_what_is_not_rated_changes_nothing(rated: Journal) -> None:
    before = await rated.ratings.of(PEOPLE)
    await rated.create(opening("plain"))
    await rated.append("plain", 0, [last(("ada", "bert"), (2, 1), (False, False), DAY * 30)])
    assert await rated.ratings.of(PEOPLE) == before
    assert not await rated.ratings.changes("plain")


async def test_rating_everything_again_from_the_logs_gives_the_same_numbers(rated: Journal) -> None:
    before = await everything(rated)
    assert all([done async for done in rebuild(rated, {})])
    assert await everything(rated) == before


async def test_the_results_of_bots_for_players_who_left_count_for_nobody(journal: Journal) -> None:
    players: Sequence[str] = ("ada", "bert", "cy", "dora")
    left: Sequence[SeatFate] = ("replaced", "", "", "replaced")
    programs = (False,) * 4
    await write(journal, [("t1", last(players, (1, 2, 3, 4), programs, 1.0, left))])
    changes = await journal.ratings.changes("t1")
    moved = [round(one.after.mu - one.before.mu, 6) for one in changes]
    assert moved[0] == moved[3] < 0 < moved[2] < moved[1]
    assert (
        await everything(journal) == in_order([("t1", last(players, (4, 1, 2, 3), programs, 1.0, left))])[1]
    )
    before = await everything(journal)
    assert [done async for done in rebuild(journal, {})] == [True]
    assert await everything(journal) == before


async def test_who_is_forgotten_leaves_numbers_to_a_pseudonym(rated: Journal) -> None:
    """So that nobody else's change, and rating everything again gives the same."""
    before = await rated.ratings.of(["ada", "bert", "page"])
    await rated.forget("ada")
    after = await rated.ratings.of([pseudonym("ada"), "bert", "page"])
    assert sorted(numbers(*one)[3:] for one in after) == sorted(numbers(*one)[3:] for one in before)
    assert not await rated.ratings.of(["ada"])
    told = await everything(rated)
    assert all([done async for done in rebuild(rated, {})])
    assert await everything(rated) == told


async def test_games_that_are_handed_over_are_rated_again(rated: Journal) -> None:
    await rated.hand_over("cy", "eve")
    found = await everything(rated)
    assert not await rated.ratings.of(["cy"])
    assert await rated.ratings.of(["eve"])
    assert all([done async for done in rebuild(rated, {})])
    assert await everything(rated) == found


async def test_a_game_that_is_void_is_rated_for_nobody_until_that_is_taken_back(rated: Journal) -> None:
    """As if it had never been, for all games behind it, too; rating everything again agrees."""
    before = await everything(rated)
    await rated.void("t03", True)
    found = await everything(rated)
    assert found == in_order([one for one in games(1, 12) if one[0] != "t03"])[1]
    assert all([done async for done in rebuild(rated, {})])
    assert await everything(rated) == found
    await rated.void("t03", False)
    assert await everything(rated) == before
    await rated.create(opening("open"))
    for table in ("none", "open"):
        with pytest.raises(NoTable):
            await rated.void(table, True)


async def test_bots_stand_on_the_ladder_of_people_and_the_best_come_first(journal: Journal) -> None:
    for number in range(24):
        players = ("", MANY[number % 11], MANY[(number + 3) % 11])
        end = last(players, (1, 2, 3), (False,) * 3, DAY * (10 + number))
        await write(journal, [(f"t{number:02}", end)])
    standings = await journal.ratings.ladder("toy", "people", 1, "", 0.0)
    (first,) = standings.entries
    assert (first.entrant, first.name, first.ahead) == (("page", "bot"), "page", 0)
    assert first.rating.games == 24
    programs = await journal.ratings.ladder("toy", "programs", 9, "", 0.0)
    assert (programs.entries, programs.players, programs.own) == ((), 0, None)
