"""Somebody in plain mode for tests: types bytes, reads what a typewriter would show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from tests.tui.lines import RecordingLine, ended, rested
from tui.host.session import ClientInfo
from tui.plain.line_session import LineSession

SETTLED = 50
"""Turns of the loop after which a scripted port has nothing more to say."""


class Typist:
    """One session; `terminal`: keys are echoed and edited by the session."""

    def __init__(
        self,
        port: Any,
        *,
        terminal: bool = False,
        goto: str = "",
        columns: int = 80,
        slow: bool = False,
        **env: str,
    ) -> None:
        self.line = RecordingLine()
        self.line.slow = slow
        environment = {"LANG": "en_GB.UTF-8", **env}
        client = ClientInfo("dumb", columns, 24, environment, goto, terminal=terminal, plain=True)
        self.session = LineSession(port, client, self.line)
        self.task = asyncio.get_running_loop().create_task(self.session.run())
        self._read = 0

    @property
    def raw(self) -> str:
        return self.line.text

    @property
    def lines(self) -> list[str]:
        """What stands on the paper, the line being typed last."""
        return on_paper(self.raw)

    def fresh(self) -> list[str]:
        """The lines that came since this was asked last."""
        lines = on_paper(self.raw[self._read :])
        self._read = len(self.raw)
        return [line for line in lines if line and line != ">"]

    async def settle(self) -> None:
        for _ in range(SETTLED):
            await asyncio.sleep(0)

    async def types(self, text: str) -> list[str]:
        """Types as it stands; the lines that come."""
        self.session.feed(text.encode())
        await self.settle()
        return self.fresh()

    async def enters(self, *lines: str) -> list[str]:
        """Types lines; what comes for them, without their echo."""
        found = await self.types("".join(f"{line}\r" for line in lines))
        return [line for line in found if line.removeprefix("> ") not in lines]

    async def until(self, condition: Callable[[], bool]) -> None:
        await rested(condition, lambda: "\n".join(self.lines))

    async def leaves(self) -> int:
        self.session.end_of_input()
        return await ended(self.task)


def on_paper(raw: str) -> list[str]:
    """What a typewriter shows: CR and BS go back, nothing is ever erased but by writing over it."""
    lines = [""]
    at = 0
    for char in raw:
        match char:
            case "\n":
                lines.append("")
                at = 0 if len(lines) > 1 else at
            case "\r":
                at = 0
            case "\b":
                at -= 1
                assert at >= 0, "back before the begin of the line"
            case "\a":
                pass
            case _:
                assert char.isprintable(), repr(char)
                line = lines[-1].ljust(at)
                lines[-1] = line[:at] + char + line[at + 1 :]
                at += 1
    return [line.rstrip() for line in lines]
