"""Players climb the ladder of a game's opponents by ended games: two wins against one open the next."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from engine.bot_ratings import MEASURED
from engine.registry import GAMES
from server.host.requests import history_requests
from server.log.entries import Outcome
from server.results.of_log import GameResult, SeatResult
from server.results.queries import Cursor, HistoryQuery
from server.results.solo import rungs
from tests.server.journals import entry, opening
from tests.server.simulation import Simulation, refusal
from tui.host.history import Rung, SoloLadder

COURT = GAMES["court"].opponents


def game(*places: int, against: str = "beginner", beside: str = "page-66", fate: str = "") -> GameResult:
    """A ladder game, by the places of the account "ada", the opponent and the one beside it."""
    who = (("account", "ada"), ("bot", against), ("bot", beside))
    seats = tuple(
        SeatResult(number, holder, key, key, place, fate=fate if number == 1 else "")  # type: ignore[arg-type]
        for number, ((holder, key), place) in enumerate(zip(who, places, strict=True), 1)
    )
    return GameResult("t1", "KIWI-1", "court", {}, "practice", True, 0.0, 9.0, "played", seats)


def standing(*results: GameResult) -> tuple[Rung, ...]:
    return rungs(results, COURT, MEASURED["court"])


def test_at_first_only_the_weakest_is_open() -> None:
    found = standing()
    assert [(one.name, one.rating) for one in found[:2]] == [("Amber", 1000), ("Birch", 1222)]
    assert [one.open for one in found] == [True, *[False] * 6]
    assert [one.beside for one in found] == ["Birch", "Amber", "Birch", "Cedar", "Dorn", "Elm", "Flint"]


def test_two_better_places_open_the_next() -> None:
    """Second place is a win, if the opponent has the third."""
    found = standing(game(2, 3, 1), game(1, 2, 3), game(3, 1, 2))
    assert [(one.games, one.won, one.missing) for one in found[:2]] == [(3, 2, 0), (0, 0, 2)]
    assert [one.open for one in found[:3]] == [True, True, False]
    assert (ladder := SoloLadder("court", found)).beaten == 1
    assert ladder.next == found[1]


@pytest.mark.parametrize(
    "other",
    [
        replace(game(1, 2, 3), kind="match"),
        replace(game(1, 2, 3), options={"rounds": 2}),
        replace(game(1, 2, 3), options={"chance": "duplicate"}),
        game(1, 2, 3, beside="beginner"),
        game(0, 0, 0),
        replace(game(1, 2, 3), seats=game(1, 2, 3).seats[:2]),
    ],
)
def test_other_games_are_no_ladder_games(other: GameResult) -> None:
    assert not any(one.games for one in standing(other))


def test_a_shared_place_and_a_seat_given_up_are_no_wins() -> None:
    found = standing(game(1, 1, 3), game(1, 2, 3, fate="conceded"))
    assert (found[0].games, found[0].won) == (2, 0)


def test_the_two_weakest_are_told_apart_by_their_seats() -> None:
    found = standing(game(1, 2, 3, against="page-66", beside="beginner"))
    assert [one.won for one in found[:2]] == [0, 1]


async def test_wins_are_read_from_ended_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over as many pages as there are."""
    stage = Simulation(games=GAMES)
    ada, _ = await stage.come("SHA256:ada", "Ada")
    who = ada._player.id
    mine = replace(game(1, 2, 3), seats=(replace(game(1, 2, 3).seats[0], who=who), *game(1, 2, 3).seats[1:]))
    ended = [replace(mine, table=f"t{number}", ended=float(number)) for number in (3, 2, 1)]

    async def page(query: HistoryQuery) -> list[GameResult]:
        before = query.before or Cursor(9.0, "")
        return [one for one in ended if Cursor(one.ended, one.table) < before][: query.most]

    monkeypatch.setattr(history_requests, "MOST_ON_A_PAGE", 2)
    monkeypatch.setattr(stage.lobby.dependencies.journal.history, "page", page)
    found = await ada.opponents("court")
    assert (found.kept, found.rungs[0].games, found.rungs[0].won) == (True, 3, 3)
    assert found.rungs[1].open
    assert (await refusal(ada.opponents("chess"))).code == "unknown-game"


async def beaten_by(stage: Simulation, player: str, *tables: str) -> None:
    """Ladder games that a player has won."""
    note = Outcome(
        "played", ("Gus", "Amber", "Birch"), (1, 2, 3), (player, "", ""), ("", "beginner", "page-66")
    )
    for number, table in enumerate(tables, 1):
        await stage.journal.create(
            replace(opening(table), game="court", seats=3, options={}), [entry(1, "start")]
        )
        last = replace(entry(2, "end", note=msgspec.json.encode(note).decode()), time=float(number))
        await stage.journal.append(table, 1, [last])


async def test_a_guests_wins_open_the_next_and_go_over_to_an_account() -> None:
    """By a code, whether the guest has a seat or not; they are the account's then, and nobody else's. It is
    kept for them, and no newcomer's any more.
    """
    stage = Simulation(games=GAMES)
    (gus, _), (ada, _) = await stage.come(None, "Gus"), await stage.come("SHA256:ada", "Ada")
    assert (await gus.today()).ladders[0].rungs[0].games == 0
    await beaten_by(stage, gus._player.id, "t1", "t2")
    told = await gus.opponents("court")
    assert (told.kept, told.rungs[0].won, told.next) == (False, 2, told.rungs[1])
    assert not await ada.add_key(await gus.new_key_code())
    assert (await ada.opponents("court")).rungs == told.rungs
    assert (await gus.opponents("court")).rungs[0].won == 0
    assert [game.id for game in ada._me.finished] == ["t2", "t1"]
    assert not await stage.accounts.is_provisional(ada._player.id)
    assert not ada.account().provisional


async def test_a_guests_wins_come_back_with_the_seat() -> None:
    """If the guest has left: whoever takes over a seat under their eyes takes nothing else."""
    stage = Simulation(games=GAMES)
    gus, leave = await stage.come(None, "Gus")
    (ada, _), (back, _) = await stage.come("SHA256:ada", "Ada"), await stage.come(None, "Gus-2")
    table = await gus.open_table("court", 3, {})
    await beaten_by(stage, gus._player.id, "t1")
    code = await gus.seat_code(table)
    await back.resume(code)
    assert (await back.opponents("court")).rungs[0].won == 0
    await gus.resume(code)
    leave()
    await ada.resume(code)
    assert (await ada.opponents("court")).rungs[0].won == 1
