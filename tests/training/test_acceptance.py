"""The acceptance's own figures: the mean of what clusters in games, and how sure it is."""

from __future__ import annotations

from math import inf

import pytest

from training.acceptance import of_a_decision


@pytest.mark.parametrize(
    ("games", "expected"),
    [
        ([[0.2, 0.0]], (0.1, inf)),
        ([[0.2, 0.0], [0.1, 0.1]], (0.1, 0.0)),
        ([[0.4], [0.0, 0.0, 0.0]], (0.1, 0.15)),
    ],
    ids=["one game", "games alike", "unequal numbers of questions"],
)
def test_the_error_of_a_mean_loss_counts_games_not_decisions(
    games: list[list[float]], expected: tuple[float, float]
) -> None:
    assert of_a_decision(games) == pytest.approx(expected)
