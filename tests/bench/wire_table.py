# ruff: noqa: ASYNC110  (what a pass of the loop does is what is measured)
"""What the court table costs its line: four seats in mid-game on a recorded line, no SSH.

Bytes of the first screen, of selecting dice with everything that depends on it, and of other
seats' moves; time of a key on one core.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.court.model.moves import Keep, Roll, Take
from engine.court.model.state import Turn
from tests.engine.court.positions import layout
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.lines import RecordingLine, SteppedAlarm, client
from tests.tui.stage import TABLE, StagePort, TableStage
from tui.app.terminal_session import TerminalSession
from tui.host.session import ClientInfo
from tui.host.setting_names import MOTION, OFF, ON

SELECTION = (b"\x1b[C", b" ", b"\x1b[C", b" ", b"\x1b[D", b" ")
CARDS = (
    ("farmer", "hunter", "maid", "jester"),
    ("charlatan", "guard", "craftsman"),
    ("farmer", "general", "knight"),
    ("maid", "philosopher"),
)
MINE = Turn(1, 0, (1, 1, 2, 2, 3, 4, 4, 6), (5, 5), rolled=True, kept=False, used=("maid",))
THEIRS = Turn(2, 4)
POSITIONS = {
    "mid-game": (CARDS, MINE),
    "mid-game, dice set aside": (CARDS, Turn(1, 0, (2, 3, 3, 5), (6, 6, 1), rolled=True, kept=True)),
    "mid-game, six dice": (CARDS, Turn(1, 0, (1, 2, 3, 4, 5, 6), (), rolled=True, kept=False)),
    "first turn, three dice": (((),) * 4, Turn(1, 0, (1, 4, 6), (), rolled=True, kept=False)),
    "first turn, a pair": (((),) * 4, Turn(1, 0, (2, 2, 5), (), rolled=True, kept=False)),
}
"""Cards and turn: what a key changes depends on how many cards the chosen dice pay for."""
WANTED = (36, 36)
"""Bytes of a selection key at 80x24 and at 120x40."""


def figures() -> Iterator[dict[str, Any]]:
    yield from asyncio.run(_figures())


TERMINALS = (
    ("80x24, 256 colours", client()),
    ("80x24, monochrome", client(NO_COLOR="1")),
    ("120x40, 256 colours", client(columns=120, rows=40)),
    ("80x24, true colour", client("xterm-kitty")),
    ("80x24, xterm", client("xterm")),
    ("80x24, putty", client("putty-256color")),
    ("80x24, tmux", client("tmux-256color")),
    ("80x24, screen", client("screen")),
    ("80x24, linux", client("linux")),
    ("80x24, vt220", client("vt220")),
    ("80x24, vt100", client("vt100")),
    ("80x24, vt100 without UTF-8", client("vt100", LANG="C")),
    ("80x24, unknown", client("no-such-terminal")),
)
MOVING = ", with what moves"
BUDGETS = {"80x24, 256 colours": 4000, "80x24, monochrome": 2500}


def first_screen(of: str, name: str, size: int) -> dict[str, Any]:
    """The figure of a first screen on a terminal of this name."""
    return {"figure": f"first {of} screen, {name}", "value": size, "unit": "B", "budget": BUDGETS.get(name)}


def average(sizes: Sequence[int]) -> float:
    return round(sum(sizes) / len(sizes), 1)


async def _figures() -> list[dict[str, Any]]:
    found = []
    for name, shown in TERMINALS:
        found += await _own_turn(name, shown)
    for name in POSITIONS:
        for number, size in enumerate(((80, 24), (120, 40))):
            found.append(await _at_position(name, *size, WANTED[number]))
    found += await _with_odds()
    for size in ((80, 24), (120, 40)):
        for motion in (False, True):
            found.append(await _their_turn(*size, motion=motion))
    return found


async def _settled(line: RecordingLine) -> None:
    quiet = 0
    while quiet < 60:
        sent = len(line.sent)
        await asyncio.sleep(0)
        quiet = quiet + 1 if len(line.sent) == sent else 0


class MeasuredSession:
    """A session at the table; `take` gives the bytes since the last time. With `motion` all frames of what
    moves are among them, else nothing moves.
    """

    def __init__(self, stage: TableStage, shown: ClientInfo, *, motion: bool = False) -> None:
        self.line = RecordingLine()
        port = StagePort(stage, "Amber")
        port.me = replace(port.me, settings={MOTION: ON if motion else OFF})
        self._alarms: list[SteppedAlarm] = []
        self.session = TerminalSession(port, shown, self.line, alarm=self._alarm)
        self.task = asyncio.get_running_loop().create_task(self.session.run())

    async def sit(self) -> int:
        """Bytes of the table's first screen, on a terminal that showed the lobby."""
        while not self.line.sent:
            await asyncio.sleep(0)
        await self.take()
        app = self.session._app
        app.call_later(app.go_table, TABLE)
        while not self.line.sent:
            await asyncio.sleep(0)
        return await self.take()

    def _alarm(self, ring: Callable[[], object]) -> SteppedAlarm:
        self._alarms.append(SteppedAlarm(ring))
        return self._alarms[-1]

    async def take(self) -> int:
        await _settled(self.line)
        while set_ones := [alarm for alarm in self._alarms if alarm.seconds is not None]:
            set_ones[0].ring()
            await _settled(self.line)
        size = sum(map(len, self.line.sent))
        self.line.sent.clear()
        return size

    async def press(self, key: bytes) -> int:
        """Bytes that a key leads to."""
        self.session.feed(key)
        while not self.line.sent:
            await asyncio.sleep(0)
        return await self.take()

    async def leave(self) -> None:
        self.session.hang_up()
        await self.task


