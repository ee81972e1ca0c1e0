"""`crownhouse play`: the same app in this terminal, against bots, on a host that nobody else reaches.

If input or output is no terminal, the game is played in plain mode, line by line.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import secrets
import sys
import time
from contextlib import nullcontext
from functools import partial
from logging.handlers import MemoryHandler
from typing import TYPE_CHECKING, Any

from engine.game import Refused
from server.bots.workers import Workers, host_pool
from server.cli.local_line import LocalLine, attached, piped, raw_mode, window_size
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.identity.accounts import MemoryAccounts
from server.storage.memory_journal import MemoryJournal
from server.telemetry.sentences import sentence
from tui.boards import PLAYABLE
from tui.host.port import Port
from tui.host.session import ENVIRONMENT, ClientInfo, MakeScreen

if TYPE_CHECKING:
    from argparse import _SubParsersAction

MISUSED = 2
MOST_LOGGED = 1000


def add_parser(subparsers: _SubParsersAction[Any]) -> None:
    """Add the subcommand `play`."""
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
    from tui.app.mode_switch import make_screen

    held_log = _hold_log()
    keyboard = sys.stdin.fileno()
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    try:
        with raw_mode(keyboard) if terminal else nullcontext():
            return asyncio.run(_play(arguments.game, arguments.seats, make_screen, terminal=terminal))
    except Refused as refused:
        sys.stderr.write(f"crownhouse play: {sentence(refused)}\n")
        return MISUSED
    finally:
        held_log.close()


async def _play(game: str, seats: int, make_screen: MakeScreen, *, terminal: bool) -> int:
    """Play one session. Raises Refused if there is no such table."""
    host = Host(_dependencies())
    await host.open()
    try:
        player = await host.admit(None, "")  # a guest's name, so that no screenshot shows a login name
        port = host.port(player, ssh_host="")  # nobody else comes here
        leave = host.lobby.enter(player)
        await _start_table(port, game, seats)
        keyboard, line = sys.stdin.fileno(), LocalLine(sys.stdout.fileno())
        screen = make_screen(port, _client(game, keyboard if terminal else None), line)
        with attached(screen, keyboard) if terminal else piped(screen, line, keyboard):
            status = await screen.run()
        port.close()
        leave()
    finally:
        await host.close()
    return status


def _client(game: str, keyboard: int | None) -> ClientInfo:
    """Return the client: this terminal or, if `keyboard` is None, lines."""
    term = os.environ.get("TERM", "dumb")
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    if keyboard is None:
        return ClientInfo(term, environment=environment, goto=game, terminal=False, lasting=False)
    return ClientInfo(term, *window_size(keyboard), environment, game, lasting=False)


async def _start_table(port: Port, game: str, seats: int) -> None:
    """Open and start a table with this player and bots."""
    table = await port.open_table(game, seats, {})
    for _ in range(seats - 1):
        await port.add_bot(table)
    await port.start(table)


def _dependencies() -> HostDependencies:
    return HostDependencies(
        games=PLAYABLE,
        journal=MemoryJournal(),
        accounts=MemoryAccounts(),
        workers=Workers(partial(host_pool, 1)),
        clock=time.time,
        pause=asyncio.sleep,
        new_id=partial(secrets.token_hex, 8),
        pick=random.SystemRandom().randrange,
        secret=secrets.token_bytes,
    )


def _hold_log() -> MemoryHandler:
    """Hold log lines back until the terminal has its own mode again."""
    output = logging.StreamHandler()
    held = MemoryHandler(MOST_LOGGED, flushLevel=logging.CRITICAL + 1, target=output)
    held.setLevel(logging.WARNING)
    logging.basicConfig(level=logging.WARNING, handlers=[held])
    return held
