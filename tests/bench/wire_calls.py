# ruff: noqa: ASYNC110  (what a pass of the loop does is what is measured)
"""What it costs a line that players are called: the window's title, which says whose turn it is, the bell or
notification for a turn, the news of another table, and the alarm for low time. No SSH.

Bytes of each, and of them in a selection key and in other seats' moves, on terminals that know a title and a
notification and on those that do not.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from typing import Any

from engine.court.model.moves import Keep, Roll, Take
from tests.bench.wire_table import CARDS, MINE, SELECTION, THEIRS, MeasuredSession, average
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.lines import client
from tui.host.pictures import SeatNews
from tui.presenters.turn_bell import IDLE

CALLS = re.compile(rb"\x1b\][^\x07]*\x07|\x07")
"""A title or a notification, or the bell."""
TERMINALS = ("xterm-256color", "xterm-kitty", "foot", "tmux-256color", "linux", "vt100")


def figures() -> Iterator[dict[str, Any]]:
    for term in TERMINALS:
        yield from asyncio.run(_of(term))


async def _of(term: str) -> list[dict[str, Any]]:
    mine = MeasuredSession(CourtStage(position(*CARDS, turn=MINE)), client(term))
    await mine.sit()
    keys = []
    for key in SELECTION:
        mine.session.feed(key)
        while not mine.line.sent:
            await asyncio.sleep(0)
        keys.append(await calls(mine))
    await mine.leave()
    stage = CourtStage(position(*CARDS, turn=THEIRS), dice="6 4 4 2 1 2 5 5")
    theirs = MeasuredSession(stage, client(term))
    await theirs.sit()
    moves = []
    for move in (Roll(), Keep((4, 4)), Roll(), Keep((1, 2)), Take(None)):
        stage.play(2, move)
        moves.append(await calls(theirs))
    await theirs.leave()
    stage = CourtStage(position(*CARDS[:2], turn=THEIRS), dice="6 4 4 2 1 2 5 5")
    called = MeasuredSession(stage, client(term))
    await called.sit()
    for move in (Roll(), Keep((2, 4, 4, 6))):
        stage.play(2, move)
        await called.take()
    stage.time += IDLE
    stage.play(2, Take(None))
    turn = await calls(called)
    app: Any = called.session._app
    called.session.feed(b"\x1b[C")
    await called.take()
    stage.time += IDLE
    app.port.hear(SeatNews("sat", "t9", "PEAR-9", "Birch"))
    news = await size_of(called)
    await called.leave()
    found = (
        ("title and bell in a selection key, mean", average(keys), 40),
        ("title in another seat's move, mean", average(moves), 300),
        ("title and call when the turn comes", turn, 300),
        ("news of another table, with the call", news, 300),
    )
    return [
        {"figure": f"{what}, {term}", "value": size, "unit": "B", "budget": budget}
        for what, size, budget in found
    ]


async def calls(session: MeasuredSession) -> int:
    """Bytes of titles, notifications and bells since the last time."""
    return len(b"".join(CALLS.findall(await _sent(session))))


async def size_of(session: MeasuredSession) -> int:
    """All bytes since the last time."""
    return len(await _sent(session))


async def _sent(session: MeasuredSession) -> bytes:
    quiet, sent = 0, b""
    while quiet < 60:
        await asyncio.sleep(0)
        quiet = quiet + 1 if not session.line.sent else 0
        sent += b"".join(session.line.sent)
        session.line.sent.clear()
    return sent
