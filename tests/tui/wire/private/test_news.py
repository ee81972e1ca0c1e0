"""News take no detours among an app's nodes: the same handlers in the same order as Textual, in fewer
turns of the event loop.
"""

# ruff: noqa: ASYNC110  (passes of the loop are what is waited for)
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import Screen
from textual.strip import Strip

from tui.widgets.panel import Panel, line_of
from tui.wire.private.app import QuietApp, run_app
from tui.wire.private.news import CROWD
from tui.wire.private.screens import DisposableWidget, PromptScreen
from tui.wire.private.strips import Rows, strips_of


class SpokenMessage(Message):
    """What a widget says."""


class Ours(Panel, can_focus=True):
    """Shows a letter everywhere, and has a key of its own."""

    BINDINGS = [Binding("x", "say", show=False), Binding("y", "mark", show=False)]  # noqa: RUF012
    letter = "a"

    def render_line(self, y: int) -> Strip:  # noqa: ARG002
        from tui.wire.terminal import palette

        return line_of([(self.letter * self.size.width, palette.TEXT)], self.size.width)

    def action_say(self) -> None:
        self.post_message(SpokenMessage())

    def action_mark(self) -> None:
        self.letter = "b"
        self.refresh(Region(1, 1, 2, 1))


class Between(DisposableWidget, inherit_css=False):
    """Has no handler for anything."""


class Hearing(Panel):
    """Hears everything, its base class and itself."""

    heard: list[str]

    def on_spoken_message(self) -> None:
        self.heard.append("base")

    def on_key(self, event: events.Key) -> None:
        self.heard.append(f"base {event.key}")


class Above(Hearing):
    """Wants some of it for itself alone."""

    alone = stops = False

    def on_spoken_message(self, message: SpokenMessage) -> None:
        self.heard.append("above")
        if self.alone:
            message.prevent_default()
        if self.stops:
            message.stop()

    def on_key(self, event: events.Key) -> None:
        self.heard.append(f"above {event.key}")
        if event.key == "s":
            event.stop()


class NewsScreen(PromptScreen):
    """Our widget below one without handlers, below one with them."""

    def __init__(self) -> None:
        super().__init__()
        self.ours, self.above, self.aside = Ours(), Above(), Ours()
        self.above.heard = self.heard = []

    def compose(self) -> ComposeResult:
        with self.above, Between():
            yield self.ours
        yield self.aside

    def on_spoken_message(self) -> None:
        self.heard.append("screen")

    def on_key(self, event: events.Key) -> None:
        self.heard.append(f"screen {event.key}")


class Shown(QuietApp):
    """Remembers what it was to show."""

    CSS = "Above { height: 4; } Between { height: 3; width: 10; } Ours { height: 2; width: 8; }"

    def __init__(self) -> None:
        super().__init__()
        self.driver_class = HeadlessDriver
        self.updates: list[Any] = []
        self.stage = NewsScreen()

    def first_screen(self) -> Screen[Any]:
        return self.stage

    def shown(self, update: object) -> None:
        self.updates.append(update)

    def failed(self, error: Exception) -> None:
        raise error

    async def settle(self) -> None:
        quiet = 0
        while quiet < 8:
            quiet = 0 if self.is_busy else quiet + 1
            await asyncio.sleep(0)


@asynccontextmanager
async def shown() -> AsyncIterator[Shown]:
    app = Shown()
    task = asyncio.create_task(run_app(app, 40, 12))
    while not app.updates:
        await asyncio.sleep(0)
    app.stage.set_focus(app.stage.ours)
    await app.settle()
    app.stage.heard.clear()
    app.updates.clear()
    yield app
    app.exit()
    await task


async def press(app: Shown, key: str) -> list[str]:
    app.post_message(events.Key(key, None))
    await app.settle()
    return app.stage.heard


async def test_a_message_of_ours_goes_to_all_above_who_take_it():
    """A class before its base, then the screen; who has no handler is passed over."""
    async with shown() as app:
        app.stage.ours.post_message(SpokenMessage())
        await app.settle()
        assert app.stage.heard == ["above", "base", "screen"]


