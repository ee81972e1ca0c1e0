"""Every store has the same results of ended games, and answers the same questions about them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from msgspec.structs import replace

from server.identity.accounts import pseudonym
from server.log.entries import Entry, Outcome
from server.log.table_options import FROM, LESSON
from server.results.of_log import GameResult
from server.results.queries import Cursor, HistoryQuery
from server.results.rated_games import ENOUGH_MOVES
from server.results.tallies import HeadToHead, PlayedGame, overall, tallies
from server.store.journal.journal import Journal
from server.store.journal.rebuild import LONG_REST, REST, keep_filling, rebuild
from tests.server.journals import add_ended_game, entry, opening
from tui.host.history import BotTally, SeatFate


def end(
    *players: str,
    places: tuple[int, ...] = (),
    bots: tuple[str, ...] = (),
    at: float = 0.0,
    fates: tuple[SeatFate, ...] = (),
) -> Entry:
    """The last entry of a game: players by seat, '' for bots."""
    outcome = Outcome(
        "played" if places else "abandoned",
        tuple(player.title() or "Bot" for player in players),
        places,
        players,
        bots or ("",) * len(players),
        points=tuple(10 - place for place in places),
        fates=fates or ("",) * len(players),
        started=at - 0.5,
    )
    return replace(entry(1, "end", note=msgspec.json.encode(outcome).decode()), time=at)


async def add(journal: Journal, table: str, last: Entry, *, private: bool = False, **how: object) -> None:
    """A game that was played: all of its log but the end does not matter here."""
    await journal.create(replace(opening(table), private=private, **how))
    await journal.append(table, 0, [last])


@pytest.fixture
async def played(journal: Journal) -> Journal:
    """Games in the order of their ends: t1 to t7."""
    await add(journal, "t1", end("ada", "bert", places=(1, 2), at=1))
    await add(journal, "t2", end("bert", "ada", "cy", places=(1, 2, 2), at=2), game="other")
    await add(journal, "t3", end("ada", "", places=(1, 2), bots=("", "page"), at=3))
    await add(journal, "t4", end("ada", "cy", places=(1, 2), at=4), private=True)
    await add(journal, "t5", end("ada", "bert", at=5))
    await add(journal, "t6", end("guest-1", "bert", places=(2, 1), at=6))
    await add(journal, "t7", end("ada", "bert", places=(1, 1), at=6))
    return journal


async def ids(journal: Journal, **query: object) -> Sequence[str]:
    found = await journal.history.page(HistoryQuery(**query))  # type: ignore[arg-type]
    return [one.table for one in found]


async def found(journal: Journal, table: str) -> GameResult:
    result = await journal.history.result(table)
    assert result
    return result


async def test_a_result_says_who_sat_where_and_what_became_of_it(played: Journal) -> None:
    result = await found(played, "t3")
    assert (result.game, result.kind, result.private, result.ending) == ("toy", "practice", False, "played")
    assert (result.started, result.ended, result.options) == (2.5, 3, {"edition": "de", "rounds": 9})
    assert [(one.seat, one.holder, one.who, one.name) for one in result.seats] == [
        (1, "account", "ada", "Ada"),
        (2, "bot", "page", "Bot"),
    ]
    assert [(one.place, one.points) for one in result.seats] == [(1, 9), (2, 8)]
    unfinished = await found(played, "t5")
    assert [(one.place, one.points) for one in unfinished.seats] == [(0, None), (0, None)]
    guests = await found(played, "t6")
    assert [(one.holder, one.who) for one in guests.seats] == [("guest", ""), ("account", "bert")]
    assert await played.history.result("t9") is None


async def test_public_games_are_counted_by_when_they_ended(played: Journal) -> None:
    """The start of a time belongs to it, its end to the next one."""
    assert list(await played.history.counts([0.0, 2.0, 5.0, 6.0, 7.0])) == [1, 2, 1, 2]
    assert list(await played.history.counts([0.0])) == []


async def test_games_that_never_began_and_lessons_have_no_result(journal: Journal) -> None:
    await add(journal, "left", entry(1, "end"))
    await add(journal, "lesson", end("ada", "bert", places=(1, 2), at=1), options={LESSON: 1})
    assert await ids(journal, player="ada", viewer="ada") == []
    assert await journal.history.ended("", 9)
    assert await journal.history.result("lesson") is None


async def test_a_game_that_went_on_from_another_is_marked(journal: Journal) -> None:
    await add(journal, "more", end("ada", "bert", places=(1, 2), at=1), options={FROM: "t1:4"})
    assert (await found(journal, "more")).kind == "continued"


async def test_games_are_found(played: Journal) -> None:
    """Newest first; those of private tables only by who had a seat there, and never among everybody's."""
    for query, expected in (
        ({"player": "ada", "viewer": "ada"}, "t7 t5 t4 t3 t2 t1"),
        ({"player": "ada", "viewer": "bert"}, "t7 t5 t3 t2 t1"),
        ({"player": "ada", "viewer": "cy"}, "t7 t5 t4 t3 t2 t1"),
        ({"player": "ada"}, "t7 t5 t3 t2 t1"),
        ({}, "t7 t6 t5 t3 t2 t1"),
        ({"viewer": "ada"}, "t7 t6 t5 t3 t2 t1"),
        ({"game": "other"}, "t2"),
        ({"player": "ada", "viewer": "ada", "game": "toy"}, "t7 t5 t4 t3 t1"),
        ({"player": "ada", "viewer": "ada", "opponent": "cy"}, "t4 t2"),
        ({"opponent": "cy"}, "t2"),
        ({"player": "ada", "viewer": "ada", "result": "won"}, "t4 t3 t1"),
        ({"player": "ada", "viewer": "ada", "result": "lost"}, "t2"),
        ({"player": "ada", "viewer": "ada", "result": "none"}, "t5"),
        ({"player": "ada", "viewer": "ada", "since": 2.0, "until": 4.0}, "t3 t2"),
        ({"most": 2}, "t7 t6"),
        ({"before": Cursor(6, "t7")}, "t6 t5 t3 t2 t1"),
        ({"before": Cursor(6, "t6"), "most": 2}, "t5 t3"),
        ({"player": "ada", "viewer": "ada", "before": Cursor(4, "t4"), "opponent": "bert"}, "t2 t1"),
        ({"player": "dora", "viewer": "dora"}, ""),
    ):
        assert " ".join(await ids(played, **query)) == expected, query


