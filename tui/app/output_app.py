"""An app that sends its screens through an `Output`, and how its player's terminal is used.

Which screen is shown is left to `tui.app.app`, input and output of bytes to `tui.wire`.
"""

from __future__ import annotations

import logging

from msgspec.structs import replace
from textual.geometry import Offset

from tui.wire.line.driver import LineDriver
from tui.wire.line.output import Output
from tui.wire.private.app import QuietApp
from tui.wire.private.strips import strips_of
from tui.wire.private.when_idle import WhenIdle
from tui.wire.terminal.display import DisplayWish, TerminalDisplay
from tui.wire.terminal.terminals import Terminal

UNSEEN = TerminalDisplay("unknown", Terminal())

log = logging.getLogger(__name__)


class OutputApp(QuietApp, inherit_bindings=False):
    """Draws on one terminal. Without an output it only draws, for tests."""

    def __init__(self, output: Output | None = None, showing: TerminalDisplay = UNSEEN) -> None:
        super().__init__()
        self.output = output
        self.showing = showing
        """How the player's terminal is used."""
        self.has_drawn = False
        """Whether a screen has been drawn."""
        self._sending = WhenIdle(self, self._send)
        if output:
            self.driver_class = LineDriver

    def set_theme(self, theme: str) -> None:
        """Changes the theme."""
        self._use(replace(self.showing, theme=theme))

    def set_display(self, wanted: DisplayWish) -> None:
        """Changes how the terminal is used."""
        self._use(replace(self.showing, wanted=wanted))

    def set_spelling(self, language: str) -> None:
        """Changes the language by which words are spelled on a terminal that lacks their letters."""
        self._use(replace(self.showing, language=language))

    def is_known(self, own: Terminal) -> None:
        """Takes what has become known of the terminal."""
        self._use(replace(self.showing, own=own))

    def _use(self, showing: TerminalDisplay) -> None:
        before, self.showing = self.showing.terminal, showing
        if self.output and showing.terminal != before:
            self.output.become(showing.terminal)
            if self.is_running:
                self.screen.refresh()

    def redraw(self) -> None:
        """Sends the whole screen anew: something else may have written on the terminal."""
        if self.output:
            self.output.repaint()
            self._sending.soon()

    def shown(self, update: object) -> None:
        """Passes an update to the encoder and sends it when the app is at rest."""
        if self.output:
            self.has_drawn = True
            for placed in strips_of(update):
                self.output.encoder.put(*placed)
            if self.is_at_rest:
                self._send()
            else:
                self._sending.soon()

    def failed(self, error: Exception) -> None:
        """Logs the error; the app is about to end."""
        log.error("a player's screen failed", exc_info=error)

    def _send(self) -> None:
        if self.output:
            self.output.show(self._caret())

    def _caret(self) -> tuple[int, int] | None:
        """Returns where the terminal's cursor rests: at the place that the focused widget gives."""
        focused = self.focused
        where = getattr(focused, "caret", None)
        offset: Offset | None = where() if where else None
        if focused is None or offset is None:
            return None
        spot = self.size.clamp_offset(focused.region.offset + offset)
        return spot.x, spot.y
