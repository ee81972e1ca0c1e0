"""A host in this process that nobody else reaches, for one player at this terminal, or in lines at a pipe."""

from __future__ import annotations

import asyncio
import logging
import os
import random
import secrets
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from functools import partial
from logging.handlers import MemoryHandler

from server.bots.withdrawals import Withdrawals
from server.bots.workers import Workers, host_pool
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.host.port import HostPort
from server.start.local_line import LocalLine, attached, piped, raw_mode, window_size
from server.store.sqlite.memory import MemoryJournal
from server.store.stores import stores_on
from tui.boards import PLAYABLE
from tui.host.session import ENVIRONMENT, ClientInfo

MOST_LOGGED = 1000
Begin = Callable[[HostPort], Awaitable[None]]
"""Prepares what the player comes to."""


def run_session(goto: str, begin: Begin) -> int:
    """Run one session that begins at `goto` and return its exit status. Raises Refused, as `begin` does."""
    held_log = _hold_log()
    terminal = sys.stdin.isatty() and sys.stdout.isatty()
    try:
        with raw_mode(sys.stdin.fileno()) if terminal else nullcontext():
            return asyncio.run(_session(goto, begin, terminal=terminal))
    finally:
        held_log.close()


async def _session(goto: str, begin: Begin, *, terminal: bool) -> int:
    from tui.app.mode_switch import make_screen

    host = Host(_dependencies())
    await host.open()
    try:
        player = await host.admit(None, "")  # a guest's name, so that no screenshot shows a login name
        port = host.port(player, ssh_host="")  # nobody else comes here
        leave = host.lobby.enter(player)
        await begin(port)
        keyboard = sys.stdin.fileno()
        line = LocalLine(sys.stdout.fileno(), lambda: screen.hang_up())  # noqa: PLW0108  (it is made next)
        screen = make_screen(port, _client(goto, keyboard if terminal else None), line)
        with attached(screen, keyboard) if terminal else piped(screen, keyboard):
            status = await screen.run()
        port.close()
        leave()
    finally:
        await host.close()
    return status


def _client(goto: str, keyboard: int | None) -> ClientInfo:
    """Return the client: this terminal or, if `keyboard` is None, lines."""
    term = os.environ.get("TERM", "dumb")
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    if keyboard is None:
        return ClientInfo(term, environment=environment, goto=goto, terminal=False, lasting=False)
    return ClientInfo(term, *window_size(keyboard), environment, goto, lasting=False)


def _dependencies() -> HostDependencies:
    withdrawals, journal = Withdrawals(), MemoryJournal()
    return HostDependencies(
        games=PLAYABLE,
        journal=journal,
        stores=stores_on(journal.sql),
        workers=Workers(partial(host_pool, 1, withdrawals), withdrawals=withdrawals),
        clock=time.time,
        pause=asyncio.sleep,
        new_id=partial(secrets.token_hex, 8),
        pick=random.SystemRandom().randrange,
        secret=secrets.token_bytes,
        login_names=True,  # none is sent, and no other name is asked for
    )


def _hold_log() -> MemoryHandler:
    """Hold log lines back until the terminal has its own mode again."""
    output = logging.StreamHandler()
    held = MemoryHandler(MOST_LOGGED, flushLevel=logging.CRITICAL + 1, target=output)
    held.setLevel(logging.WARNING)
    logging.basicConfig(level=logging.WARNING, handlers=[held])
    return held
