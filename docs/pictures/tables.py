"""Draws one table as several terminals show it, and one of each other game: `docs/terminals.md` shows them.

    python -m docs.pictures.tables [FOLDER]

Positions stand in here; a session takes them over its whole way, and what it sends to a client of
that terminal type is what is drawn. No host runs, no network is used.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from docs.pictures.drawing import CONSOLE, PHOSPHOR, WINDOW, Tube, svg
from docs.pictures.emulator import screen_after
from engine.court.model.state import Kind, Turn
from tests.engine.laurin.positions import layout
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage
from tests.tui.boards.intrigue.intrigue_stage import position as queue
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.lines import client
from tests.tui.stage import TableStage
from tests.tui.watch import WatchingSession
from tui.host.session import ClientInfo

HOUSES: tuple[tuple[Kind, ...], ...] = (
    ("farmer", "maid", "hunter", "general"),
    ("charlatan", "craftsman", "guard"),
    ("farmer", "astronomer", "knight"),
    ("maid", "philosopher"),
)
DICE = "6 4 4  2  6 5 5 3 2 1  6 4 4 1  3"
COURT = ("4 roll", "4 keep 4 4", "4 roll", "4 keep 2", "4 take nothing",
         "1 roll", "1 keep 5 5", "1 roll", "1 use hunter")  # fmt: skip
QUEUE = (
    "2lord^ | 1heir | 3archer^ | 2spy+2/2heir^ | 4soldier^ | 1conspiracy+3 | "
    "3assassination+1/3lord^ | 1lord^ | 4shapeshifter^"
)
INTRIGUE = ("3 play spy end",)
DWARFS = "1 5/3 c4, 1 3/2 e5, 2 3/2' d5, 2 1/1 h8, 3 1/1 e4, 3 3/2 b2, 4 5/3' d4"
MAGIC = "haste fog,counter fog ban,revolt haste,exchange"
LAURIN = ("1 bid 3 3 2", "2 bid 2 2 2", "3 pass", "4 bid 3", "2 take back 2")
NO_HINTS = b"/hints off\r"


class Picture(NamedTuple):
    """What stands on the table and what is played, what the first player presses, on what terminal."""

    title: str
    stage: Callable[[], TableStage]
    moves: tuple[str, ...]
    """Each with its seat before it."""
    keys: tuple[bytes, ...]
    client: ClientInfo
    tube: Tube = WINDOW


def court() -> TableStage:
    """Four seats in mid-game; seat 4 is about to roll, then seat 1."""
    return CourtStage(position(*HOUSES, turn=Turn(4, 3)), DICE, bots=(4,))


def intrigue() -> TableStage:
    """Four seats; three have still to play a card."""
    return IntrigueStage(replace(queue(QUEUE, waiting=(3, 1, 2), seats=4, now=4), crown=3))


def laurin() -> TableStage:
    """Four seats; the King's move is auctioned."""
    return LaurinStage(
        layout(
            "auction",
            seats=4,
            dwarfs=DWARFS,
            magic=MAGIC,
            hands="3 3 2 1,2 2 2,1 1 3,3 1",
            scores=(9, 7, 4, 12),
        )
    )


def _court(title: str, shown: ClientInfo, tube: Tube = WINDOW) -> Picture:
    return Picture(f"A game of court {title}", court, COURT, (b"4",), shown, tube)


PICTURES = {
    "terminal-vt100-ascii": _court("on a vt100 without UTF-8", client("vt100", LANG="C"), PHOSPHOR),
    "terminal-vt100": _court("on a vt100", client("vt100"), PHOSPHOR),
    "terminal-linux": _court("on the Linux console", client("linux"), CONSOLE),
    "terminal-xterm": _court("in a window with 256 colours", client()),
    "terminal-true": _court("in a window with all colours", client("xterm-direct")),
    "terminal-xterm-120x40": _court("in a larger window", client(columns=120, rows=40)),
    "intrigue": Picture("A game of intrigue", intrigue, INTRIGUE, (), client("xterm-direct")),
    "laurin": Picture("A game of laurin", laurin, LAURIN, (b"e",), client("xterm-direct")),
}


async def _sent(picture: Picture) -> bytes:
    """Everything that the first player's terminal was sent."""
    stage = picture.stage()
    watch = WatchingSession(stage, "Amber", picture.client)
    found = await watch.sent()
    watch.session.feed(NO_HINTS)
    for move in picture.moves:
        found += await watch.sent()
        seat, notation = move.split(maxsplit=1)
        stage.read(int(seat), notation)
    for keys in picture.keys:
        found += await watch.sent()
        watch.session.feed(keys)
    found += await watch.sent()
    await watch.leave()
    return found


def draw(folder: Path) -> None:
    """Draws all of them; a second or two."""
    for name, picture in PICTURES.items():
        size = picture.client.columns, picture.client.rows
        screen = screen_after(asyncio.run(_sent(picture)), *size)
        (folder / f"{name}.svg").write_text(svg(screen, picture.title, picture.tube), encoding="utf-8")


if __name__ == "__main__":
    draw(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
