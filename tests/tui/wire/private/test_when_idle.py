"""What waits until an app has settled is done once, and at once where the app has."""

from __future__ import annotations

import asyncio

from tui.wire.private.when_idle import WhenIdle


class FakeApp:
    """Busy as long as it is told."""

    def __init__(self) -> None:
        self.is_busy = False
        self.done = 0
        self.failures: list[Exception] = []

    def act(self) -> None:
        self.done += 1

    def fail(self, error: Exception) -> None:
        self.failures.append(error)


async def turns(count: int = 10) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


async def test_it_is_done_once_however_often_it_is_asked_for():
    """A burst of changes is one paint."""
    app = FakeApp()
    settled = WhenIdle(app, app.act)
    settled.soon()
    settled.soon()
    assert app.done == 0
    await turns()
    assert app.done == 1


async def test_it_waits_for_a_busy_app():
    """As long as there is something to work on nothing is painted."""
    app = FakeApp()
    app.is_busy = True
    settled = WhenIdle(app, app.act)
    settled.soon()
    settled.at_once()
    await turns()
    assert app.done == 0
    app.is_busy = False
    await turns()
    assert app.done == 1


async def test_at_once_it_is_done_now_and_not_again():
    """Where nothing else waits; and only if there is something to do."""
    app = FakeApp()
    settled = WhenIdle(app, app.act)
    settled.at_once()
    assert app.done == 0
    settled.soon()
    settled.at_once()
    assert app.done == 1
    await turns()
    assert app.done == 1


async def test_what_is_asked_for_after_it_was_done_waits_as_long_as_ever():
    """The look that was due for what is done already does not shorten the wait."""
    app = FakeApp()
    settled = WhenIdle(app, app.act)
    settled.soon()
    settled.at_once()
    settled.soon()
    await turns(WhenIdle.QUIET_PASSES - 1)
    assert app.done == 1
    await turns()
    assert app.done == 2


async def test_what_raises_is_the_apps_failure():
    """Nobody else hears of it."""
    app = FakeApp()

    def broken() -> None:
        raise ZeroDivisionError

    settled = WhenIdle(app, broken)
    settled.soon()
    settled.at_once()
    assert [type(error) for error in app.failures] == [ZeroDivisionError]


async def test_after_a_stop_it_is_never_done_whoever_asks():
    """The app may be taken apart by then: it is not even asked whether it is busy."""
    app = FakeApp()
    settled = WhenIdle(app, app.act)
    settled.soon()
    settled.stop()
    settled.soon()
    del app.is_busy
    await turns()
    assert (app.done, app.failures) == (0, [])
