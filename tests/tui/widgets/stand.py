"""A bare app that shows one widget and writes down what it says."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App, ComposeResult
from textual.message import Message
from textual.pilot import Pilot

from tests.tui.snapshots import text_of
from tui.widgets.panel import Panel


class WidgetApp(App[None]):
    """Shows a widget as large as it is told."""

    ENABLE_COMMAND_PALETTE = False
    CSS = "Screen { layout: vertical; }"

    def __init__(self, panel: Panel, size: tuple[int, int]) -> None:
        super().__init__()
        self.panel = panel
        self.said: list[Message] = []
        panel.styles.width, panel.styles.height = size

    def compose(self) -> ComposeResult:
        yield self.panel

    def on_mount(self) -> None:
        self.panel.focus()

    def note(self, message: Message) -> None:
        """Every message once, if it is one of our own widgets'."""
        ours = type(message).__module__.startswith("tui.")
        if ours and not any(message is other for other in self.said):
            self.said.append(message)

    def heard(self, kind: type[Any]) -> list[Any]:
        """The messages of this kind, in order."""
        return [message for message in self.said if type(message) is kind]

    @property
    def rows(self) -> list[str]:
        """What the widget shows."""
        return text_of(self).splitlines()[: self.panel.size.height]


@asynccontextmanager
async def shown(
    panel: Panel, size: tuple[int, int] = (80, 6)
) -> AsyncIterator[tuple[WidgetApp, Pilot[None]]]:
    """The widget on a screen, with the focus."""
    app = WidgetApp(panel, size)
    window = max(size[0], 80), max(size[1], 24)
    async with app.run_test(size=window, message_hook=app.note) as pilot:
        await pilot.pause()
        yield app, pilot
