"""How fast programs may ask, by a clock that is handed in."""

from __future__ import annotations

from server.settings.token_bucket import PlayerBuckets, TokenBucket


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_so_many_a_second() -> None:
    """What was not asked for long is not saved beyond the burst."""
    clock = Clock()
    pace = TokenBucket(2.0, 3, clock)
    assert [pace.allows() for _ in range(5)] == [True, True, True, False, False]
    clock.now += pace.step
    assert [pace.allows() for _ in range(2)] == [True, False]
    clock.now += 1000
    assert [pace.allows() for _ in range(5)] == [True, True, True, False, False]
    assert (pace.step, pace.rest) == (0.5, 0.75)


def test_a_clock_that_is_set_back_takes_nothing() -> None:
    """Nor does it give anything."""
    clock = Clock()
    pace = TokenBucket(1.0, 2, clock)
    assert pace.allows()
    clock.now -= 50
    assert [pace.allows() for _ in range(2)] == [True, False]


def test_a_player_has_one_pace_and_others_theirs() -> None:
    """All sessions of a player share it; it is forgotten with the last of them."""
    paces = PlayerBuckets(1.0, 1, Clock())
    one = paces.of("ada")
    assert paces.of("ada") is one
    assert one.allows()
    assert not paces.of("ada").allows()
    assert paces.of("bert").allows()
    del one
    assert paces.of("ada").allows()
