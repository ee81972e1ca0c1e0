"""The app of one player's session: which screen is shown, and what the screens may ask for.

Screens find here the port to the host and the texts in their player's language. How it gets
onto a terminal is `tui.wire`'s business, what is on a screen is the screens'.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from importlib import import_module
from typing import Any, ClassVar, TypeVar, cast

from textual.app import App
from textual.screen import Screen

from engine.game import Refused
from tui.port import Port, Release
from tui.screens.lobby import LobbyScreen
from tui.texts import Texts

T = TypeVar("T")


class CrownApp(App[None]):
    """One player at one terminal."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { background: ansi_default; color: ansi_default; overflow: hidden; }"
    BINDINGS: ClassVar = []

    def __init__(self, port: Port, texts: Texts, goto: str = "") -> None:
        super().__init__(ansi_color=True)
        self.port = port
        self.texts = texts
        self.goto = goto
        self.animation_level = "none"
        self._kept: list[Release] = []
        self._requests: set[asyncio.Task[None]] = set()

    def get_default_screen(self) -> Screen[Any]:
        return LobbyScreen(self.goto)

    def go_lobby(self) -> None:
        self.switch_screen(LobbyScreen())

    def go_table(self, table: str) -> None:
        screens = import_module("tui.screens.table")
        self.switch_screen(screens.TableScreen(table))

    def leave(self) -> None:
        self.exit()

    def keep(self, release: Release) -> None:
        self._kept.append(release)

    def drop(self, release: Release) -> None:
        if release in self._kept:
            self._kept.remove(release)
        release()

    def request(
        self,
        work: Awaitable[T],
        done: Callable[[T], None] | None = None,
        refused: Callable[[Refused], None] | None = None,
    ) -> None:
        task = asyncio.get_running_loop().create_task(self._wait(work, done, refused))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def _wait(
        self,
        work: Awaitable[T],
        done: Callable[[T], None] | None,
        refused: Callable[[Refused], None] | None,
    ) -> None:
        try:
            result = await cast("Coroutine[Any, Any, T]", work)
        except Refused as refusal:
            if refused:
                self.call_later(refused, refusal)
        except Exception as error:  # noqa: BLE001  (a fault of the host ends this session, loudly)
            self._handle_exception(error)
        else:
            if done:
                self.call_later(done, result)

    def close(self) -> None:
        """Ends what the session asked of the host. Harmless when called twice."""
        for task in tuple(self._requests):
            task.cancel()
        for release in tuple(self._kept):
            self.drop(release)
