"""A client for tests: a line that records, a terminal behind it, and a session between them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from typing import Any

from tests.tui.emulator import EmulatedTerminal
from tests.tui.scripted_port import Hosted
from tui.app.terminal_session import TerminalSession
from tui.host.alarm import Alarm
from tui.host.session import ClientInfo
from tui.wire.terminal.terminals import terminal_of

QUIET = 5
"""Passes of the event loop in which nothing is left to be done, until it is at rest."""
TIMERS, LONGEST = 200, 20.0
"""So many, and so many seconds of them, a failing test waits for."""
UNEMULATED = re.compile(r"\x1b\[2[23];2t|\x1b\]2;[^\x07]*\x07|\x1b\[\?(?:1049|2004|2026)[hl]")


async def rested(condition: Callable[[], bool], shown: Callable[[], str]) -> None:
    """Lets the event loop go on until it is at rest and `condition` holds. Only what is left to be done and
    timers that are set are waited for, however long that takes on a busy machine; `shown` is told otherwise.
    """
    loop: Any = asyncio.get_running_loop()
    waited = 0.0
    for _ in range(TIMERS):
        quiet = 0
        while quiet < QUIET:
            await asyncio.sleep(0)
            quiet = 0 if loop._ready else quiet + 1
        if condition():
            return
        timers = [timer.when() for timer in loop._scheduled if not timer.cancelled()]
        if not timers or waited > LONGEST:
            break
        due = max(0.0, min(timers) - loop.time())
        waited += due
        await asyncio.sleep(due)
    raise AssertionError(f"never came:\n{shown()}")


async def ended(task: asyncio.Task[int]) -> int:
    """What a session says at its end, which comes of what is left to be done."""
    await rested(task.done, lambda: repr(task))
    return task.result()


class RecordingLine:
    """A line to a client that takes everything, unless `behind` says otherwise. What is sent reaches it at
    once, unless it `is_long`: then what has arrived is acknowledged by `acknowledge`.
    """

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.encoding = "utf-8"
        self.behind = 0
        self.slow = False
        self.is_long = False
        self.under_way: list[Callable[[], object]] = []

    def write(self, data: bytes, reached: Callable[[], object] | None = None) -> None:
        self.sent.append(data)
        if reached:
            self.under_way.append(reached)
            if not self.is_long:
                self.acknowledge()

    def acknowledge(self) -> None:
        """Everything that was sent has reached the client."""
        calls, self.under_way = self.under_way, []
        for reached in calls:
            reached()

    def backlog(self) -> int:
        return self.behind

    def is_slow(self) -> bool:
        return self.slow

    def keeps_up(self) -> bool:
        return not self.behind

    def arrived(self) -> bool:
        return not self.behind

    @property
    def text(self) -> str:
        return b"".join(self.sent).decode(self.encoding)


class SteppedAlarm(Alarm):
    """Rings when it is told to."""

    def set(self, seconds: float | None) -> None:
        self.seconds = seconds

    def stop(self) -> None:
        self.seconds = None

    def ring(self) -> None:
        self.seconds = None
        self._ring()


class RecordedSession:
    """One session of one player, with the screen of their terminal."""

    def __init__(self, host: Hosted, client: ClientInfo, name: str = "Wren", **means: Any) -> None:
        self.line = RecordingLine()
        self.line.encoding = terminal_of(client).encoding
        self.client = client
        self.session = TerminalSession(host.port(name), client, self.line, **means)
        self.task = asyncio.get_running_loop().create_task(self.session.run())

    @property
    def terminal(self) -> EmulatedTerminal:
        """The screen after everything that was sent so far."""
        terminal = EmulatedTerminal(self.client.columns, self.client.rows)
        terminal.feed(UNEMULATED.sub("", self.line.text))
        return terminal

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        """Lets the session go on until `condition` holds."""
        await rested(condition, lambda: f"{what}\n{self.terminal.text}")

    async def sees(self, text: str) -> None:
        await self.until(lambda: text in self.terminal.text, text)

    async def press(self, keys: bytes, text: str) -> int:
        """Types and waits for `text`; the bytes that were sent for it."""
        before = len(b"".join(self.line.sent))
        self.session.feed(keys)
        await self.sees(text)
        return len(b"".join(self.line.sent)) - before

    async def leave(self) -> int:
        self.session.hang_up()
        return await self.task


def client(term: str = "xterm-256color", columns: int = 80, rows: int = 24, **environment: str) -> ClientInfo:
    return ClientInfo(
        term=term, columns=columns, rows=rows, environment={"LANG": "en_US.UTF-8", **environment}
    )
