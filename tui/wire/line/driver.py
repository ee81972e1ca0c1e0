"""Textual's driver for a client that is only a stream of bytes: no file, no thread, no mouse."""

from __future__ import annotations

from typing import Protocol, cast

from textual import events
from textual.app import App
from textual.driver import Driver
from textual.geometry import Size
from textual.message import Message

from tui.wire.line.output import Output


class HasOutput(Protocol):
    """An app that sends its screen through an `Output`."""

    output: Output


class LineDriver(Driver):
    """Starts and stops an app's output. Keys go to the app directly, frames through its output."""

    def __init__(
        self,
        app: App[object],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._output = cast("HasOutput", app).output

    def send_message(self, message: Message) -> None:
        """Posts a message to the app at once, without a task."""
        self._app.post_message(message)

    def write(self, data: str) -> None:
        """Sends only the bell; none of Textual's own sequences reaches a client."""
        if data == "\x07":
            self._output.bell()

    def start_application_mode(self) -> None:
        """Starts the output and posts the app its size."""
        self._output.start()
        size = Size(*(self._size or (80, 24)))
        self._app.post_message(events.Resize(size, size))

    def disable_input(self) -> None:
        """Does nothing: keys do not come through the driver."""

    def stop_application_mode(self) -> None:
        """Restores the terminal."""
        self._output.stop()
