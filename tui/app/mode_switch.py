"""One player's whole connection, on the screen or in plain mode: `make_screen` is a `MakeScreen`.

A client whose terminal shows screens gets the screen, any other plain mode; the player may switch between
them, and begins in plain mode next time if they left in it.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.game import Refused
from tui.app.terminal_session import TerminalSession
from tui.host.held_table import nothing
from tui.host.port import Port, Release
from tui.host.session import ClientInfo, ClientLine, GoodbyeReason, Screen
from tui.host.setting_names import MODE, PLAIN
from tui.wire.terminal.terminals import shows_screens

if TYPE_CHECKING:
    from tui.plain.line_session import LineSession

LONGEST_WAIT = 1.0
"""Seconds that a guest's code for their seat may take at the end of the session."""

log = logging.getLogger(__name__)


def make_screen(port: Port, client: ClientInfo, line: ClientLine) -> Screen:
    """Returns the session of a client; it is not running yet."""
    return ModeSwitch(port, client, line)


def _plain_mode() -> type[LineSession]:
    """Imports plain mode when it is first used, not at the start."""
    from tui.plain.line_session import LineSession

    return LineSession


class ModeSwitch(Screen):
    """Implements `tui.host.session.Screen` by passing everything to the mode that is shown now."""

    def __init__(self, port: Port, client: ClientInfo, line: ClientLine) -> None:
        self._port, self._line = port, line
        can = client.terminal and shows_screens(client)
        wants_plain = port.account().settings.get(MODE) == PLAIN
        self._client = replace(client, plain=True) if wants_plain or not can else client
        self._over = False
        self._parting: asyncio.Task[None] | None = None
        self._shown = self._begin()

    def _begin(self) -> TerminalSession | LineSession:
        mode = _plain_mode() if self._client.plain else TerminalSession
        return mode(self._port, self._client, self._line)

    def feed(self, data: bytes) -> None:
        self._shown.feed(data)

    def unread(self) -> int:
        return self._shown.unread()

    def end_of_input(self) -> None:
        self._shown.end_of_input()

    def input_dropped(self) -> None:
        self._shown.input_dropped()

    def resize(self, columns: int, rows: int) -> None:
        self._client = replace(self._client, columns=columns, rows=rows)
        self._shown.resize(columns, rows)

    def drained(self) -> None:
        self._shown.drained()

    def say_goodbye(self, reason: GoodbyeReason) -> None:
        """Ends the session with one sentence: `reason` as in `tui.host.session`. A guest is told the code
        that gets their seat back.
        """
        self._over = True
        home = self._port.home()
        if home and self._port.account().guest and reason not in {"kicked", "banned"}:
            self._parting = asyncio.get_running_loop().create_task(self._part_with_code(reason, home))
        else:
            self._shown.say_goodbye(reason, "" if home else None)

    async def _part_with_code(self, reason: GoodbyeReason, home: str) -> None:
        code = None
        try:
            async with asyncio.timeout(LONGEST_WAIT):
                code = await self._port.seat_code(home)
        except (Refused, TimeoutError):
            log.warning("a guest got no code for their seat")
        self._shown.say_goodbye(reason, code)

    def hang_up(self) -> None:
        self._over = True
        if self._parting:
            self._parting.cancel()
        self._shown.hang_up()

    async def run(self) -> int:
        held: Release = nothing
        try:
            while True:
                status = await self._shown.run()
                held()
                shown, held = self._shown, self._shown.held
                goto = shown.other
                if goto is None or self._over:
                    return status
                self._client = replace(
                    self._client,
                    goto=goto,
                    plain=not self._client.plain,
                    greeting=shown.greeting,
                    named=shown.named,
                )
                self._shown = self._begin()
                if shown.left_unread:
                    self._shown.keys_dropped()
        finally:
            held()