@pytest.mark.parametrize(
    ("alone", "stops", "heard"),
    [(True, False, ["above", "screen"]), (False, True, ["above", "base"]), (True, True, ["above"])],
)
async def test_a_handler_can_keep_a_message(alone: bool, stops: bool, heard: list[str]):
    """From its base classes, and from those above."""
    async with shown() as app:
        app.stage.above.alone, app.stage.above.stops = alone, stops
        app.stage.ours.post_message(SpokenMessage())
        await app.settle()
        assert app.stage.heard == heard


async def test_a_message_that_nobody_takes_is_nothing():
    """It ends at once; who is gone sends none."""

    class Nobodys(Message):
        """No handler anywhere."""

    async with shown() as app:
        assert app.stage.ours.post_message(Nobodys())
        assert not app.is_busy
        await app.stage.ours.remove()
        assert not app.stage.ours.post_message(SpokenMessage())
        await app.settle()
        assert app.stage.heard == []


async def test_a_key_goes_up_from_the_focus_and_then_to_bindings():
    """Everybody hears it once, in Textual's order; whoever stops it keeps it from bindings, too."""
    async with shown() as app:
        assert await press(app, "x") == [
            "above x", "base x", "screen x", "above", "base", "screen",
        ]  # fmt: skip
        app.stage.heard.clear()
        assert await press(app, "s") == ["above s", "base s"]


async def test_a_screen_says_which_keys_are_bound_where_the_focus_is():
    """The keys of the node with the focus, not of the one that had it before."""
    async with shown() as app:
        assert app.stage.binds("x")
        assert not app.stage.binds("s")
        app.stage.set_focus(None)
        assert not app.stage.binds("x")
        app.stage.set_focus(app.stage.aside)
        assert app.stage.binds("x")


async def test_a_key_takes_one_turn_of_the_loop():
    """What it does is done after it, and the screen is painted when all is done: four turns."""
    async with shown() as app:
        app.post_message(events.Key("y", None))
        turns = 0
        while not app.updates:
            await asyncio.sleep(0)
            turns += 1
        assert turns <= 4


async def test_of_many_callbacks_few_are_called_in_one_turn_of_the_loop():
    """All in their order; somebody who is called back 100 times does not keep the others waiting."""
    async with shown() as app:
        called = list[int]()
        for number in range(100):
            app.stage.call_later(called.append, number)
        most = before = 0
        while len(called) < 100:
            await asyncio.sleep(0)
            most, before = max(most, len(called) - before), len(called)
        assert called == [*range(100)]
        assert most <= CROWD + 1


async def test_what_nothing_covers_is_painted_without_the_compositor():
    """Only the part that has changed, and as the compositor would have composed it."""
    async with shown() as app:
        await press(app, "y")
        (update,) = app.updates
        assert isinstance(update, Rows)
        ((x, y, strip, start, end),) = strips_of(update)
        at = app.stage.ours.region
        assert (x + start, y, strip.crop(start, end).text) == (at.x + 1, at.y + 1, "bb")
        composed = app.stage._compositor.render_strips(Size(40, 12))
        assert composed[y].text[x + start : x + end] == "bb"


async def test_what_is_covered_is_composed():
    """A widget above another: what lies below must not be painted over it."""
    async with shown() as app:
        app.stage.aside.styles.offset = (0, -3)
        app.stage.refresh(layout=True)
        await app.settle()
        assert app.stage.aside.region.overlaps(app.stage.ours.region)
        app.updates.clear()
        await press(app, "y")
        assert app.updates
        assert not any(isinstance(update, Rows) for update in app.updates)


async def test_a_hidden_widget_is_not_painted():
    """Nor does it make the screen paint."""
    async with shown() as app:
        app.stage.aside.display = False
        await app.settle()
        app.updates.clear()
        app.stage.aside.action_mark()
        await app.settle()
        assert app.updates == []
