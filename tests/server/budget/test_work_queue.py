"""What is done at once, what waits for its turn, and what is told of pieces that took long."""

from __future__ import annotations

import asyncio
import socket

import pytest

from server.budget.fair_loop import TICK, FairLoop
from server.budget.long_pieces import LongPieces
from server.budget.share import SHARE, current_network
from server.budget.work_queue import HURRIED_TURN, LONG, TURN, WorkQueue


class Computing:
    """A thread that computes for as long as a piece says."""

    def __init__(self) -> None:
        self.now = 0
        self.done: list[object] = []

    def __call__(self) -> int:
        return self.now

    def work(self, cost: int, what: object = None) -> None:
        self.now += cost
        self.done.append(what)


@pytest.fixture
def computing() -> Computing:
    return Computing()


async def test_an_idle_house_works_at_once(computing: Computing) -> None:
    WorkQueue(None, computing, computing).share("here").do(computing.work, 1, "a key")
    assert computing.done == ["a key"]


async def test_a_turn_of_the_loop_works_no_longer_than_it_may(computing: Computing) -> None:
    """Then the loop hears others, and what is left comes in the next turn."""
    share = WorkQueue(None, computing, computing).share("here")
    for number in range(12):
        share.do(computing.work, TURN // 4, number)
    assert computing.done == [0, 1, 2, 3]
    await asyncio.sleep(0)
    assert computing.done == [*range(8)]
    await asyncio.sleep(0)
    assert computing.done == [*range(12)]


async def test_a_turn_is_short_while_somebody_comes(computing: Computing) -> None:
    """Whose every step waits for a turn."""
    queue = WorkQueue(None, computing, computing)
    queue.coming.add("somebody")
    share = queue.share("here")
    for number in range(24):
        share.do(computing.work, HURRIED_TURN // 2, number)
    before = len(computing.done)
    await asyncio.sleep(0)
    assert len(computing.done) - before == 2
    queue.coming.clear()
    await asyncio.sleep(0)
    assert len(computing.done) - before == 2 + 2 * TURN // HURRIED_TURN


async def test_a_turn_works_no_longer_for_having_worked_at_once(computing: Computing) -> None:
    """What was done where it arrived, and what had waited, are the same turn's time."""
    turn = 1
    queue = WorkQueue(None, computing, computing, turn=lambda: turn)
    share = queue.share("here")
    for number in range(3):
        share.do(computing.work, TURN, number)
    await asyncio.sleep(0)
    assert computing.done == [0]
    turn = 2
    await asyncio.sleep(0)
    assert computing.done == [0, 1]
    share.do(computing.work, 1, "waits")
    assert computing.done == [0, 1]


async def test_a_turn_that_was_too_short_is_told(computing: Computing) -> None:
    queue = WorkQueue(None, computing, computing, lambda: computing.done.append("full"))
    share = queue.share("here")
    for number in range(3):
        share.do(computing.work, TURN, number)
    for _ in range(3):
        await asyncio.sleep(0)
    assert computing.done == [0, 1, "full", 2]


async def test_short_turns_are_told_as_often_as_long_ones(computing: Computing) -> None:
    """By what they worked: garbage is collected after some of them, and there is as much of it."""
    told = list[int]()
    queue = WorkQueue(None, computing, computing, lambda: told.append(len(computing.done)))
    queue.coming.add("somebody")
    share, short = queue.share("here"), TURN // HURRIED_TURN
    for number in range(4 * short):
        share.do(computing.work, HURRIED_TURN, number)
    for _ in range(2 * short):
        await asyncio.sleep(0)
    assert told == [2 * short, 3 * short]


async def test_what_a_piece_causes_comes_after_what_waits(computing: Computing) -> None:
    queue = WorkQueue(None, computing, computing)
    one, other = queue.share("one"), queue.share("other")
    one.do(lambda: one.do(computing.work, 0, "caused"))
    assert computing.done == []
    other.do(computing.work, 0, "other")
    await asyncio.sleep(0)
    assert sorted(map(str, computing.done)) == ["caused", "other"]


async def test_a_piece_that_takes_long_is_told_by_its_name_once_a_minute(
    computing: Computing, caplog: pytest.LogCaptureFixture
) -> None:
    told, clock = list[tuple[str, float]](), [0.0]
    long_pieces = LongPieces(lambda name, seconds: told.append((name, seconds)), lambda: clock[0])
    share = WorkQueue(long_pieces, computing, computing).share("here")
    for seconds in (0, 1, 70):
        clock[0] = seconds
        share.do(computing.work, LONG + 1)
        await asyncio.sleep(0)
    assert told == [("Computing.work", (LONG + 1) / 1e9)] * 3
    assert len(caplog.records) == 2


def test_tasks_of_a_session_take_turns_on_a_fair_loop() -> None:
    """A task inherits whose work it is, and with every step waits for the session's turn."""
    steps, networks = list[str](), set[str]()

    async def work(name: str) -> None:
        for _ in range(3):
            steps.append(name)
            networks.add(current_network())
            await asyncio.sleep(0)

    async def main() -> None:
        queue, loop = WorkQueue(), asyncio.get_running_loop()
        shares = [queue.share(network) for network in ("192.0.2.1", "192.0.2.2")]
        tasks = [
            loop.create_task(work(share.network), context=share.new_context())
            for share in shares
            for _ in range(2)
        ]
        await asyncio.gather(*tasks)
        assert SHARE.get() is None

    with asyncio.Runner(loop_factory=FairLoop) as runner:
        runner.run(main())
    assert len(steps) == 12
    assert networks == {"192.0.2.1", "192.0.2.2"}


def test_a_turn_hears_its_sockets_before_it_works(computing: Computing) -> None:
    """A key that has come while others' work waits is part of the next turn's work."""
    queue = WorkQueue(None, computing, computing)

    async def come_while_work_waits() -> None:
        here, there = socket.socketpair()
        loop, flood, heard = asyncio.get_running_loop(), queue.share("flood"), asyncio.Event()
        for number in range(4):
            flood.do(computing.work, TURN, number)

        def hear() -> None:
            loop.remove_reader(here)
            queue.share("quiet").do(computing.work, 1, "a key")
            heard.set()

        loop.add_reader(here, hear)
        there.send(b"x")
        await heard.wait()
        here.close()
        there.close()

    with asyncio.Runner(loop_factory=FairLoop) as runner:
        runner.run(come_while_work_waits())
    assert computing.done[:2] == [0, "a key"]


def test_a_cancelled_callback_is_not_called_on_a_fair_loop(computing: Computing) -> None:
    async def main() -> None:
        share = WorkQueue().share("here")
        kept = asyncio.get_running_loop().call_soon(computing.work, 1, "kept", context=share.new_context())
        dropped = asyncio.get_running_loop().call_soon(computing.work, 1, context=share.new_context())
        dropped.cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not kept.cancelled()

    with asyncio.Runner(loop_factory=FairLoop) as runner:
        runner.run(main())
    assert computing.done == ["kept"]


def test_timers_that_are_due_together_share_turns_on_a_fair_loop(computing: Computing) -> None:
    """Each is a piece of its session's work; one that is cancelled while it waits is not called."""
    turns = list[int]()

    async def main() -> None:
        queue, loop = WorkQueue(None, computing, computing), asyncio.get_running_loop()
        shares = [queue.share("here") for _ in range(9)]
        due = loop.time()
        timers = [
            loop.call_at(due, computing.work, TURN // 2, number, context=share.new_context())
            for number, share in enumerate(shares)
        ]
        while len(computing.done) < len(shares) - 1:
            before = len(computing.done)
            await asyncio.sleep(0)
            turns.append(len(computing.done) - before)
            timers[-1].cancel()

    with asyncio.Runner(loop_factory=FairLoop) as runner:
        runner.run(main())
    assert sorted(map(int, map(str, computing.done))) == [*range(8)]
    assert max(turns) == 2


def test_what_a_session_leaves_undone_is_cancelled_with_the_loop() -> None:
    ended = list[str]()

    async def wait() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("cancelled")

    async def main() -> None:
        loop, share = asyncio.get_running_loop(), WorkQueue().share("here")
        left.append(loop.create_task(wait(), context=share.new_context()))
        for _ in range(3):
            await asyncio.sleep(0)

    left = list[asyncio.Task[None]]()
    with asyncio.Runner(loop_factory=FairLoop) as runner:
        runner.run(main())
    assert ended == ["cancelled"]


async def test_what_a_turn_may_work_is_there_again_in_the_next_one(computing: Computing) -> None:
    """A lone player's keys, seconds apart, wait for nothing, though nothing has ever waited."""
    turns = [1]
    share = WorkQueue(None, computing, computing, turn=lambda: turns[0]).share("here")
    for number in range(3):
        share.do(computing.work, TURN, number)
        assert computing.done == [*range(number + 1)]
        turns[0] += 1


def test_timers_of_seconds_go_off_together_on_a_fair_loop() -> None:
    """None is early, none much later than asked for; a short one has a moment of its own."""

    async def main() -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        asked = [number / 40 for number in range(40, 80)]
        timers = [loop.call_later(seconds, loop.stop) for seconds in asked]
        late = [timer.when() - now - seconds for timer, seconds in zip(timers, asked, strict=True)]
        assert min(late) >= 0
        assert max(late) < TICK + 0.1
        assert len({timer.when() for timer in timers}) <= 1 / TICK + 2
        assert loop.call_at(now + 0.5, loop.stop).when() == now + 0.5

    with asyncio.Runner(loop_factory=FairLoop) as runner:
        runner.run(main())
