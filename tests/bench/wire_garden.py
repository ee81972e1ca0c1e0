"""What the garden of laurin costs its line: four seats in mid-game on a recorded line, no SSH.

Bytes of the first screen, of moving over squares while placing, of laying out treasure, of other
seats' moves; time of a key on one core.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

from tests.bench.wire_table import MOVING, MeasuredSession, average, first_screen
from tests.engine.laurin.positions import layout
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.lines import client
from tui.host.session import ClientInfo

SQUARES = (b"\x1b[C", b"\x1b[A", b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[D")
TREASURE = (b" ", b"\x1b[C", b" ", b"\x1b[D", b"j", b"3")
WAYS = (b"\x1b[C", b"\x1b[B", b"\x1b[D", b"\x1b[B", b"\x1b[C", b"\x1b[A")
DWARFS = "1 5/3 c4, 1 3/2 e5, 2 3/2' d5, 2 1/1 h8, 3 1/1 e4, 3 3/2 b2, 4 5/3' d4"
MAGIC = ",counter fog ban,revolt haste,exchange"
HANDS = "3 3 2 1,2 2 2,1 1 3,3 1"


def figures() -> Iterator[dict[str, Any]]:
    yield from asyncio.run(_figures())


async def _figures() -> list[dict[str, Any]]:
    found = []
    for name, shown in (
        ("80x24, 256 colours", client()),
        ("80x24, monochrome", client(NO_COLOR="1")),
        ("120x40, 256 colours", client(columns=120, rows=40)),
        ("80x24, linux", client("linux")),
    ):
        found += await _own_turn(name, shown)
    return [*found, await _their_turn(motion=False), await _their_turn(motion=True)]


def auction() -> LaurinStage:
    """Seat 1 may bid for a King's move."""
    return LaurinStage(layout("auction", seats=4, dwarfs=DWARFS, magic=MAGIC, hands=HANDS))


def placing() -> LaurinStage:
    """Seat 1 places dwarfs."""
    stage = LaurinStage(layout("placing", seats=4, dwarfs=DWARFS, magic=MAGIC, hands=HANDS))
    for seat in stage.asked_now:
        stage.read(seat, "pass")
    return stage


def leading() -> LaurinStage:
    """Seat 1 moves the King."""
    stage = auction()
    for seat, move in ((1, "bid 3"), (2, "pass"), (3, "pass"), (4, "pass")):
        stage.read(seat, move)
    return stage


async def _keys(stage: LaurinStage, shown: ClientInfo, keys: tuple[bytes, ...]) -> tuple[int, float]:
    """Bytes of the first screen, and of a key on average."""
    seat = MeasuredSession(stage, shown)
    first = await seat.sit()
    sizes = [await seat.press(key) for key in keys]
    await seat.leave()
    return first, average(sizes)


async def _own_turn(name: str, shown: ClientInfo) -> list[dict[str, Any]]:
    first, squares = await _keys(placing(), shown, SQUARES)
    _, treasure = await _keys(auction(), shown, TREASURE)
    _, ways = await _keys(leading(), shown, WAYS)
    return [
        first_screen("garden", name, first),
        {"figure": f"a key among squares, {name}", "value": squares, "unit": "B", "budget": 30},
        {"figure": f"a key among treasure, {name}", "value": treasure, "unit": "B", "budget": 36},
        {"figure": f"a key among the King's ways, {name}", "value": ways, "unit": "B", "budget": 30},
    ]


async def _their_turn(*, motion: bool) -> dict[str, Any]:
    """Another seat's step, mean over a King's move with everything around it."""
    stage = auction()
    stage.read(1, "pass")
    seat = MeasuredSession(stage, client(), motion=motion)
    await seat.sit()
    sizes = []
    for number, move in (
        (2, "bid 2 2 2"), (3, "bid 3 1"), (4, "pass"), (3, "take back 3"), (2, "king 1 west"),
        (2, "pass"), (3, "haste east"), (2, "pass"), (3, "pass"), (2, "pass"),
    ):  # fmt: skip
        if number in stage.asked_now:
            stage.read(number, move)
            sizes.append(await seat.take())
    await seat.leave()
    figure = f"another seat's step{MOVING * motion}"
    return {"figure": figure, "value": round(sum(sizes) / len(sizes), 1), "unit": "B", "budget": 300}
