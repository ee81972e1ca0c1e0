"""A game as an asciicast, which asciinema plays: the screen on which it is looked at again, drawn position by
position on a terminal of 80x24 (https://docs.asciinema.org/manual/asciicast/v2/).

The times are those at which the game runs by itself (`tui.replay.cursor`).
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace
from textual.screen import Screen

from tui.app.output_app import OutputApp
from tui.boards import BOARDS
from tui.boards.kit.board import Frame
from tui.host.pictures import ReplayedGame
from tui.host.port import Release
from tui.host.session import ClientInfo, NearLine
from tui.language.texts import Texts
from tui.replay.cursor import seconds_at
from tui.replay.words import called
from tui.screens.replay.replay_screen import ReplayScreen
from tui.wire.line.output import Output
from tui.wire.private.app import break_references, run_app
from tui.wire.terminal.display import TerminalDisplay
from tui.wire.terminal.terminals import terminal_of

COLUMNS, ROWS = 80, 24
TERM = "xterm-256color"
QUIET_PASSES, MOST_PASSES = 3, 500
"""Passes of the event loop without work after which a frame is whole; the most that are waited for."""
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"


class CastLine(NearLine):
    """Implements `tui.host.session.ClientLine`: keeps what is sent."""

    def __init__(self) -> None:
        self._sent: list[bytes] = []

    def write(self, data: bytes, reached: Callable[[], object] | None = None) -> None:
        """Keeps bytes; nobody answers what they ask."""
        del reached
        self._sent.append(data)

    @property
    def has_sent(self) -> bool:
        """Returns whether there is something to take."""
        return bool(self._sent)

    def take(self) -> str:
        """Returns what was sent since this was called last, without a cursor that comes and goes."""
        sent, self._sent = b"".join(self._sent), []
        return sent.decode("utf-8", "replace").replace(SHOW_CURSOR, "").replace(HIDE_CURSOR, "")


class CastPort:
    """What a game that is shown to nobody asks of a host: the time, at which nothing is late."""

    def now(self) -> float:
        """Returns 0: a game that is over has no clocks."""
        return 0.0


class CastApp(OutputApp, inherit_bindings=False):
    """Shows a game to nobody: what its screen needs of a session."""

    def __init__(self, texts: Texts, game: ReplayedGame, output: Output) -> None:
        super().__init__(output, TerminalDisplay(TERM, output.terminal))
        self.port, self.texts = CastPort(), texts
        self.replay_screen = ReplayScreen(game, shows_keys=False)

    def first_screen(self) -> Screen[Any]:
        return self.replay_screen

    def show_turn(self, title: str, *, yours: bool) -> None:
        """Does nothing: a cast has no title of its own."""

    def show_frames(self, frames: Sequence[Frame]) -> None:
        """Shows none of them: a cast has positions only."""

    def keep(self, release: Release) -> Release:
        """Returns the release: nothing outlives the app."""
        return release


async def asciicast(texts: Texts, game: ReplayedGame) -> AsyncIterator[str]:
    """Yields the lines of a game as an asciicast, each once its position is drawn."""
    line = CastLine()
    client = ClientInfo(TERM, COLUMNS, ROWS, {"LANG": "en_US.UTF-8", "COLORTERM": "truecolor"})
    terminal = replace(terminal_of(client), alternate_screen=False, titles=False, pastes=False)
    app = CastApp(texts, game, Output(line, terminal, COLUMNS, ROWS))
    screen, course, time, shown = app.replay_screen, game.course, 0.0, HIDE_CURSOR
    running = asyncio.get_running_loop().create_task(run_app(app, COLUMNS, ROWS))
    yield _header(game, texts)
    try:
        for position in range(course.last + 1):
            if position:
                screen.call_later(screen.go_to, position)
            await _drawn(app, line, running)
            if drawn := line.take():
                yield _line(time, shown + drawn)
                shown = ""
            time += seconds_at(course, position, 1)
    finally:
        app.exit()
        await asyncio.wait([running])
        break_references(app)
    yield _line(time, "\x1b[m")


async def _drawn(app: CastApp, line: CastLine, running: asyncio.Task[None]) -> None:
    """Waits until a position is drawn and sent. Raises what ended the app."""
    quiet = 0
    for _ in range(MOST_PASSES):
        await asyncio.sleep(0)
        if running.done():
            running.result()
            raise RuntimeError("a cast's screen has ended")
        quiet = quiet + 1 if line.has_sent and app.is_at_rest else 0
        if quiet > QUIET_PASSES:
            return


def _line(time: float, drawn: str) -> str:
    """Returns what was drawn at a time since the beginning."""
    return json.dumps([round(time, 3), "o", drawn], ensure_ascii=False)


def _header(game: ReplayedGame, texts: Texts) -> str:
    """Returns the first line of a cast."""
    header = game.course.header
    about: dict[str, Any] = {"version": 2, "width": COLUMNS, "height": ROWS}
    if stamp := _timestamp(header.date):
        about["timestamp"] = stamp
    about["title"] = f"{texts.of(BOARDS[header.game].title)}: {', '.join(called(texts, game.course))}"
    return json.dumps(about | {"env": {"TERM": TERM}}, ensure_ascii=False)


def _timestamp(date: str | None) -> int | None:
    """Returns the day of a game in seconds since the epoch; None if the record does not tell it."""
    try:
        return int(datetime.fromisoformat(date or "").replace(tzinfo=UTC).timestamp())
    except ValueError:
        return None