async def _own_turn(name: str, shown: ClientInfo) -> list[dict[str, Any]]:
    seat = MeasuredSession(CourtStage(position(*CARDS, turn=MINE)), shown)
    first = await seat.sit()
    sizes, waited, spent = [], [], 0.0
    for key in SELECTION * 5:
        pressed, begun = time.perf_counter(), time.process_time()
        seat.session.feed(key)
        while not seat.line.sent:
            await asyncio.sleep(0)
        waited.append(time.perf_counter() - pressed)
        spent += time.process_time() - begun
        sizes.append(await seat.take())
    await seat.leave()
    return [
        first_screen("table", name, first),
        {
            "figure": f"selection key, {name}",
            "value": average(sizes[: len(SELECTION)]),
            "unit": "B",
            "budget": 36,
        },
        {
            "figure": f"selection key to its last byte, p50, {name}",
            "value": round(sorted(waited)[len(waited) // 2] * 1e3, 2),
            "unit": "ms",
            "budget": 3,
        },
        {
            "figure": f"CPU of a selection key, {name}",
            "value": round(spent / len(waited) * 1e3, 2),
            "unit": "ms",
        },
    ]


async def _at_position(name: str, columns: int, rows: int, wanted: int) -> dict[str, Any]:
    cards, turn = POSITIONS[name]
    stage = CourtStage(position(*cards, turn=turn))
    seat = MeasuredSession(stage, client(columns=columns, rows=rows))
    await seat.sit()
    sizes = [await seat.press(key) for key in SELECTION * 2]
    await seat.leave()
    return {
        "figure": f"selection key, {name}, {columns}x{rows}",
        "value": average(sizes),
        "unit": "B",
        "budget": wanted,
    }


async def _with_odds() -> list[dict[str, Any]]:
    """Selecting dice while the odds are shown, which answer every key with other numbers."""
    seat = MeasuredSession(CourtStage(position(*CARDS, turn=MINE)), client())
    await seat.sit()
    seat.session.feed(b"o")
    opened = await seat.take()
    sizes = []
    for key in SELECTION * 2:
        seat.session.feed(key)
        sizes.append(await seat.take())
    await seat.leave()
    mean = average(sizes)
    return [
        {"figure": "the odds, 80x24, 256 colours", "value": opened, "unit": "B"},
        {
            "figure": "better odds, until none are better",
            "value": await _bettered(),
            "unit": "B",
            "budget": 200,
        },
        {"figure": "selection key with the odds shown", "value": mean, "unit": "B", "budget": 44},
    ]


async def _bettered() -> int:
    """The answers to the odds of a hard position that come after the first one, as it is on the screen."""
    stage = CourtStage(layout("astronomer craftsman guard hunter farmer", hand=5))
    stage.hold_better = asyncio.Event()
    seat = MeasuredSession(stage, client())
    await seat.sit()
    seat.session.feed(b"o")
    await seat.take()
    stage.hold_better.set()
    size = await seat.take()
    await seat.leave()
    return size


async def _their_turn(columns: int, rows: int, *, motion: bool) -> dict[str, Any]:
    stage = CourtStage(position(*CARDS, turn=THEIRS), dice="6 4 4 2 1 2 5 5")
    seat = MeasuredSession(stage, client(columns=columns, rows=rows), motion=motion)
    await seat.sit()
    sizes = []
    for move in (Roll(), Keep((4, 4)), Roll(), Keep((1, 2)), Take(None)):
        stage.play(2, move)
        sizes.append(await seat.take())
    await seat.leave()
    return {
        "figure": f"another seat's move{MOVING * motion}, {columns}x{rows}",
        "value": sum(sizes) / len(sizes),
        "unit": "B",
        "budget": 300,
    }
