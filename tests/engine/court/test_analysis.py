"""Values of court that are sampled have standard errors; those that are calculated have none."""

from __future__ import annotations

import random
from math import sqrt

import pytest

from engine.court.analysis import values
from engine.court.analysis.values import MeanValue, expected
from engine.court.model.moves import Roll
from engine.court.model.state import State
from engine.playouts import QuickChance
from tests.engine.court.positions import layout


def rolled(position: State) -> MeanValue:
    return expected(position, Roll(), QuickChance(random.Random("throws").random))


def test_a_value_is_sampled_where_more_can_fall_than_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two dice fall in 21 ways, three in 56: the sample is within four standard errors of all."""
    assert not rolled(layout(hand=2)).variance
    sampled = rolled(layout(hand=3))
    monkeypatch.setattr(values, "MOST_ROLLS", 56)
    exact = rolled(layout(hand=3))
    assert not exact.variance
    assert 0 < abs(sampled.mean - exact.mean) < 4 * sqrt(sampled.variance)
