"""The collector works when sessions have ended and nobody waits, not otherwise."""

from __future__ import annotations

import gc

import pytest

from server import garbage
from server.garbage import AT_LEAST, EVERY, EVERYTHING, MOMENT


class Over(Exception):  # noqa: N818
    pass


class Day:
    """A clock that pauses move on; `busy` pauses take longer than they should."""

    def __init__(self, length: float, ended_at: list[float], busy: int = 0) -> None:
        self.time, self.length, self.ended_at, self.busy = 0.0, length, ended_at, busy
        self.sweeps: list[tuple[float, bool]] = []

    async def pause(self, seconds: float) -> None:
        self.time += seconds
        if seconds == MOMENT and self.busy:
            self.busy -= 1
            self.time += 1.0
        if self.time > self.length:
            raise Over

    def ended(self) -> int:
        return sum(at <= self.time for at in self.ended_at)

    async def pass_by(self) -> list[tuple[float, bool]]:
        with pytest.raises(Over):
            await garbage.keep_swept(
                self.ended,
                self.pause,
                lambda: self.time,
                lambda whole: self.sweeps.append((self.time, whole)),
            )
        return self.sweeps


async def test_it_is_swept_after_sessions_have_ended() -> None:
    """Once for all that ended since the last look, and not at all without."""
    sweeps = await Day(AT_LEAST * 0.9, [EVERY * 2.2, EVERY * 2.6, EVERY * 7.5]).pass_by()
    assert [round(at / EVERY) for at, _ in sweeps] == [3, 8]


async def test_it_is_swept_now_and_then_and_sometimes_wholly() -> None:
    """A host that nobody leaves is swept as well, and what was set apart once an hour."""
    sweeps = await Day(EVERYTHING * 2.2, []).pass_by()
    assert len(sweeps) == pytest.approx(EVERYTHING * 2.2 / AT_LEAST, abs=1)
    assert sum(whole for _, whole in sweeps) == 2


async def test_it_waits_for_a_quiet_moment() -> None:
    """While pauses are late somebody waits for the loop."""
    (first, *_) = await Day(AT_LEAST * 0.9, [1.0], busy=20).pass_by()
    assert first[0] > EVERY + 20


def test_what_survives_is_set_apart() -> None:
    """After a sweep the next collection has little to look at; a whole one looks at everything."""
    thresholds = gc.get_threshold()
    try:
        garbage.begin()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[2] == garbage.NEVER
        kept = [[] for _ in range(1000)]
        garbage.sweep(everything=False)
        frozen = gc.get_freeze_count()
        garbage.sweep(everything=True)
        assert gc.get_freeze_count() >= frozen - 1000
        assert len(kept) == 1000
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)
