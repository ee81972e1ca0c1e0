"""What paired samples tell, and how sure it is."""

from __future__ import annotations

from math import inf

import pytest

from engine.analysis.paired import FEWEST, covariance, differences, mean, standard_error


def test_the_error_of_a_mean_is_told_from_eight_pairs_on() -> None:
    """However alike they are, it is not below what is believed."""
    values = differences([3.0, 1.0] * 4, [1.0, 1.0] * 4)
    assert (len(values), mean(values)) == (FEWEST, 1.0)
    assert standard_error(values) == (8 / 7) ** 0.5 / 8**0.5
    assert standard_error(values[1:]) == inf
    assert standard_error([1.0] * 16, 2.0) == 0.5
    assert mean([]) == 0.0


def test_what_two_means_of_the_same_samples_share() -> None:
    values = [0.0, 1.0, 2.0, 5.0] * 2
    assert covariance(values, values) == pytest.approx(standard_error(values) ** 2)
    assert covariance(values, [3 - 2 * one for one in values]) == pytest.approx(
        -2 * standard_error(values) ** 2
    )
    assert covariance(values, [7.0] * 8) == 0
