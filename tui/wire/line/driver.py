"""Textual's driver for a client that is only a line: no file, no thread, no mouse."""

from __future__ import annotations

from typing import Protocol, cast

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from tui.wire.line.output import Output


class OnLine(Protocol):
    """An app whose screen goes out through an `Output`."""

    output: Output


class LineDriver(Driver):
    """Starts and ends what is shown. Keys go to the app directly, frames through its output."""

    def __init__(
        self,
        app: App[object],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._output = cast("OnLine", app).output

    def send_message(self, message: Message) -> None:
        """Posts to the app at once, without a task."""
        self._app.post_message(message)

    def write(self, data: str) -> None:
        """Only the bell: nothing of Textual's own sequences reaches a client."""
        if data == "\x07":
            self._output.bell()

    def start_application_mode(self) -> None:
        """Starts the output and tells the app its size."""
        self._output.start()
        size = Size(*(self._size or (80, 24)))
        self._app.post_message(events.Resize(size, size))

    def disable_input(self) -> None:
        """Keys do not come through here."""

    def stop_application_mode(self) -> None:
        """Gives the terminal back."""
        self._output.stop()
