"""A visitor in the lobby of a scripted host."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from msgspec.structs import replace
from textual.pilot import Pilot

from tests.tui import snapshots
from tests.tui.scripted_port import Hosted
from tui.app.app import CrownApp
from tui.language.texts import Texts

KEYS = {
    " ": "space",
    "/": "slash",
    "?": "question_mark",
    "-": "minus",
    "=": "equals_sign",
    '"': "quotation_mark",
}


@asynccontextmanager
async def lobby(
    host: Hosted,
    name: str = "Wren",
    *,
    language: str = "en",
    size: tuple[int, int] = (80, 24),
    goto: str = "",
    new: bool = True,
) -> AsyncIterator[Pilot[Any]]:
    port = host.port(name)
    if new:
        port.me = replace(port.me, played=frozenset())
    app = CrownApp(port, Texts(language), goto)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield pilot
    app.close()


def shown(pilot: Pilot[Any]) -> str:
    return snapshots.text_of(pilot.app)


def prompt(pilot: Pilot[Any]) -> list[str]:
    return [line.strip() for line in shown(pilot).splitlines()[-2:]]


async def type_line(pilot: Pilot[Any], line: str) -> None:
    """Types a line that begins with the key which opens it, and sends it off."""
    await pilot.press(*[KEYS.get(char, char) for char in line], "enter")
    await pilot.pause()
