"""`crownhouse play`: the same app in this terminal, against bots, on a host nobody else reaches."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import random
import secrets
import sys
import time
from functools import partial
from logging.handlers import MemoryHandler
from typing import TYPE_CHECKING, Any

from engine.game import Refused
from server.accounts import MemoryAccounts
from server.host import Host, Means
from server.local import LocalLine, attached, raw, window
from server.memory_journal import MemoryJournal
from server.reception import ENVIRONMENT
from server.sentences import sentence
from server.workers import Workers, host_pool
from tui import notices
from tui.boards import PLAYABLE
from tui.port import Port
from tui.session import Client, MakeScreen
from tui.texts import Texts, language_of

if TYPE_CHECKING:
    from argparse import _SubParsersAction

FAILED, MISUSED = 1, 2
MOST_LOGGED = 1000


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
    """Plays until the player leaves; the exit status."""
    keyboard = sys.stdin.fileno()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.stderr.write(f"{notices.no_terminal_here(Texts(language_of(os.environ)))}\n")
        return FAILED
    from tui.visit import make_screen

    faults = _keep_faults()
    try:
        with raw(keyboard):
            return asyncio.run(_play(arguments.game, arguments.seats, make_screen, keyboard))
    except Refused as refused:
        sys.stderr.write(f"crownhouse play: {sentence(refused)}\n")
        return MISUSED
    finally:
        faults.close()


async def _play(game: str, seats: int, make_screen: MakeScreen, keyboard: int) -> int:
    """Raises Refused where there is no such table."""
    host = Host(_means())
    await host.open()
    try:
        player = await host.admit(None, os.environ.get("USER", ""))
        port = host.port(player)
        leave = host.lobby.enter(player)
        await _deal(port, game, seats)
        environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
        client = Client(os.environ.get("TERM", "dumb"), *window(keyboard), environment, game)
        screen = make_screen(port, client, LocalLine(sys.stdout.fileno()))
        with attached(screen, keyboard):
            status = await screen.run()
        port.close()
        leave()
    finally:
        await host.close()
    return status


async def _deal(port: Port, game: str, seats: int) -> None:
    """A running table with this player and bots."""
    table = await port.open_table(game, seats, {})
    for _ in range(seats - 1):
        await port.add_bot(table)
    await port.start(table)


def _means() -> Means:
    return Means(
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


def _keep_faults() -> MemoryHandler:
    """Faults are told when the terminal is a terminal again."""
    told = logging.StreamHandler()
    kept = MemoryHandler(MOST_LOGGED, flushLevel=logging.CRITICAL + 1, target=told)
    kept.setLevel(logging.WARNING)
    logging.basicConfig(level=logging.WARNING, handlers=[kept])
    return kept
