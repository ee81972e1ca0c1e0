"""What holds on every screen, and for whatever is under way there: the list is in `every_screen`."""

from __future__ import annotations

import importlib
import pkgutil
from collections import defaultdict
from itertools import groupby
from typing import Any

import pytest

import tui.screens
from engine.registry import GAMES as RULES
from tests.three_games import THREE
from tests.tui import snapshots
from tests.tui.emulator import EmulatedTerminal, VisibleCell
from tests.tui.lines import UNEMULATED
from tests.tui.screens.every_screen import PLACES, standing_at
from tests.tui.watch import Watching
from tests.tui.wire.line.terminal_reports import REPORTS
from tui.screens.base.line_screen import LineScreen
from tui.wire.private.screens import PromptScreen


def kinds(base: type) -> set[type]:
    """Every class below this one that no other is below of."""
    below = {cls for child in base.__subclasses__() for cls in kinds(child)}
    return below or {base}


def test_no_screen_is_missing():
    """A new screen cannot be forgotten."""
    for module in pkgutil.walk_packages(tui.screens.__path__, "tui.screens."):
        importlib.import_module(module.name)
    ours = {kind for kind in kinds(PromptScreen) if kind.__module__.startswith("tui.")}
    assert ours == {place.screen for place in PLACES.values()} - {None}


def requests(port: Any) -> list[Any]:
    """All that a player has asked their host for."""
    return list(port.stage.requests if hasattr(port, "stage") else port.host.asked)


@pytest.mark.parametrize("name", PLACES)
async def test_nothing_that_a_terminal_reports_acts(name: str):
    """Every report, cut at every byte: nothing is drawn, asked, played or typed; then a key counts."""
    async with standing_at(name) as (terminal, port):
        before, asked = terminal.text, requests(port)
        for report in REPORTS:
            terminal.session.feed(report)
            for cut in range(1, len(report)):
                terminal.session.feed(report[:cut])
                terminal.session.feed(report[cut:])
            assert await terminal.sent() == b"", report
        assert (terminal.text, requests(port)) == (before, asked)
        terminal.session.feed(b"?")
        assert await terminal.sent()


def spoiled(terminal: Watching) -> EmulatedTerminal:
    """The same terminal when something else has written all over it."""
    columns, rows = terminal.client.columns, terminal.client.rows
    other = EmulatedTerminal(columns, rows)
    other.feed("".join(f"\x1b[{row}H\x1b[4{row % 8}m{'x' * columns}" for row in range(1, rows + 1)))
    other.feed("\x1b[3;9r\x1b(0\x1b[7;1m")
    return other


async def repainted(terminal: Watching, other: EmulatedTerminal) -> None:
    """What was sent makes the screen again, whatever was there before, and sets the terminal up."""
    wanted = terminal._terminal.seen(), terminal._terminal.cursor
    data = (await terminal.sent()).decode()
    other.feed(UNEMULATED.sub("", data))
    assert (other.seen(), other.cursor) == wanted
    assert data.count("\x1b[2J") == 1
    assert "\x1b[?2004h" in data
    assert "\x1b[?1049h" in data


LIKE_OTHERS = ("a line", "a question", "help")
"""Places whose colours are those of others."""


def _style(cell: VisibleCell) -> str:
    marks = [name for name in ("bold", "italics", "underlined", "struck", "reverse") if getattr(cell, name)]
    return " ".join(filter(None, (cell.ink, cell.output and f"on {cell.output}", *marks)))


def coloured(terminal: Watching) -> str:
    """What stands in each colour, in the order of the screen: a line for each colour."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for row in terminal._terminal.seen():
        for style, cells in groupby(row, key=_style):
            found[style].append("".join(cell[0] for cell in cells).rstrip())
    return "\n".join(f"{style}: {' | '.join(filter(None, texts))}" for style, texts in sorted(found.items()))


@pytest.mark.parametrize("name", PLACES)
async def test_everything_is_drawn_anew(name: str, request: pytest.FixtureRequest):
    """By Ctrl+L, and when the client tells its size again, as it does after it was suspended. Nothing else
    happens: a line and a question stay. Every colour is as it was written down.
    """
    game = name.partition(",")[0]
    if game not in RULES:
        request.getfixturevalue("three_games")
    async with standing_at(name) as (terminal, port):
        if (game in THREE or game not in RULES) and name.rpartition(", ")[2] not in LIKE_OTHERS:
            snapshots.check(f"colours-{name.replace(', ', '-').replace(' ', '-')}", coloured(terminal))
        asked = requests(port)
        for anew in (
            lambda: terminal.session.feed(b"\x0c"),
            lambda: terminal.session.feed(b"\x1b[108;5u"),
            lambda: terminal.session.resize(80, 24),
        ):
            other = spoiled(terminal)
            anew()
            await repainted(terminal, other)
        assert requests(port) == asked


BARE = [
    name
    for name, place in PLACES.items()
    if place.screen and issubclass(place.screen, LineScreen) and not place.keys
]


@pytest.mark.parametrize("name", BARE)
async def test_everything_is_drawn_anew_by_a_command(name: str):
    """Where something can be typed; then the focus is where it was before."""
    async with standing_at(name) as (terminal, _):
        app: Any = terminal.session._app
        terminal.session.feed(b"\t")
        await terminal.sent()
        focused = app.focused
        for char in "/redraw":
            terminal.session.feed(char.encode())
            await terminal.sent()
        terminal.session.feed(b"\x1b[D\x1b[C\r")
        data = await terminal.sent()
        assert data.count(b"\x1b[2J") == 1
        other = spoiled(terminal)
        other.feed(UNEMULATED.sub("", data.decode()[data.decode().index("\x1b[r") :]))
        assert other.text == terminal.text
        assert app.focused is focused
