"""A player's whole visit on one line, on the screen or in plain mode: `make_screen` is a `MakeScreen`.

Who has a terminal that shows screens gets one, everybody else plain mode, and from either the
player may go on in the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tui.app.terminal_session import TerminalSession
from tui.host.port import Port
from tui.host.session import Client, GoodbyeReason, Line, Screen
from tui.wire.terminal.terminals import shows_screens

if TYPE_CHECKING:
    from tui.plain.line_session import LineSession


def make_screen(port: Port, client: Client, line: Line) -> Screen:
    """A visit, not yet running."""
    return ModeSwitch(port, client, line)


def _plain_mode() -> type[LineSession]:
    """Loaded for the first who wants it, not for a start."""
    from tui.plain.line_session import LineSession

    return LineSession


class ModeSwitch:
    """Implements `tui.host.session.Screen` by the one of its two modes that is shown now."""

    def __init__(self, port: Port, client: Client, line: Line) -> None:
        self._port, self._line = port, line
        can = client.terminal and shows_screens(client)
        self._client = client if can else replace(client, plain=True)
        self._over = False
        self._shown = self._begin()

    def _begin(self) -> TerminalSession | LineSession:
        mode = _plain_mode() if self._client.plain else TerminalSession
        return mode(self._port, self._client, self._line)

    def feed(self, data: bytes) -> None:
        """Takes bytes from the client, in any chopping."""
        self._shown.feed(data)

    def end_of_input(self) -> None:
        """The client sends nothing more; it may still look on."""
        self._shown.end_of_input()

    def input_dropped(self) -> None:
        """Input of the client was thrown away: it sent too much at once."""
        self._shown.input_dropped()

    def resize(self, columns: int, rows: int) -> None:
        """The client's window has `columns` times `rows` cells now."""
        self._client = replace(self._client, columns=columns, rows=rows)
        self._shown.resize(columns, rows)

    def drained(self) -> None:
        """The client has caught up: a frame that was held back may go out."""
        self._shown.drained()

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        """Ends the session with one sentence: `reason` is 'shutdown', 'kicked' or 'slow'."""
        self._over = True
        self._shown.say_goodbye(reason)

    def hang_up(self) -> None:
        """Ends the session without writing: the line is gone."""
        self._over = True
        self._shown.hang_up()

    async def run(self) -> int:
        """Runs until the player leaves; returns the exit status. Never raises."""
        while True:
            status = await self._shown.run()
            goto = self._shown.other
            if goto is None or self._over:
                return status
            self._client = replace(self._client, goto=goto, plain=not self._client.plain)
            self._shown = self._begin()
