"""Tries cases of one target: some, or for some seconds. A failing case is made small by hypothesis."""

from __future__ import annotations

import random
import time
from typing import Any, NamedTuple

from hypothesis import HealthCheck, Phase, given, seed, settings

from tests.fuzz.target import FuzzTarget

ROUND = 200
"""Cases tried under one seed."""


class Found(NamedTuple):
    """A case that breaks a target's claim, and what it broke with."""

    case: Any
    error: Exception


def try_cases(target: FuzzTarget, count: int, number: int) -> Found | None:
    """Try so many cases. Return the first one that fails, made small; the same for the same number."""
    tried: list[Any] = []

    @seed(number)
    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )
    @given(target.cases)
    def check(case: Any) -> None:
        tried[:] = [case]
        target.run(case)

    try:
        check()
    except Exception as error:  # noqa: BLE001  (whatever a case breaks with is what was looked for)
        return Found(tried[0], error)
    return None


def hunt(target: FuzzTarget, seconds: float, number: int) -> tuple[int, Found | None]:
    """Try cases for so long, or until one fails. Return how many were tried, and the one that failed."""
    numbers, end, count = random.Random(f"{target.name} {number}"), time.monotonic() + seconds, 0
    while time.monotonic() < end:
        found = try_cases(target, ROUND, numbers.getrandbits(64))
        if found:
            return count, found
        count += ROUND
    return count, None
