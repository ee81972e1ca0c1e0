"""A chance in three cells never says more than is true."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.value.values import Likelihood
from tui.language.odds_words import percent


@pytest.mark.parametrize(
    ("chance", "exact", "said"),
    [
        (1.0, True, "100"),
        (1.0 - 1e-12, True, "100"),  # what a machine makes of certain
        (0.999, True, ">99"),
        (0.99001, True, ">99"),
        (0.99, True, "99"),
        (0.624, True, "62"),
        (0.626, True, "63"),
        (0.01, True, "1"),
        (0.0099, True, "<1"),
        (1e-7, True, "<1"),
        (0.0, True, "0"),
        (0.9999, False, "≥99"),
        (0.999, False, "≥99"),
        (0.6299, False, "≥62"),
        (0.29, False, "≥29"),
        (0.01, False, "≥1"),
        (0.004, False, ">0"),
    ],
)
def test_rounding(chance: float, exact: bool, said: str):
    """Whole percent; what is nearly certain or nearly impossible is not called so."""
    assert percent(Likelihood("king", chance, exact)) == said


@given(st.floats(0.0, 1.0), st.booleans())
def test_it_fits_and_a_lower_bound_stays_below(chance: float, exact: bool):
    """At most three cells; what is at least so likely is never rounded up."""
    said = percent(Likelihood("king", chance, exact))
    assert len(said) <= 3
    if said.startswith("≥"):
        assert int(said[1:]) <= 100 * chance + 1e-6
