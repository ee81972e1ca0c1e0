"""A few cases of every fuzz target, and every case that broke a claim once."""

from __future__ import annotations

import pytest

from tests.fuzz.hunt import try_cases
from tests.fuzz.target import KEPT, FuzzTarget
from tests.fuzz.targets import TARGETS

FEW = 25


@pytest.mark.parametrize("name", TARGETS)
def test_a_few_cases_keep_the_claim(name: str) -> None:
    """The same ones every time; `make fuzz` tries others."""
    found = try_cases(TARGETS[name], FEW, 1)
    if found:
        raise AssertionError(ascii(found.case)) from found.error


@pytest.mark.parametrize("name", TARGETS)
def test_found_cases_stay_mended(name: str) -> None:
    """Each of them broke the claim once."""
    for case in TARGETS[name].kept():
        TARGETS[name].run(case)


def test_every_kept_case_has_a_target() -> None:
    """No file is forgotten."""
    assert {path.stem for path in KEPT.glob("*.txt")} <= TARGETS.keys()


def test_a_claim_that_does_not_hold_is_found_and_made_small() -> None:
    """The hunt itself bites."""
    from hypothesis import strategies as st

    def short(case: str) -> None:
        assert len(case) < 5

    found = try_cases(FuzzTarget("short", st.text(), short), 200, 1)
    assert found
    assert found.case == "0" * 5
