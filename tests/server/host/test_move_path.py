"""A move passes few files and calls few functions: the ceilings of `tests.bench.move_path`."""

from __future__ import annotations

from tests.bench.move_path import passed

MOST_FILES, MOST_CALLS = 105, 2400


async def test_a_move_stays_on_its_way() -> None:
    """From its key to the painted frames of both seats: a part that has nothing to do with it is not asked,
    and nothing is worked out twice.
    """
    calls, frames = await passed()
    assert frames == [1, 1, 0]
    assert len(calls) <= MOST_FILES, sorted(calls)
    assert calls.total() <= MOST_CALLS, calls.most_common(20)
