"""Over whole games our line shows what Textual's own output shows, cell by cell, on every terminal.

The real table, drawn twice: through our encoder, and as Textual itself would write it. Bots
play, keys are pressed in between, the window changes its size, screens come and go.
"""

# ruff: noqa: ASYNC110  (passes of the loop are what is waited for)
from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest
from rich.console import Console
from textual.events import Key, Resize
from textual.geometry import Size

from engine.chance import FairChance
from engine.court.game import GAME
from tests.tui.boards.court.court_stage import CourtStage
from tests.tui.emulator import EmulatedTerminal
from tests.tui.lines import UNEMULATED, RecordingLine, client
from tests.tui.stage import TABLE, StageApp, StagePort
from tests.tui.wire.private.test_like_textual import (
    SYSTEMS,
    _styles_of_this_terminal,
    as_textual_writes,
    comparable,
    differences,
)
from tui.language.texts import Texts
from tui.screens.table.table_screen import TableScreen
from tui.wire.line.output import Output
from tui.wire.private.app import run_app
from tui.wire.terminal.terminals import terminal_of

__all__ = ["_styles_of_this_terminal"]

KEYS = ("left", "right", "up", "down", "space", "s", "r", "p", "t", "question_mark", "tab", "v", "x", "5")
SIZES = ((80, 24), (120, 40), (40, 14), (100, 30))
EVERY = 25
"""Steps from one size of the window to the next."""
MOST = 400
"""Steps after which a game must be over."""


class GameTwice(StageApp):
    """Writes every update through our output and as Textual's own."""

    def __init__(self, stage: CourtStage, term: str) -> None:
        self.line, self.stock = RecordingLine(), [""]
        self.known = terminal_of(client(term))
        self.window = SIZES[0]
        super().__init__(
            StagePort(stage, "Amber"), Texts(), output=Output(self.line, self.known, *self.window)
        )
        self.console_of_its_own = Console(file=None, force_terminal=True, width=200, legacy_windows=False)
        self.console_of_its_own._color_system = SYSTEMS[self.known.depth]
        self.begin_anew()

    def shown(self, update: Any) -> None:
        self.stock.append(as_textual_writes(self, update, self.console_of_its_own))
        super().shown(update)

    @property
    def _is_to_wait(self) -> bool:
        """Nothing waits for what comes soon: each update is compared."""
        return False

    def begin_anew(self) -> None:
        """Both terminals have another window."""
        self.ours, self.theirs = EmulatedTerminal(*self.window), EmulatedTerminal(*self.window)

    def compare(self) -> list[Any]:
        """Cells in which the two terminals differ after all that was written."""
        self.ours.feed(UNEMULATED.sub("", self.line.text))
        self.theirs.feed("".join(self.stock))
        self.line.sent.clear()
        self.stock.clear()
        written = self.ours.screen.dirty | self.theirs.screen.dirty
        self.ours.screen.dirty.clear()
        self.theirs.screen.dirty.clear()
        differ = [y for y in sorted(written) if self.ours.raw(y) != self.theirs.raw(y)]
        return [
            ((x, y), mine, its)
            for y in differ
            for x, (mine, its) in enumerate(zip(self.ours.seen_in(y), self.theirs.seen_in(y), strict=True))
            if comparable(mine, self.known.depth) != comparable(its, self.known.depth)
        ]

    async def settle(self) -> None:
        quiet = 0
        while quiet < 12:
            written = len(self.stock)
            await asyncio.sleep(0)
            quiet = 0 if self.is_busy or len(self.stock) != written else quiet + 1

    async def resize(self, step: int) -> None:
        self.window = SIZES[step // EVERY % len(SIZES)]
        self.output.resize(*self.window)
        self.post_message(Resize(Size(*self.window), Size(*self.window)))
        while self.size != Size(*self.window):
            await asyncio.sleep(0)
        await self.settle()
        self.begin_anew()
        self.stock.clear()
        self.screen.refresh()  # Textual's own output only knows the new window from a whole frame on


def play(stage: CourtStage, random: Random) -> None:
    """Whoever is asked makes a move."""
    assert stage.playthrough is not None
    ask = stage.playthrough.asks[0]
    view = stage.playthrough.view(ask.seat)
    chance: Any = FairChance(random.randbytes(32))
    stage.play(ask.seat, GAME.bots["page"].choose(GAME, view, ask, chance))


def disturb(app: GameTwice, random: Random) -> None:
    """Presses a key, or goes somewhere else."""
    if not isinstance(app.screen, TableScreen):
        app.call_later(app.go_table, TABLE)
    elif random.random() < 0.1:
        app.call_later(app.go_lobby)
    else:
        key = random.choice(KEYS)
        app.post_message(Key(key, key if len(key) == 1 else None))


@pytest.mark.parametrize(
    "term", ["xterm-direct", "xterm-256color", "xterm", "screen", "linux", "vt220", "vt100"]
)
async def test_a_whole_game_looks_the_same(term: str):
    """From the deal to the result, after every move and key."""
    random = Random(term)
    stage = CourtStage(seats=2, bots=(2,))
    stage.chance = FairChance(random.randbytes(32))  # type: ignore[assignment]
    app = GameTwice(stage, term)
    task = asyncio.create_task(run_app(app, *app.window))
    await app.settle()
    stage.begin()
    steps = 0
    while stage.playthrough is not None and stage.playthrough.asks and steps < MOST:
        steps += 1
        if steps % EVERY == 0:
            await app.resize(steps)
        elif random.random() < 0.3:
            disturb(app, random)
        else:
            play(stage, random)
        await app.settle()
        assert app.compare() == [], f"step {steps}"
    assert EVERY < steps < MOST
    assert differences(app.ours, app.theirs, app.known.depth) == []
    app.exit()
    await task
