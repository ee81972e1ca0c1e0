"""What the odds of intrigue tell comes true; `make odds GAME=intrigue` measures it over many games."""

from __future__ import annotations

from training.intrigue.odds import AS_LEFT, BY_RULE, JUDGED, told
from training.laurin.odds import WANTED, is_calibrated, reliability


def test_odds_among_stewards_come_true() -> None:
    """In four games, with the seed given; limits are those of the long measurement, at 3.5 errors."""
    found = [one for some in told("stewards", 4, "gate") for one in some]
    for by, what in JUDGED:
        assert is_calibrated(found, by, what, WANTED["stewards"])
    by_rule = [one for one in found if one.by == BY_RULE]
    assert len(by_rule) == sum(one.by == AS_LEFT for one in found) > 100
    assert reliability(by_rule).miss < 0.01, "every card is one of its kinds"
