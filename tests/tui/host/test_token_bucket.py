"""What is done takes a token; tokens come back with the time that is handed in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tui.host.token_bucket import Rate, TokenBucket

PER_SECOND, BURST = 20.0, 100


@given(st.lists(st.floats(0, 3), max_size=400))
def test_a_burst_and_then_so_many_a_second(pauses: list[float]) -> None:
    """However requests come, no more are taken than a burst and what the time has brought."""
    bucket, now = TokenBucket(lambda: Rate(PER_SECOND, BURST), 0.0), 0.0
    for taken, pause in enumerate(pauses, start=1):
        now += pause
        wait = bucket.wait(now)
        if wait:
            assert wait <= bucket.token_time
            now += wait + 1e-6
        assert bucket.take(now)
        assert taken <= BURST + now * PER_SECOND + 1


def test_nothing_is_saved_beyond_the_burst() -> None:
    """Not even by who did nothing for long."""
    bucket = TokenBucket(lambda: Rate(2.0, 3), 100.0)
    assert [bucket.take(100.0) for _ in range(5)] == [True, True, True, False, False]
    assert [bucket.take(100.5) for _ in range(2)] == [True, False]
    assert [bucket.take(1100.5) for _ in range(5)] == [True, True, True, False, False]
    assert (bucket.token_time, bucket.rest_time) == (0.5, 0.75)


def test_a_clock_that_is_set_back_takes_nothing() -> None:
    """Nor does it give anything."""
    bucket = TokenBucket(lambda: Rate(1.0, 2), 100.0)
    assert bucket.take(100.0)
    assert [bucket.take(50.0) for _ in range(2)] == [True, False]


def test_what_costs_more_overdraws() -> None:
    """The debt is paid before anything is taken again."""
    bucket = TokenBucket(lambda: Rate(1.0, 2), 0.0)
    bucket.spend(4)
    assert (bucket.left, bucket.wait(0.0), bucket.is_rested) == (-2, 3.0, False)
    assert bucket.wait(3.0) == 0
    assert bucket.is_rested
