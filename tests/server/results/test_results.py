"""Results are compared with the bot's at the same seat, or with those who had the same seat in a match."""

from concurrent.futures import Executor

import pytest
from msgspec.structs import replace

from engine.registry import GAMES
from server.bots import deal_games
from server.bots.workers import Workers
from server.results.deal import StewardResult, daily_deal
from server.results.deal_results import cut, ranked, with_means, with_steward
from tests.server.simulation import AtOnce
from tui.host.deals import DealRow

ADA = DealRow("ada", "finished", place=2, points=30)
BERT = DealRow("bert", "finished", place=1, points=20)
CLEO = DealRow("cleo", "finished", place=2, points=30)
DAN = DealRow("dan", "finished", place=2, points=12)
EVE = DealRow("eve", "left")


def test_the_place_at_the_table_comes_first_then_points() -> None:
    """Equals share a rank; who has no result comes last, without one."""
    rows = ranked([EVE, DAN, ADA, BERT, CLEO])
    assert [(row.name, row.rank) for row in rows] == [
        ("bert", 1), ("ada", 2), ("cleo", 2), ("dan", 4), ("eve", 0),
    ]  # fmt: skip


def test_the_first_rows_are_shown_and_the_players_own() -> None:
    you = replace(DAN, you=True)
    assert [row.name for row in cut([BERT, ADA, CLEO, you, EVE], 2)] == ["bert", "ada", "dan"]
    assert cut([you, BERT], 1) == (you,)


def test_means_of_the_bot_have_standard_errors() -> None:
    """Places 1, 1, 2, 4: a variance of 2, so an error of .71; points 10 to 40: 6.45."""
    measured = deal_games.steward_result([1, 1, 2, 4], [40, 30, 20, 10])
    assert measured == StewardResult(2.0, 25.0, 4, 0.71, 6.45)


async def test_games_of_a_bot_that_draws_nothing_differ(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stewards of laurin always answer alike; but the same attempts always come to the same."""
    monkeypatch.setattr(deal_games, "GAMES", 4)
    pool: Executor = AtOnce()
    workers, game = Workers(lambda: pool), GAMES["laurin"]
    deal = daily_deal(game, "2026-11-24", bytes(32))
    measured = await deal_games.measure_steward(workers, game, deal)
    assert measured.points_error
    assert measured == await deal_games.measure_steward(workers, game, deal)


def test_a_day_is_compared_with_the_bot() -> None:
    bert, ada, eve = with_steward([ADA, BERT, EVE], StewardResult(1.67, 24.0, 3))
    assert (bert.better_places, bert.better_points) == (0.67, -4.0)
    assert (ada.better_places, ada.better_points) == (-0.33, 6.0)
    assert (eve.better_places, eve.better_points) == (None, None)
    assert with_steward([ADA], None)[0].better_places is None


def test_a_match_is_compared_seat_by_seat() -> None:
    """A seat that only one table has a result of cannot be compared."""
    rows = with_means([ADA, replace(DAN, seat=2), BERT, replace(EVE, seat=2)])
    assert [(row.name, row.seat, row.rank, row.better_points) for row in rows] == [
        ("bert", 1, 1, -5.0), ("ada", 1, 2, 5.0), ("dan", 2, 1, None), ("eve", 2, 0, None),
    ]  # fmt: skip
    assert [row.better_places for row in rows] == [0.5, -0.5, None, None]
