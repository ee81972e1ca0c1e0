"""What the intrigue table costs its line: four seats in mid-game on a recorded line, no SSH.

Bytes of the first screen, of a key that selects (a card of the hand, its place, a target, where
a Decree moves a card) with everything live that depends on it, and of other seats' moves.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from engine.intrigue.game import GAME
from tests.bench.wire_table import MOVING, MeasuredSession, average, first_screen
from tests.engine.seeded_chance import luck
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage, position
from tests.tui.lines import client
from tui.host.session import ClientInfo

QUEUE = (
    "2lord^ | 1heir^ | 3archer^ | 2spy+2/2heir^ | 4soldier^ | 1decree^+3 | 4spy | "
    "3assassination+1/3lord^ | 1lord^ | 4shapeshifter^ | 2ambush"
)
RIGHT, LEFT, ENTER = b"\x1b[C", b"\x1b[D", b"\r"
STEPS = (RIGHT, RIGHT, LEFT, RIGHT, LEFT, LEFT)
BACK = (LEFT, LEFT, RIGHT, LEFT, RIGHT, RIGHT)
"""Where the cursor begins at the end."""
SITUATIONS: tuple[tuple[str, dict[str, Any], tuple[bytes, ...]], ...] = (
    ("a card of the hand", {"waiting": (1, 2, 3, 4)}, ()),
    ("its place in the queue", {"waiting": (1, 2, 3, 4)}, (ENTER,)),
    ("a target", {"at": 6, "effect": "assassination"}, ()),
    ("a card for the Decree", {"at": 6, "effect": "decree"}, ()),
    ("where the Decree moves it", {"at": 6, "effect": "decree"}, (ENTER,)),
)
TERMINALS = {
    "80x24, 256 colours": client(),
    "80x24, monochrome": client(NO_COLOR="1"),
    "120x40, 256 colours": client(columns=120, rows=40),
}


def figures() -> Iterator[dict[str, Any]]:
    yield from asyncio.run(_figures())


async def _figures() -> list[dict[str, Any]]:
    found = []
    for name, shown in TERMINALS.items():
        for situation in SITUATIONS:
            found += await _selection(name, shown, *situation)
    return [*found, *await _others_moves(motion=False), *await _others_moves(motion=True)]


async def _selection(
    name: str, shown: ClientInfo, what: str, where: dict[str, Any], before: tuple[bytes, ...]
) -> list[dict[str, Any]]:
    seat = MeasuredSession(IntrigueStage(position(QUEUE, seats=4, now=4, **where)), shown)
    first = await seat.sit()
    for key in before:
        await seat.press(key)
    sizes = [await seat.press(key) for key in (BACK if "waiting" in where and before else STEPS)]
    await seat.leave()
    figure = {"figure": f"selecting {what}, {name}", "value": average(sizes), "unit": "B", "budget": 30}
    if before or "at" in where:
        return [figure]
    return [first_screen("table", name, first), figure]


async def _others_moves(*, motion: bool) -> list[dict[str, Any]]:
    """A whole game of pages; the first seat looks on, and answers where it is asked."""
    stage = IntrigueStage(seats=4)
    stage.deal(luck("others"))
    seat, page = MeasuredSession(stage, client(), motion=motion), GAME.bots["page"]
    await seat.sit()
    others, own = [], []
    while stage.playthrough and stage.playthrough.asks:
        ask = stage.playthrough.asks[0]
        stage.play(ask.seat, page.choose(GAME, stage.playthrough.view(ask.seat), ask, luck("page")))
        size, asked = await seat.take(), [ask.seat for ask in stage.playthrough.asks]
        (own if 1 in (ask.seat, *asked) or not asked else others).append(size)
    await seat.leave()
    moved, turn = f"another seat's move{MOVING * motion}", f"a move around the own turn{MOVING * motion}"
    return [
        {"figure": moved, "value": average(others), "unit": "B", "budget": 300},
        {"figure": turn, "value": average(own), "unit": "B"},
    ]