async def test_what_an_account_has_played_comes_oldest_first(played: Journal) -> None:
    every = await played.history.played("ada", private=True)
    assert every == [
        PlayedGame("toy", "match", 1, 2),
        PlayedGame("other", "match", 2, 3),
        PlayedGame("toy", "practice", 1, 2, points=9),
        PlayedGame("toy", "match", 1, 2),
        PlayedGame("toy", "match", 0, 2),
        PlayedGame("toy", "match", 1, 2, shared=True),
    ]
    assert len(await played.history.played("ada", private=False)) == len(every) - 1


async def test_a_shared_first_place_is_no_game_won_and_ends_a_row(played: Journal) -> None:
    toy = next(one for one in tallies(await played.history.played("ada", private=True)) if one.game == "toy")
    assert (toy.places, toy.shared, toy.won, toy.streak, toy.best_streak) == ({1: 3}, 1, 2, 0, 2)
    assert toy.bots == BotTally(1, 1, 9, 1, 1)


def test_games_against_bots_have_a_tally_of_their_own() -> None:
    """Those with a result: wins, the most points of one kind, wins in a row; matches count none of them."""
    of_bots = [
        PlayedGame(game, "practice", place, 3, points=points)
        for game, place, points in (
            ("toy", 1, 7), ("toy", 1, 4), ("other", 2, 90), ("toy", 3, None), ("toy", 1, 5), ("toy", 0, None),
        )
    ]  # fmt: skip
    games = [*of_bots, PlayedGame("toy", "continued", 1, 3), PlayedGame("toy", "match", 2, 3)]
    toy, other = tallies(games)
    assert toy.bots == BotTally(4, 3, 7, 1, 2)
    assert (toy.played, toy.won, toy.best_streak, toy.practice) == (1, 0, 0, 6)
    assert other.bots == BotTally(1, 0, 90)
    assert overall(games).bots == BotTally(5, 3, None, 1, 2)


async def test_a_game_that_was_left_or_short_or_has_no_result_was_not_finished(journal: Journal) -> None:
    for table, fate in (("t1", "conceded"), ("t2", "replaced")):
        await add_ended_game(journal, "ada", table, fate=fate)
    await add(journal, "t3", end("ada", "bert", at=1))
    await add_ended_game(journal, "ada", "short", moves=ENOUGH_MOVES - 1)
    await add_ended_game(journal, "ada", "to and fro", moves=ENOUGH_MOVES, undone=1)
    assert not await journal.history.has_finished("ada")
    await add_ended_game(journal, "ada", "t4")
    assert await journal.history.has_finished("ada")


async def test_several_results_come_in_the_order_asked_for(played: Journal) -> None:
    found = await played.history.results(["t7", "t9", "t2"])
    assert [one.table for one in found] == ["t7", "t2"]
    assert found[1] == await played.history.result("t2")
    assert list(await played.history.results([])) == []


