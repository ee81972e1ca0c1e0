"""How fast the programs of a player may ask, by a clock that is handed in."""

from __future__ import annotations

from server.settings.current_limits import CurrentLimits, PlayerBuckets
from server.settings.limits import Limits


def test_a_player_has_one_bucket_and_others_theirs() -> None:
    """All sessions of a player share it; it is forgotten with the last of them."""
    buckets = PlayerBuckets(CurrentLimits(Limits(api_per_second=1.0, api_burst=1)), lambda: 100.0)
    one = buckets.of("ada")
    assert buckets.of("ada") is one
    assert one.take(100.0)
    assert not buckets.of("ada").take(100.0)
    assert buckets.of("bert").take(100.0)
    del one
    assert buckets.of("ada").take(100.0)


def test_a_node_has_as_much_of_it_as_it_has_of_the_players_sessions() -> None:
    """So that a program at each of several nodes may ask no more than at one."""
    share = 1.0
    limits = CurrentLimits(Limits(api_per_second=20.0, api_burst=100))
    bucket = PlayerBuckets(limits, lambda: 0.0, lambda _: share).of("ada")
    assert sum(bucket.take(0.0) for _ in range(200)) == 100
    share = 0.25
    assert sum(bucket.take(1.0) for _ in range(200)) == 5
    share = 0.001
    assert bucket.take(100.0)
    assert not bucket.take(100.0)
