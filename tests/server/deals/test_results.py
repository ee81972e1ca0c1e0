"""Results are compared with the bot's at the same seat, or with those who had the same seat in a match."""

from msgspec.structs import replace

from server.deals.deal import StewardResult
from server.deals.results import ranked, with_means, with_steward
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
