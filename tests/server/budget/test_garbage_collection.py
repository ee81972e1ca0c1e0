"""The collector works when sessions have ended and nobody waits, not otherwise."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

import pytest

import engine
import server
import tui
from server.budget import garbage_collection
from server.budget.garbage_collection import (
    BUSY_BUDGET,
    FULL_INTERVAL,
    FULL_TURNS,
    FULL_WHEN_EMPTY,
    IDLE_PROBE,
    LONGEST_CHECK_INTERVAL,
    LONGEST_SWEEP_INTERVAL,
    SHORT_COLLECTION,
    SHORTEST_CHECK_INTERVAL,
    SWEEP_INTERVAL,
    GarbageCollector,
)


@pytest.fixture(autouse=True)
def _frozen_again() -> Iterator[None]:
    """What is there for all tests is not looked through again and again after these."""
    yield
    gc.freeze()


class Over(Exception):  # noqa: N818
    pass


class SimulatedDay(GarbageCollector):
    """A clock that pauses move on, and the sessions of a host: when they end, whether any is open.
    `busy` pauses take longer than they should.
    """

    def __init__(self, length: float, ended_at: list[float], busy: int = 0, *, crowded: bool = True) -> None:
        self.time, self.length, self.ended_at, self.busy = 0.0, length, ended_at, busy
        self._crowd = ("somebody",) if crowded else ()
        self.comes_at = length
        self.portions: list[float] = []
        """When enough is new to be swept."""
        self.sweeps: list[tuple[float, bool]] = []
        self.tidied: list[float] = []
        self.takes = 2 * SHORT_COLLECTION
        self.apart: list[float] = []

    async def pause(self, seconds: float) -> None:
        self.time += seconds
        if seconds == IDLE_PROBE and self.busy:
            self.busy -= 1
            self.time += 1.0
        if self.time > self.length:
            raise Over

    @property
    def sessions(self) -> tuple[str, ...]:
        return (*self._crowd, "somebody else") if self.time >= self.comes_at else self._crowd

    @property
    def ended(self) -> int:
        return sum(at <= self.time for at in self.ended_at)

    def has_grown(self) -> bool:
        return bool(self.portions) and self.portions[0] <= self.time

    def collect(self, whole: bool) -> None:
        if self.has_grown():
            self.portions.pop(0)
        self.sweeps.append((self.time, whole))

    def freeze(self) -> None:
        self.portions.pop(0)
        self.apart.append(self.time)

    def collect_young(self) -> float:
        self.tidied.append(self.time)
        return self.takes

    async def pass_by(self) -> list[tuple[float, bool]]:
        with pytest.raises(Over):
            await garbage_collection.run_collector(self, self.pause, lambda: self.time, self)
        return self.sweeps


async def test_it_is_swept_after_sessions_have_ended() -> None:
    """Once for all that ended since the last sweep, at most every so often, and not at all without."""
    ended = [SWEEP_INTERVAL * 2.2, SWEEP_INTERVAL * 2.6, SWEEP_INTERVAL * 7.5]
    sweeps = await SimulatedDay(LONGEST_SWEEP_INTERVAL * 0.9, ended).pass_by()
    assert [at // SWEEP_INTERVAL for at, _ in sweeps] == [2, 3, 7]


async def test_it_is_swept_in_portions() -> None:
    """As soon as a portion is new, and never so much at once that players would wait: after somebody
    came or went. What keys alone have made new is set apart without a look.
    """
    day = SimulatedDay(60.0, [2.0])
    day.portions = [3.0, 4.6, 40.0]
    assert [round(at) for at, _ in await day.pass_by()] == [3]
    assert [round(at) for at in day.apart] == [5, 40]


async def test_whoever_comes_makes_a_look_worth_while() -> None:
    """A session that has begun leaves what nobody needs any more, before it has ended."""
    day = SimulatedDay(60.0, [])
    day.portions = [3.0, 20.0]
    day.comes_at = 10.0
    assert [round(at) for at, _ in await day.pass_by()] == [20]


async def test_what_is_young_is_looked_at_all_the_time() -> None:
    """Also on a host where nobody comes or goes: keys replace objects and need no more of them."""
    day = SimulatedDay(60.0, [])
    assert await day.pass_by() == []
    assert len(day.tidied) == pytest.approx(
        60.0 / SHORTEST_CHECK_INTERVAL, abs=2 * LONGEST_CHECK_INTERVAL / SHORTEST_CHECK_INTERVAL
    )


async def test_a_host_that_rests_is_looked_at_less_often() -> None:
    """Each look wakes it; as soon as one takes longer they come as often as before."""
    day = SimulatedDay(60.0, [])
    day.takes = 0.0
    await day.pass_by()
    assert len(day.tidied) == pytest.approx(60.0 / LONGEST_CHECK_INTERVAL, abs=2)


async def test_collections_come_so_often_that_each_is_short() -> None:
    """Players wait for one: where each takes as long as what came since makes it, none takes much longer than
    it should.
    """

    class SimulatedCrowdedDay(SimulatedDay):
        def collect_young(self) -> float:
            since = self.time - (self.tidied[-1] if self.tidied else 0.0)
            took.append(since / 50)  # so much is new where a hundred tables are played at
            super().collect_young()
            return took[-1]

    took: list[float] = []
    await SimulatedCrowdedDay(60.0, []).pass_by()
    assert max(took[5:]) <= 1.5 * SHORT_COLLECTION
    assert min(took[5:]) >= 0.5 * SHORT_COLLECTION


def test_what_keys_leave_young_does_not_add_up() -> None:
    """Things that take the place of old ones become young although there are no more of them than
    before; a look leaves none young.
    """
    thresholds = gc.get_threshold()
    gc.collect()  # what the tests before left
    try:
        garbage_collection.start()
        collector = GarbageCollector(perf_counter)
        things = [[number] for number in range(30_000)]
        collector.collect_young()
        for place in range(len(things)):
            things[place] = [place]
        assert len(gc.get_objects(generation=0)) >= len(things) > garbage_collection.YOUNG_THRESHOLD
        collector.collect_young()
        assert len(gc.get_objects(generation=0)) < 1000
        assert collector.has_grown()
        collector.collect(everything=False)
        assert not collector.has_grown()
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def test_looking_itself_makes_a_portion_in_the_end() -> None:
    """By the time it took: objects that are listed to be counted break what other threads make."""
    ticks = iter(float(tick) for tick in range(100))
    collector = GarbageCollector(lambda: garbage_collection.YOUNG_BUDGET * 0.4 * next(ticks))
    collector.collect_young()
    collector.collect_young()
    assert not collector.has_grown()
    collector.collect_young()
    assert collector.has_grown()
    collector.freeze()
    assert not collector.has_grown()


def test_the_host_never_lists_what_lives() -> None:
    """`gc.get_objects` and the like hold a tuple that another thread is making: its read of the journal
    would fail.
    """
    rooms = Path(server.__file__).parent, Path(tui.__file__).parent, Path(engine.__file__).parent
    texts = {file: file.read_text(encoding="utf-8") for room in rooms for file in room.rglob("*.py")}
    wrong = [file.name for file, text in texts.items() if "gc.get_objects(" in text or "gc.get_ref" in text]
    assert wrong == []


async def test_everything_is_looked_at_when_nobody_is_here() -> None:
    """Frozen objects are swept hourly on an empty host, once a day on a full one."""
    empty = await SimulatedDay(FULL_WHEN_EMPTY * 2.2, [], crowded=False).pass_by()
    assert sum(whole for _, whole in empty) == 2
    assert len(empty) == pytest.approx(FULL_WHEN_EMPTY * 2.2 / LONGEST_SWEEP_INTERVAL, abs=1)
    full = await SimulatedDay(FULL_INTERVAL * 1.1, []).pass_by()
    assert sum(whole for _, whole in full) == 1


async def test_it_waits_for_a_quiet_moment() -> None:
    """While pauses are late somebody waits for the loop."""
    (first, *_) = await SimulatedDay(LONGEST_SWEEP_INTERVAL * 0.9, [1.0], busy=20).pass_by()
    assert first[0] > SWEEP_INTERVAL + 20


def test_what_survives_is_set_apart() -> None:
    """After a sweep the next collection has little to look at; a whole one looks at everything."""
    thresholds = gc.get_threshold()
    gc.unfreeze()
    gc.collect()  # what the tests before left, frozen or not
    try:
        garbage_collection.start()
        assert gc.get_freeze_count() > 0
        assert gc.get_threshold()[1:] == (
            garbage_collection.NEVER_THRESHOLD,
            garbage_collection.NEVER_THRESHOLD,
        )
        kept = [[] for _ in range(1000)]
        collector = GarbageCollector(perf_counter)
        collector.collect(everything=False)
        frozen = gc.get_freeze_count()
        collector.collect(everything=True)
        assert gc.get_freeze_count() > 0.95 * frozen  # each pass over new modules untracks some tuples
        assert len(kept) == 1000
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def test_nothing_is_collected_while_a_host_starts() -> None:
    """Not even what could be: from `begin` on, or where there is none afterwards, it is again."""
    thresholds = gc.get_threshold()
    try:
        with garbage_collection.paused():
            assert not gc.isenabled()
            garbage_collection.start()
            assert gc.isenabled()
        with garbage_collection.paused():
            assert not gc.isenabled()
        assert gc.isenabled()
    finally:
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def test_a_busy_host_sweeps_in_small_portions() -> None:
    """Every few full turns the youngest generation is collected; what survived is swept before it is much."""
    times = iter(number * BUSY_BUDGET * 0.6 for number in range(100))
    collections: list[int] = []

    class Noting(GarbageCollector):
        def collect_young(self) -> float:
            collections.append(0)
            return super().collect_young()

        def freeze(self) -> None:
            collections.append(1)
            self._reset()

    collector = Noting(lambda: next(times))
    for _ in range(8 * FULL_TURNS):
        collector.keep_up()
    assert collections == [0, 0, 1] * 4
