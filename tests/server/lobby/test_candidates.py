"""Which open table suits somebody who looks for a game."""

from __future__ import annotations

import pytest

from engine.bot_ratings import MEASURED, MeasuredRating
from engine.registry import GAMES
from server.lobby import searches
from server.lobby.candidates import MANY, Candidate, Seeker, best_tables
from server.lobby.searches import fitting_bot
from tests.server.toy import GAMES as TOYS
from tui.host.ratings import ShownRating


def table(name: str, *, free: int = 1, people: int = 1, opened: float = 0.0, **more: object) -> Candidate:
    given = {"table": name, "game": "court", "people": people, "free": free, "opened": opened, **more}
    return Candidate(**given)  # type: ignore[arg-type]


def names(tables: list[Candidate], **seeker: object) -> list[str]:
    found = best_tables(tables, Seeker(**{"player": "ada", **seeker}))  # type: ignore[arg-type]
    return [one.table for one in found]


def test_most_people_come_first_then_the_fullest_then_age() -> None:
    """So that people meet people, and a game begins as soon as possible."""
    tables = [
        table("empty", free=3), table("new", opened=2.0), table("old", bots=True, opened=1.0),
        table("social", people=2, opened=9.0), table("party", people=3, free=2, opened=9.0),
    ]  # fmt: skip
    assert names(tables) == ["party", "social", "old", "new", "empty"]


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


def rated(points: int, games: int = 10) -> ShownRating:
    return ShownRating(points, 80, games)


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> None:
    points = {"beginner": 1000, "page": 1200, "steward": 1900, "master": 2100}
    found = {bot: MeasuredRating(one, 30, 1000) for bot, one in points.items()}
    monkeypatch.setattr(searches, "MEASURED", {"laurin": found})


@pytest.mark.usefixtures("measured")
@pytest.mark.parametrize(
    ("played", "rating", "bot"),
    [
        (0, None, "beginner"),
        (2, rated(2100, games=9), "beginner"),
        (3, None, "steward-51"),
        (9, rated(2100, games=9), "steward-51"),
        (10, None, "steward"),
        (0, rated(1500), "beginner"),
        (9, rated(1700), "page"),
        (30, rated(2400), "steward"),
        (30, rated(2650), "master"),
    ],
)
def test_bots_that_join_are_about_as_strong_as_who_searches(
    played: int, rating: ShownRating | None, bot: str
) -> None:
    """By the distances that were measured, from a bot that people here have played against; who is new to a
    game, or still learns it, gets an easy one.
    """
    assert fitting_bot(GAMES["laurin"], played, rating, {"page": rated(1700)}) == bot


def test_ratings_of_people_say_nothing_of_bots_that_they_have_not_played() -> None:
    """Points that were measured between bots have another scale."""
    assert fitting_bot(GAMES["laurin"], 30, rated(1000), {}) == "steward"
    assert fitting_bot(GAMES["laurin"], 30, rated(1000), {"page": rated(1000, games=9)}) == "steward"


@pytest.mark.parametrize("game", list(MEASURED))
def test_who_is_rated_like_a_bot_gets_that_bot(game: str) -> None:
    first = next(iter(MEASURED[game]))
    for key, measured in MEASURED[game].items():
        here = {first: rated(MEASURED[game][first].points + 300)}
        assert fitting_bot(GAMES[game], 30, rated(measured.points + 300), here) == key


@pytest.mark.usefixtures("measured")
def test_ratings_among_people_come_before_those_among_bots() -> None:
    """Once the bot has played enough here."""
    here = {"page": rated(1880), "steward": rated(1500, games=9)}
    assert fitting_bot(GAMES["laurin"], 30, rated(1885), here) == "page"
    assert fitting_bot(GAMES["laurin"], 30, rated(2500), here) == "steward"


def test_a_game_with_few_bots_has_one_for_everybody() -> None:
    """Also if nothing is known of how strong they are."""
    toy = TOYS["toy"]
    assert fitting_bot(toy, 0, None, {}) == next(iter(toy.bots))
    assert fitting_bot(toy, 10, None, {}) == list(toy.bots)[-1]
    assert fitting_bot(toy, 10, rated(1300), {}) == list(toy.bots)[-1]
