"""Which games are rated, and who is ranked where."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce

import pytest
from msgspec.structs import replace

from engine import codec
from engine.playthrough import Undo
from server.log.entries import Entry
from server.log.fold import moves_after
from server.results.of_log import GameKind, GameResult, SeatResult
from server.results.rated_games import rated_game


def seat(number: int, who: str, place: int, **more: object) -> SeatResult:
    holder = "bot" if who == "page" else "account" if who else "guest"
    return SeatResult(number, holder, who, who, place, **more)  # type: ignore[arg-type]


def result(
    *seats: SeatResult, options: Mapping[str, str | int] | None = None, kind: GameKind = "match"
) -> GameResult:
    told = {"rated": "on"} if options is None else options
    return GameResult("t", "KIWI-1", "toy", told, kind, False, 0.0, 5.0, "played", seats)


def ranks(found: GameResult) -> list[tuple[str, str, int]]:
    rated = rated_game(found)
    return [(*one.entrant, one.rank) for one in rated.seats] if rated else []


def test_accounts_and_bots_are_ranked_by_their_places() -> None:
    game = result(seat(1, "ada", 2), seat(2, "bert", 1), seat(3, "page", 3))
    assert ranks(game) == [("ada", "person", 2), ("bert", "person", 1), ("page", "bot", 3)]


def test_a_program_has_a_rating_of_its_own() -> None:
    assert ranks(result(seat(1, "ada", 2, program=True), seat(2, "bert", 1)))[0] == ("ada", "program", 2)


def test_guests_are_left_out_and_the_others_ranked_among_themselves() -> None:
    game = result(seat(1, "ada", 3), seat(2, "", 1), seat(3, "bert", 2))
    assert ranks(game) == [("ada", "person", 2), ("bert", "person", 1)]


@pytest.mark.parametrize("fate", ["conceded", "replaced"])
def test_who_left_comes_behind_all_who_stayed_whatever_the_bot_achieved(fate: str) -> None:
    game = result(seat(1, "ada", 1, fate=fate), seat(2, "bert", 2), seat(3, "cy", 3))
    assert ranks(game) == [("ada", "person", 3), ("bert", "person", 1), ("cy", "person", 2)]


@pytest.mark.parametrize("places", [(1, 4), (4, 1), (3, 4)])
def test_all_who_left_are_level_whatever_their_bots_achieved(places: tuple[int, int]) -> None:
    one, other = places
    game = result(
        seat(1, "ada", one, fate="replaced"),
        seat(2, "bert", 2),
        seat(3, "cy", 3),
        seat(4, "di", other, fate="replaced"),
    )
    assert [rank for _, _, rank in ranks(game)] == [3, 1, 2, 3]


@pytest.mark.parametrize(
    "unrated",
    [
        result(seat(1, "ada", 1), seat(2, "bert", 2), options={}),
        result(seat(1, "ada", 0), seat(2, "bert", 0)),
        result(seat(1, "ada", 1), seat(2, "page", 2), kind="practice"),
        result(seat(1, "ada", 1), seat(2, "bert", 2), kind="continued"),
        result(seat(1, "ada", 1), seat(2, "", 2), seat(3, "page", 3)),
    ],
    ids=["not wanted", "no result", "against bots", "continued", "one account"],
)
def test_other_games_are_not_rated(unrated: GameResult) -> None:
    assert rated_game(unrated) is None


def test_a_move_that_was_taken_back_is_none() -> None:
    """As a log has it: whoever goes to and fro has played nothing."""
    keep, undo = Entry(seq=1, time=0.0, seat=1, kind="move", by="player"), codec.encode(Undo()).decode()
    back = replace(keep, move=undo)
    assert reduce(moves_after, [keep, keep, back, keep, back], {}) == {1: 1}
    assert reduce(moves_after, [replace(back, by="program"), keep], {}) == {1: 1}
