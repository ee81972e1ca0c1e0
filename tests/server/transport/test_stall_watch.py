"""A line is stalled once bytes have waited for some seconds and none has arrived."""

from __future__ import annotations

from server.transport.stall_watch import STALLED_AFTER, StallWatch
from tests.server.running_host import running_host
from tests.server.sessions.test_session import terminal


def test_a_line_on_which_nothing_arrives_is_stalled() -> None:
    """From its last progress on; told at once, and when it moves again."""
    watch, told = StallWatch(), list[bool]()
    release = watch.follow(lambda: told.append(watch.is_stalled))
    for second in range(8):
        watch.look(100.0 + second, 50, waits=True)
        assert watch.is_stalled == (second >= STALLED_AFTER)
    assert watch.stalled(3.0, 107.0) == 3.0
    assert watch.stalled(60.0, 107.0) == 7.0
    watch.look(108.0, 51, waits=True)
    assert not watch.is_stalled
    assert told == [True, False]
    assert watch.stalled(60.0, 120.0) == 8.0
    assert watch.stalled(15.0, 120.0) == 3.0
    release()
    for second in range(9):
        watch.look(109.0 + second, 51, waits=True)
    assert told == [True, False]


def test_a_slow_line_is_not_stalled() -> None:
    """A byte now and then is progress, and a line for which nothing waits makes none."""
    watch = StallWatch()
    for second in range(60):
        watch.look(float(second), second // 4, waits=True)
    assert not watch.is_stalled
    watch.look(60.0, 15, waits=False)
    watch.look(600.0, 15, waits=True)
    assert not watch.is_stalled
    assert watch.stalled(1000.0, 600.0) == 0.0


async def test_a_real_line_is_watched_while_something_waits() -> None:
    """What a client's kernel has taken has arrived: then nobody looks any more."""
    async with running_host() as at, at.connect() as client:
        seen = await terminal(client)
        seen.type("e")
        await seen.see("key 'e'")
        (line,) = at.ssh._connections
        await at.until(lambda: line._stall_timer is None, "all has arrived")
        assert not line.is_stalled
        trip, stalled = line.loss(60.0)
        assert stalled == 0.0
        assert 0 < trip < 10
