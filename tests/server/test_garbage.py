"""The collector works when sessions have ended and nobody waits, not otherwise."""

from __future__ import annotations

import gc

import pytest

from server import garbage
from server.garbage import AT_LATEST, AT_LEAST, EVERY, EVERYTHING, MOMENT


class Over(Exception):  # noqa: N818
    pass


class Day:
    """A clock that pauses move on, and the sessions of a host: when they end, whether any is open.
    `busy` pauses take longer than they should.
    """

    def __init__(self, length: float, ended_at: list[float], busy: int = 0, *, crowded: bool = True) -> None:
        self.time, self.length, self.ended_at, self.busy = 0.0, length, ended_at, busy
        self.sessions = ("somebody",) if crowded else ()
        self.portions: list[float] = []
        """When enough is new to be swept."""
        self.sweeps: list[tuple[float, bool]] = []

    async def pause(self, seconds: float) -> None:
        self.time += seconds
        if seconds == MOMENT and self.busy:
            self.busy -= 1
            self.time += 1.0
        if self.time > self.length:
            raise Over

    @property
    def ended(self) -> int:
        return sum(at <= self.time for at in self.ended_at)

    def grown(self) -> bool:
        return bool(self.portions) and self.portions[0] <= self.time

    def swept(self, whole: bool) -> None:
        if self.grown():
            self.portions.pop(0)
        self.sweeps.append((self.time, whole))

    async def pass_by(self) -> list[tuple[float, bool]]:
        with pytest.raises(Over):
            await garbage.keep_swept(self, self.pause, lambda: self.time, self.swept, self.grown)
        return self.sweeps


async def test_it_is_swept_after_sessions_have_ended() -> None:
    """Once for all that ended since the last sweep, at most every so often, and not at all without."""
    ended = [EVERY * 2.2, EVERY * 2.6, EVERY * 7.5]
    sweeps = await Day(AT_LEAST * 0.9, ended).pass_by()
    assert [at // EVERY for at, _ in sweeps] == [2, 3, 7]


async def test_it_is_swept_in_portions() -> None:
    """As soon as a portion is new, and never so much at once that players would wait."""
    day = Day(60.0, [])
    day.portions = [3.0, 4.5, 40.0]
    assert [round(at) for at, _ in await day.pass_by()] == [3, 5, 40]


async def test_everything_is_looked_at_when_nobody_is_here() -> None:
    """What was set apart is swept hourly in an empty house, in a full one once a day."""
    empty = await Day(EVERYTHING * 2.2, [], crowded=False).pass_by()
    assert sum(whole for _, whole in empty) == 2
    assert len(empty) == pytest.approx(EVERYTHING * 2.2 / AT_LEAST, abs=1)
    full = await Day(AT_LATEST * 1.1, []).pass_by()
    assert sum(whole for _, whole in full) == 1


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
