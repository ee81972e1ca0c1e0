"""Which open table suits somebody who looks for a game."""

from __future__ import annotations

import pytest

from engine.registry import GAMES
from server.matching.candidates import MANY, Candidate, Seeker, best_tables
from server.matching.fitting_bots import fitting_bot
from tests.server.toy import GAMES as TOYS


def table(name: str, *, free: int = 1, people: int = 1, opened: float = 0.0, **more: object) -> Candidate:
    given = {"table": name, "game": "court", "people": people, "free": free, "opened": opened, **more}
    return Candidate(**given)  # type: ignore[arg-type]


def names(tables: list[Candidate], **seeker: object) -> list[str]:
    found = best_tables(tables, Seeker(**{"player": "ada", **seeker}))  # type: ignore[arg-type]
    return [one.table for one in found]


def test_the_fullest_comes_first_then_people_then_age() -> None:
    """So that a game begins as soon as possible, and with people."""
    tables = [
        table("empty", free=3), table("new", opened=2.0), table("old", opened=1.0),
        table("social", people=2, opened=9.0),
    ]  # fmt: skip
    assert names(tables) == ["social", "old", "new", "empty"]


def test_only_tables_of_the_game_and_without_bots_if_none_are_wanted() -> None:
    tables = [table("a"), table("b", game="laurin", opened=1.0), table("c", bots=True, opened=2.0)]
    assert names(tables, game="court") == ["a", "c"]
    assert names(tables, bots=False) == ["a", "b"]
    assert names(tables, game="intrigue") == []


def test_of_many_those_of_similar_rating_come_first() -> None:
    """Of few, whoever is there; a table whose ratings are not known is as good as a near one."""
    far = [table(f"far{n}", ratings=(1900.0,), opened=float(n)) for n in range(MANY - 1)]
    near = table("near", ratings=(1500.0, 1600.0), opened=99.0)
    assert names([*far, near], ratings={"court": 1500.0})[0] == "near"
    assert names([*far[1:], near], ratings={"court": 1500.0})[0] == "far1"
    assert names([*far, near])[0] == "far0"
    assert names([*far, table("unknown", opened=99.0)], ratings={"court": 1500.0})[0] == "unknown"


@pytest.mark.parametrize(
    ("played", "rating", "bot"),
    [
        (0, None, "beginner"),
        (2, 1800.0, "beginner"),
        (3, None, "steward"),
        (3, 1200.0, "beginner"),
        (3, 1300.0, "page"),
        (3, 1500.0, "steward"),
    ],
)
def test_bots_that_join_fit_who_searches(played: int, rating: float | None, bot: str) -> None:
    """The weakest for who is new to a game, and never a slow one."""
    for key in ("court", "intrigue", "laurin"):
        assert fitting_bot(GAMES[key], played, rating) == bot


def test_a_game_with_few_bots_has_one_for_everybody() -> None:
    toy = TOYS["toy"]
    assert fitting_bot(toy, 0) == next(iter(toy.bots))
    assert fitting_bot(toy, 3) == list(toy.bots)[-1]
    assert fitting_bot(toy, 3, 1300.0) in toy.bots
