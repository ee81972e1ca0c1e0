"""The moments that decide a game of laurin."""

from __future__ import annotations

import pytest

from engine.laurin.model.events import KingWent, Scored
from engine.laurin.phases.ending import moments
from tests.engine.laurin.positions import layout


@pytest.mark.parametrize(
    ("points", "told"),
    [((1, 0, 0), []), ((2, 0, 0), []), ((0, 3, 0), [(2, 3)]), ((3, 3, 0), []), ((1, 4, 3), [(2, 4)])],
)
def test_a_scoring_is_a_moment_from_three_points_on(
    points: tuple[int, ...], told: list[tuple[int, int]]
) -> None:
    """If one seat gets more than anybody else; who made the King's move is named."""
    found = moments(
        layout("auction"), [KingWent(1, 1, "h1a", "north", (5, 4), (5, 5)), Scored(points, (), None)], ()
    )
    assert [(one.seat, one.amount) for one in found] == told
    assert {one.other for one in found} <= {1}