async def test_head_to_head_counts_matches_with_a_result(played: Journal) -> None:
    assert await played.history.against("ada", 9, private=True) == [
        HeadToHead("bert", 3, 1, 1, 6),
        HeadToHead("cy", 2, 1, 0, 4),
    ]
    assert await played.history.against("ada", 1, private=True) == [HeadToHead("bert", 3, 1, 1, 6)]
    assert await played.history.against("ada", 9, private=False) == [
        HeadToHead("bert", 3, 1, 1, 6),
        HeadToHead("cy", 1, 0, 0, 2),
    ]


async def test_who_left_is_last_and_all_who_left_are_level(journal: Journal) -> None:
    """Places, streaks and head to head count no result of a bot that played on."""
    left: tuple[SeatFate, ...] = ("replaced", "", "", "conceded")
    await add(journal, "t1", end("ada", "bert", places=(1, 2), at=1))
    await add(journal, "t2", end("ada", "bert", "cy", "dora", places=(1, 2, 3, 4), fates=left, at=2))
    (one, other) = await found(journal, "t1"), await found(journal, "t2")
    assert [seat.place for seat in one.seats] == [1, 2]
    assert [seat.place for seat in other.seats] == [4, 1, 2, 4]
    assert await ids(journal, player="ada", viewer="ada", result="won") == ["t1"]
    assert await ids(journal, player="bert", viewer="bert", result="won") == ["t2"]
    assert await journal.history.against("ada", 9, private=True) == [
        HeadToHead("bert", 2, 1, 1, 2),
        HeadToHead("cy", 1, 0, 1, 2),
        HeadToHead("dora", 1, 0, 0, 2),
    ]
    assert [one.place for one in await journal.history.played("ada", private=True)] == [1, 4]
    assert [done async for done in rebuild(journal, {})] == [True, True]
    assert await found(journal, "t2") == other


async def test_who_is_forgotten_has_a_pseudonym(played: Journal) -> None:
    """Always the same one, without a name; all that others have of the game stays."""
    await played.forget("ada")
    await played.forget("ada")
    first, second = await found(played, "t1"), await found(played, "t2")
    assert [(one.holder, one.who, one.name) for one in first.seats] == [
        ("gone", pseudonym("ada"), ""),
        ("account", "bert", "Bert"),
    ]
    assert second.seats[1].who == pseudonym("ada")
    assert first.kind == "match"
    assert await ids(played, player="ada", viewer="ada") == []
    assert await ids(played, player=pseudonym("ada"), viewer=pseudonym("ada")) == []
    assert [one.opponent for one in await played.history.against("bert", 9, private=True)] == ["cy"]


async def test_games_that_are_handed_over_are_the_other_accounts(played: Journal) -> None:
    await played.hand_over("cy", "dora")
    assert await ids(played, player="dora", viewer="dora") == ["t4", "t2"]
    assert await ids(played, player="cy", viewer="cy") == []


async def test_results_worked_out_again_are_the_same(played: Journal) -> None:
    await played.forget("cy")
    before = [await played.history.result(table) for table in await played.history.ended("", 99)]
    assert [done async for done in rebuild(played, {})] == [True] * len(before)
    assert [await played.history.result(table) for table in await played.history.ended("", 99)] == before


async def test_it_is_kept_whom_a_program_moved_for(journal: Journal) -> None:
    last = end("ada", "bert", places=(1, 2), at=1)
    outcome = replace(msgspec.json.decode(last.note, type=Outcome), programs=(False, True))
    await add(journal, "t1", replace(last, note=msgspec.json.encode(outcome).decode()))
    assert [seat.program for seat in (await found(journal, "t1")).seats] == [False, True]


async def test_a_host_fills_in_older_results_once_and_by_itself(played: Journal) -> None:
    """A table at a time, on the node whose duty it is; another one waits until that is done."""
    before = [await played.history.result(table) for table in await played.history.ended("", 99)]
    missing = await played.history.filled() is not None
    rests: list[float] = []

    async def pause(seconds: float) -> None:
        rests.append(seconds)

    await keep_filling(played, {}, pause, lambda _: len(rests) > 0)
    assert rests == ([LONG_REST] + [REST] * 7 if missing else [])
    assert await played.history.filled() is None
    assert [await played.history.result(table) for table in await played.history.ended("", 99)] == before
    await keep_filling(played, {}, pause, lambda _: True)
    assert rests == ([LONG_REST] + [REST] * 7 if missing else [])


async def test_filling_in_goes_on_where_it_was(played: Journal) -> None:
    if await played.history.filled() is None:
        return
    await played.history.note_filled("t5")
    assert await played.history.filled() == "t5"
    rests: list[float] = []

    async def pause(seconds: float) -> None:
        rests.append(seconds)

    await keep_filling(played, {}, pause, lambda _: True)
    assert rests == [REST] * 2


async def test_ended_tables_come_in_pages(played: Journal) -> None:
    assert await played.history.ended("", 3) == ["t1", "t2", "t3"]
    assert await played.history.ended("t3", 9) == ["t4", "t5", "t6", "t7"]
