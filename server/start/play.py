"""`crownhouse play`: the same app in this terminal, against bots, on a host that nobody else reaches.

If input or output is no terminal, the game is played in plain mode, line by line.
"""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from engine.game import Refused
from server.start.local_host import run_session
from server.telemetry.sentences import sentence
from tui.boards import PLAYABLE
from tui.host.port import Port
from tui.presenters.deep_links import practice
from tui.presenters.practice_choice import usual

if TYPE_CHECKING:
    from argparse import _SubParsersAction

MISUSED = 2


def add_parser(subparsers: _SubParsersAction[Any]) -> None:
    parser = subparsers.add_parser("play", help="play in this terminal against bots")
    first = next(iter(PLAYABLE))
    parser.add_argument(
        "game",
        nargs="?",
        choices=PLAYABLE,
        default=first,
        metavar="GAME",
        help=f"{', '.join(PLAYABLE)} ({first})",
    )
    parser.add_argument("--seats", type=int, default=3, metavar="N", help="you and N - 1 bots (default 3)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play until the player leaves and return the exit status."""

    async def begin(port: Port) -> None:
        await _start_table(port, arguments.game, arguments.seats)

    try:
        return run_session(arguments.game, begin)
    except Refused as refused:
        sys.stderr.write(f"crownhouse play: {sentence(refused)}\n")
        return MISUSED


async def _start_table(port: Port, game: str, seats: int) -> None:
    """Open and start a table with this player and, as a lobby's first game has them, the gentlest bots."""
    choice = usual(port.account(), game)
    await practice(port, *(choice if seats == choice.seats else choice._replace(seats=seats, beside="")))
