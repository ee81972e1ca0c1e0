"""What single keys of the three tables cost their line, in several positions: from die to die and card to
card, the first mark, the way to another panel, a question that is opened and closed. No SSH.

Of each kind of key it tells what one takes on average, and the largest one; on three terminals, in four sizes
of the window. `SIZE=80x24` tells of that one alone.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from engine.court.model.state import Turn
from tests.bench.wire_garden import SQUARES, TREASURE, WAYS, auction, leading, placing
from tests.bench.wire_intrigue import BACK, QUEUE, SITUATIONS, STEPS
from tests.bench.wire_table import CARDS, POSITIONS, MeasuredSession, average
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage
from tests.tui.boards.intrigue.intrigue_stage import position as queue_position
from tests.tui.lines import client
from tests.tui.stage import TableStage

RIGHT, LEFT, UP, DOWN = b"\x1b[C", b"\x1b[D", b"\x1b[A", b"\x1b[B"
TAB, BACK_TAB, ENTER, ERASE, SPACE = b"\t", b"\x1b[Z", b"\r", b"\x7f", b" "
WALK = (RIGHT, RIGHT, RIGHT, DOWN, DOWN, LEFT, LEFT, UP, RIGHT, DOWN, LEFT, UP, UP)
TERMINALS = ("xterm-256color", "linux", "vt100")
SIZES = (80, 24), (120, 40), (40, 12), (140, 45)
NARROW, WIDE, FIRST_TURN = 36, 40, 4
"""The bytes that a key which only selects should not exceed in a window of at most 80 columns and in wider
ones, and how many more in a first turn.
"""


class Walk(NamedTuple):
    """Keys at a table, and those that lead there. `budget`: they only move a cursor or mark something."""

    what: str
    table: Callable[[], TableStage]
    before: Sequence[bytes]
    keys: Sequence[bytes]
    budget: bool = True


def figures() -> Iterator[dict[str, Any]]:
    for walk in (*_court(), *_intrigue(), *_laurin()):
        for term in TERMINALS:
            for columns, rows in SIZES:
                if os.environ.get("SIZE", f"{columns}x{rows}") == f"{columns}x{rows}":
                    yield asyncio.run(_figure(walk, term, columns, rows))


async def _figure(walk: Walk, term: str, columns: int, rows: int) -> dict[str, Any]:
    seat = MeasuredSession(walk.table(), client(term, columns, rows))
    await seat.sit()
    for key in walk.before:
        await seat.press(key)
    sizes = [await seat.press(key) for key in walk.keys]
    await seat.leave()
    least = (NARROW if columns <= SIZES[0][0] else WIDE) + FIRST_TURN * ("first turn" in walk.what)
    budget = {"budget": least} if walk.budget else {}
    figure = f"{walk.what}, {term}, {columns}x{rows}"
    return {"figure": figure, "value": average(sizes), "unit": "B", "largest": max(sizes), **budget}


def _court() -> Iterator[Walk]:
    for name, (cards, turn) in POSITIONS.items():

        def table(cards: Any = cards, turn: Turn = turn) -> CourtStage:
            return CourtStage(position(*cards, turn=turn))

        yield Walk(f"court, {name}, among dice", table, (), (RIGHT, SPACE, RIGHT, SPACE, LEFT, SPACE))
        yield Walk(f"court, {name}, among cards", table, (BACK_TAB, BACK_TAB), WALK)
        yield Walk(f"court, {name}, among seats", table, (BACK_TAB,), (DOWN, DOWN, UP, UP))
        yield Walk(f"court, {name}, to another panel", table, (), (TAB, TAB, TAB, BACK_TAB), budget=False)

    def using() -> CourtStage:
        return CourtStage(position(*CARDS, turn=POSITIONS["mid-game"][1]))

    yield Walk("court, opening the powers and going back", using, (), (b"p", ERASE) * 2, budget=False)
    yield Walk("court, among powers", using, (b"p",), (RIGHT, LEFT, DOWN, UP))


def _intrigue() -> Iterator[Walk]:
    for name, where, before in SITUATIONS:

        def table(where: dict[str, Any] = where) -> IntrigueStage:
            return IntrigueStage(queue_position(QUEUE, seats=4, now=4, **where))

        keys = BACK if "waiting" in where and before else STEPS
        yield Walk(f"intrigue, {name}", table, before, keys)
        yield Walk(f"intrigue, {name}, to another panel", table, before, (TAB, TAB, TAB), budget=False)
        if not before:
            yield Walk(f"intrigue, {name}, Enter and back", table, (), (ENTER, ERASE) * 2, budget=False)


def _laurin() -> Iterator[Walk]:
    for name, table, keys in (
        ("squares", placing, SQUARES), ("treasure", auction, TREASURE), ("the King's ways", leading, WAYS)
    ):  # fmt: skip
        yield Walk(f"laurin, among {name}", table, (), keys)
        yield Walk(f"laurin, from {name} to another panel", table, (), (TAB, TAB, TAB, TAB), budget=False)
