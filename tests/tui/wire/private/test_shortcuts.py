"""What is done in a shorter way than Textual's has the same outcome: keys, parts of lines, bindings."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.drivers.headless_driver import HeadlessDriver
from textual.events import Key

from tests.waiting import WITHIN
from tui.wire.private.app import QuietApp, run_app
from tui.wire.private.keys import KeyParser, keys_of
from tui.wire.private.screens import DisposableWidget, PromptScreen

INPUT = st.text(st.sampled_from("\x1b[O~;<>?u/1250ADMPRZaZ \r\x7fü漢e\u0301\ud800"), max_size=9)


@given(INPUT)
def test_a_key_that_is_looked_up_is_the_one_that_is_parsed(text: str) -> None:
    """And after it the parser waits for nothing, as if it had read it."""
    found = keys_of(text)
    if not found:
        return
    parser = KeyParser()
    parsed = list(parser.feed(text))
    assert all(type(event) is Key for event in parsed)
    assert [(event.key, event.character) for event in parsed if isinstance(event, Key)] == [
        (key.key, key.character) for key in (Key(*one) for one in found)
    ]
    assert not parser.waits


@pytest.mark.parametrize("text", ["\x1b[A", "\x1bOD", " ", "a", "ü", "\r", "\x1b[5~", "\x1b[1;5C", "\x1bOP"])
def test_the_keys_of_a_game_are_looked_up(text: str) -> None:
    assert len(keys_of(text)) == 1


@pytest.mark.parametrize(
    "text", ["", "\x1b", "\x1b[", "\x1b[200~", "\x1b[12;3R", "ab", "\x1b[A\x1b[A", "\x1b[<0;1;1M", "\x1b[99q"]
)
def test_what_is_no_single_key_is_left_to_the_parser(text: str) -> None:
    """Beginnings, pastes, answers, several keys, mice, and what means nothing."""
    assert keys_of(text) == ()


class BoundLeaf(DisposableWidget, inherit_css=False):
    """A node with the focus."""

    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [Binding("a", "note('leaf')"), Binding("c", "note('leaf')")]

    def action_note(self, who: str) -> None:
        noted = self.app
        assert isinstance(noted, BoundApp)
        noted.noted.append(f"leaf {who}")


class BoundScreen(PromptScreen):
    """A screen above it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,b", "app.note('screen')"),
        Binding("c", "app.note('screen')", priority=True),
        Binding("d", "app.note('screen')", priority=True),
    ]

    def compose(self) -> ComposeResult:
        yield BoundLeaf()


class BoundApp(QuietApp):
    """An app that notes whose binding was followed."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("d", "note('app')", priority=True),
        Binding("e", "note('app')"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[str] = []
        self.driver_class = HeadlessDriver

    def first_screen(self) -> PromptScreen:
        return BoundScreen()

    def action_note(self, who: str) -> None:
        self.noted.append(who)


async def until(true: Callable[[], bool]) -> None:
    """Waits until the app has done something."""
    async with asyncio.timeout(WITHIN):
        while not true():  # noqa: ASYNC110  (each pass of the loop may be the last)
            await asyncio.sleep(0)


async def test_a_key_does_what_the_nearest_binding_says() -> None:
    """The focused node first, then those above; with priority the app first, and before all without it."""
    app = BoundApp()
    running = asyncio.ensure_future(run_app(app, 40, 10))
    await until(lambda: app.is_running and bool(app.screen_stack) and bool(app.screen.query(BoundLeaf)))
    app.screen.query_one(BoundLeaf).focus()
    await until(lambda: app.focused is not None)
    for key, followed in {"a": "leaf leaf", "b": "screen", "c": "screen", "d": "app", "e": "app"}.items():
        app.noted.clear()
        app.post_message(Key(key, key))
        await until(lambda: bool(app.noted) and not app.is_busy)
        assert app.noted == [followed], key
    app.exit()
    await running
