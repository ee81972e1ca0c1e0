"""Somebody's terminal at a stage's table: a whole session, and every byte it was sent."""

from __future__ import annotations

import asyncio
from typing import Any

from msgspec.structs import replace

from tests.tui.emulator import EmulatedTerminal
from tests.tui.lines import UNEMULATED, RecordingLine, rested
from tests.tui.stage import StagePort, TableStage
from tests.tui.visitor import Visitor
from tui.app.terminal_session import TerminalSession
from tui.host.port import Port
from tui.host.session import ClientInfo
from tui.host.setting_names import MOTION, OFF
from tui.wire.terminal.terminals import terminal_of


class Watching:
    """A client at a port, and what it was sent."""

    def __init__(self, port: Port, client: ClientInfo, make: Any = TerminalSession) -> None:
        self.line = RecordingLine()
        self.line.encoding = terminal_of(client).encoding
        if isinstance(port, Visitor):  # no clock in the bytes
            port.me = replace(port.me, settings={**port.me.settings, MOTION: OFF})
        self.client = client
        self.session = make(port, client, self.line)
        self.task = asyncio.get_running_loop().create_task(self.session.run())
        self._terminal = EmulatedTerminal(client.columns, client.rows)

    async def sent(self) -> bytes:
        """What was sent since the last time, once nothing more comes."""
        quiet = 0
        while quiet < 80:
            before = len(self.line.sent)
            await asyncio.sleep(0)
            quiet = quiet + 1 if len(self.line.sent) == before else 0
        return self._read()

    def _read(self) -> bytes:
        data = b"".join(self.line.sent)
        self.line.sent.clear()
        self._terminal.feed(UNEMULATED.sub("", data.decode(self.line.encoding)))
        return data

    async def shows(self, words: str) -> None:
        """Until these words stand on the screen, wherever its rows end."""

        def there() -> bool:
            self._read()
            return " ".join(words.split()) in " ".join(self.text.split())

        await rested(there, lambda: f"{words}\n{self.text}")

    @property
    def text(self) -> str:
        """The screen, as far as it was read."""
        return self._terminal.text

    async def leave(self) -> None:
        self.session.hang_up()
        await self.task


class WatchingSession(Watching):
    """A client that came straight to the table."""

    def __init__(self, stage: TableStage, name: str, client: ClientInfo) -> None:
        super().__init__(StagePort(stage, name), replace(client, goto="join KIWI-7"))
