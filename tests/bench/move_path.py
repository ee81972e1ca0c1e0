# ruff: noqa: ASYNC110  (what a pass of the loop does is what is measured)
"""How long the path of a move is: the files it passes and the functions it calls, from the bytes of its
key to the painted frames of both seats and of a lobby.

Everything runs in this process: a host with its journal in memory, two seats at a table of court and
somebody in the lobby, each a terminal session on a recorded line. The key rolls the dice. Told is the roll
of the seventh game, after six of other dice: what is worked out once is worked out by then. Frames of
comprehensions are no calls.
"""

from __future__ import annotations

import asyncio
import itertools
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any, Self

import engine
from engine.registry import GAMES
from server.bots.workers import Workers
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.identity.accounts import Player, Profile
from server.store.sqlite.memory import MemoryJournal
from server.store.stores import stores_on
from tests.server.courses_at_once import CoursesAtOnce
from tests.tui.lines import RecordingLine, SteppedAlarm, client
from tui.app.terminal_session import TerminalSession
from tui.host.port import Release
from tui.presenters.hints import FINISHED
from tui.screens.table.table_screen import TableScreen

ROOT = Path(engine.__path__[0]).parent
PACKAGES = tuple(f"{ROOT / package}/" for package in ("engine", "server", "tui"))
COMPREHENSIONS = {"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>"}
AMBER, BIRCH, CEDAR = (Player(name.lower(), name) for name in ("Amber", "Birch", "Cedar"))
GAMES_BEFORE = 6
SOON = 1.0
"""Timers of at most so many seconds go off at once; others never, as on a machine that is quick enough."""
QUIET = 200
"""Passes of the loop without a byte after which a move has arrived everywhere."""


def figures() -> Iterator[dict[str, Any]]:
    yield asyncio.run(_figure())


async def passed() -> tuple[Counter[str], list[int]]:
    """The calls of the move by file, and the frames that each of the three was sent."""
    host = _host()
    await host.open()
    for player in (AMBER, BIRCH):
        host.lobby.members.add(player, Profile(settings={f"{FINISHED}court": str(GAMES_BEFORE)}), ())
    for _ in range(GAMES_BEFORE):
        await _game(host)
    found = await _game(host)
    await host.close()
    return found


class Calls:
    """Counts calls of this project's functions while it is entered."""

    def __init__(self) -> None:
        self.of: Counter[str] = Counter()
        """Calls by file."""

    def __enter__(self) -> Self:
        sys.setprofile(self._seen)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    def _seen(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(PACKAGES) and code.co_name not in COMPREHENSIONS:
            self.of[code.co_filename.removeprefix(f"{ROOT}/")] += 1


class FollowedSession:
    """A player's session on a recorded line. What moves by itself stands at its first frame, however slow the
    machine is.
    """

    def __init__(self, host: Host, player: Player) -> None:
        self.line = RecordingLine()
        host.enter(player)
        self.port = host.port(player)
        self.session = TerminalSession(self.port, client(), self.line, alarm=SteppedAlarm)
        self.task = asyncio.ensure_future(self.session.run())

    @property
    def screen(self) -> object:
        """The screen on top; None: none yet."""
        app = self.session._app
        return app.screen_stack[-1] if app.screen_stack else None

    async def leave(self) -> None:
        self.session.hang_up()
        await self.task
        self.port.close()


async def _settled(*seats: FollowedSession) -> None:
    """Until nothing has been sent to anybody for a while."""
    quiet = sent = 0
    while quiet < QUIET:
        await asyncio.sleep(0)
        before, sent = sent, sum(len(seat.line.sent) for seat in seats)
        quiet = quiet + 1 if sent == before else 0


def _timer(seconds: float, call: Callable[[], None]) -> Release:
    return asyncio.get_running_loop().call_later(0, call).cancel if seconds <= SOON else lambda: None


def _host() -> Host:
    ids, secrets, journal = itertools.count(), itertools.count(), MemoryJournal()
    return Host(
        HostDependencies(
            games=GAMES,
            journal=journal,
            stores=stores_on(journal.sql),
            workers=Workers(partial(ThreadPoolExecutor, 1)),
            clock=lambda: 0.0,  # else what was shown before follows the time that games take
            pause=asyncio.sleep,
            new_id=lambda: f"id{next(ids)}",
            pick=lambda _: 0,
            secret=lambda size: next(secrets).to_bytes(size, "little"),
            courses=CoursesAtOnce(GAMES),
            timer=_timer,
        )
    )


async def _figure() -> dict[str, Any]:
    calls, frames = await passed()
    return {
        "figure": "a move, from its key to both seats and a lobby",
        "value": calls.total(),
        "unit": "calls",
        "budget": 2400,
        "files": len(calls),
        "frames": frames,
        "by room": _by_room(calls),
    }


async def _game(host: Host) -> tuple[Counter[str], list[int]]:
    """A game with one roll in it, after which a player concedes."""
    amber, birch = host.port(AMBER), host.port(BIRCH)
    table = await amber.open_table("court", 2, {})
    await birch.join(table)
    await amber.start(table)
    seats = [FollowedSession(host, AMBER), FollowedSession(host, BIRCH), FollowedSession(host, CEDAR)]
    await _settled(*seats)
    for seat in seats[:2]:
        seat.session.feed(b"\r")  # yes, back to the table
    while not all(isinstance(seat.screen, TableScreen) for seat in seats[:2]):
        await asyncio.sleep(0)
    await _settled(*seats)
    sent = [len(seat.line.sent) for seat in seats]
    before = host.lobby.table(table).state.seq
    first = host.lobby.table(table).state.asks[0].seat - 1
    with Calls() as calls:
        seats[first].session.feed(b"r")
        while host.lobby.table(table).state.seq == before:
            await asyncio.sleep(0)
        await _settled(*seats)
    frames = [len(seat.line.sent) - before for seat, before in zip(seats, sent, strict=True)]
    await amber.concede(table)
    await _settled(*seats)
    for seat in seats:
        await seat.leave()
    return calls.of, frames


def _by_room(calls: Counter[str]) -> dict[str, int]:
    """Calls by folder, the most first."""
    rooms: Counter[str] = Counter()
    for file, count in calls.items():
        rooms[str(Path(file).parent)] += count
    return dict(rooms.most_common())
