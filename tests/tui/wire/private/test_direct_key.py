"""A key is worked on where it comes in, if its app does nothing else, as if the app's task had done it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.events import Key
from textual.screen import Screen

from tui.wire.private.app import QuietApp, run_app
from tui.wire.private.screens import PromptScreen


class HearingScreen(PromptScreen):
    """Notes keys, and in which task; `w` waits for something, `f` fails."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self.tasks: set[object] = set()
        self.answer = asyncio.get_running_loop().create_future()

    async def on_key(self, event: Key) -> None:
        self.tasks.add(asyncio.current_task())
        if event.key == "f":
            raise ValueError("no such key")
        if event.key == "w":
            try:
                self.heard.append(await self.answer)
            except LookupError:
                self.heard.append("none")
            await asyncio.sleep(0)
        self.tasks.add(asyncio.current_task())
        self.heard.append(event.key)


class HearingApp(QuietApp):
    """An app with that screen."""

    def __init__(self) -> None:
        super().__init__()
        self.error: Exception | None = None

    def first_screen(self) -> Screen[object]:
        self.stage = HearingScreen()
        return self.stage

    def failed(self, error: Exception) -> None:
        self.error = error


async def rest() -> None:
    for _ in range(30):
        await asyncio.sleep(0)


async def typed(app: HearingApp, *keys: str) -> None:
    """Has keys come in one turn of the loop, as from a socket; returns in the next one."""
    for key in keys:
        asyncio.get_running_loop().call_soon(app.take_key, Key(key, key))
    await asyncio.sleep(0)


@asynccontextmanager
async def running() -> AsyncIterator[HearingApp]:
    """An app that has worked on its first key and waits for the next."""
    app = HearingApp()
    task = asyncio.ensure_future(run_app(app, 40, 10))
    await rest()
    await typed(app, "a")
    await rest()
    assert app.stage.heard == ["a"]
    yield app
    app.exit()
    await task
    assert app.stage.tasks == {task}


async def test_a_key_is_worked_on_where_it_comes_in():
    """It needs no further turn of the loop, and runs as the app's own task."""
    async with running() as app:
        await typed(app, "b")
        assert app.stage.heard == ["a", "b"]


async def test_a_key_that_waits_goes_on_in_the_apps_task():
    """Keys behind it wait for it; its answer may be an error."""
    async with running() as app:
        await typed(app, "w", "b")
        await rest()
        assert app.stage.heard == ["a"]
        app.stage.answer.set_exception(LookupError())
        await rest()
        assert app.stage.heard == ["a", "none", "w", "b"]


async def test_a_key_from_a_task_waits_for_the_apps_own():
    """Two tasks cannot run at once."""
    async with running() as app:
        app.take_key(Key("b", "b"))
        assert app.stage.heard == ["a"]
        await rest()
        assert app.stage.heard == ["a", "b"]


@pytest.mark.parametrize("first", ["", "w"])
async def test_a_key_that_fails_ends_its_app(first: str):
    """As if the app's task had worked on it, and nobody else notices."""
    app = HearingApp()
    task = asyncio.ensure_future(run_app(app, 40, 10))
    await rest()
    await typed(app, "a")
    await rest()
    app.stage.answer.set_result("yes")
    await typed(app, *first, "f")
    await task
    assert isinstance(app.error, ValueError)
