"""Players climb the ladder of a game's opponents by ended games: two wins against one open the next."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.bot_ratings import MEASURED
from engine.registry import GAMES
from server.host.requests import history_requests
from server.results.of_log import GameResult, SeatResult
from server.results.queries import HistoryQuery, matches
from server.results.solo import rungs
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
    return rungs("ada", results, COURT, MEASURED["court"])


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
    """Over as many pages as there are; a guest's are not kept."""
    stage = Simulation(games=GAMES)
    ada, _ = await stage.come("SHA256:ada", "Ada")
    who = ada._player.id
    mine = replace(game(1, 2, 3), seats=(replace(game(1, 2, 3).seats[0], who=who), *game(1, 2, 3).seats[1:]))
    ended = [replace(mine, table=f"t{number}", ended=float(number)) for number in (3, 2, 1)]

    async def page(query: HistoryQuery) -> list[GameResult]:
        return [one for one in ended if matches(query, one)][: query.most]

    monkeypatch.setattr(history_requests, "MOST_ON_A_PAGE", 2)
    monkeypatch.setattr(stage.lobby.dependencies.journal.history, "page", page)
    found = await ada.opponents("court")
    assert (found.kept, found.rungs[0].games, found.rungs[0].won) == (True, 3, 3)
    assert found.rungs[1].open
    guest, _ = await stage.come(None, "Gus")
    told = await guest.opponents("court")
    assert (told.kept, [one.games for one in told.rungs]) == (False, [0] * 7)
    assert (await refusal(guest.opponents("chess"))).code == "unknown-game"
