"""What the odds of laurin tell comes true; `python -m training.laurin.odds` measures it over many games."""

from __future__ import annotations

import pytest

from training.laurin import odds
from training.laurin.odds import BEFORE, Told, gain, is_calibrated, reliability, told


def test_odds_among_stewards_come_true_more_often_than_among_pages() -> None:
    """In three games, with the seeds given; limits are those of the long measurement, at 3.5 errors."""
    found = [one for some, _ in told("stewards", 3, "gate", asked=3) for one in some]
    for what in ("next King's move", "most points"):
        assert is_calibrated(found, "effort 1", what, odds.WANTED["stewards"])
        assert gain(found, "effort 1", what)[0] > 0


def test_what_is_told_is_compared_with_what_came() -> None:
    """Two games: of four chances of 0.3 one comes true, and of two of 0.9 none."""
    chances = [
        (1, 0.3, True),
        (1, 0.3, False),
        (2, 0.3, False),
        (2, 0.3, False),
        (1, 0.9, False),
        (2, 0.9, False),
    ]
    found = [Told(game, "effort 0", "most points", chance, came) for game, chance, came in chances]
    all_ = reliability(found)
    assert all_.bins == ((0.3, 0.25, 4), (0.9, 0.0, 2))
    assert all_.miss == pytest.approx(((4 * 0.05**2 + 2 * 0.9**2) / 6) ** 0.5)
    assert all_.brier == pytest.approx((0.7**2 + 3 * 0.3**2 + 2 * 0.9**2) / 6)
    never = [Told(game, "effort 0", "most points", 0.2, False) for game in range(200)]
    assert not is_calibrated(never, "effort 0", "most points", 0.05)
    assert is_calibrated(never[:1], "effort 0", "most points", 0.05)
    before = [one._replace(by=BEFORE, chance=1.0) for one in found]
    assert gain([*found, *before], "effort 0", "most points")[0] == pytest.approx(5 / 6 - all_.brier)
