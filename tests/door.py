"""A door to a host under test: it tells in numbers how far the host and its clients are.

`main` is `crownhouse` with a door, a socket beside the database; of a host of several processes each has one,
a host that is started otherwise has none. A client whose terminal has a number sends that in the variable
NUMBER. Asked with the bytes that were typed at each terminal, the door answers once the host is at rest:
nothing is asked of it that it has not answered, no bot thinks, every session has read what was typed, and its
client has the whole frame that answers it. The answer is a `Told`: until a terminal has received as many
bytes, what it shows is no whole frame.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import wraps
from pathlib import Path
from typing import Any

import msgspec

from server.host.host import Host
from server.host.port import HostPort
from server.lobby.listing.viewers import Pulse
from server.sessions.listener import SshListener
from server.sessions.session import PlayerSession
from server.start import main as cli
from server.start import one_process
from server.start import serve as cli_serve
from server.start.processes import process
from server.table.table import Table
from server.transport.channel import HardenedChannel
from tui.presenters import steps

SOCKET = "door"
NUMBER = "CROWNHOUSE_TERMINAL"
QUIET_PASSES = 5
"""Passes of the event loop in which nothing is left to be done, until a host is at rest."""
AGAIN = 0.003
"""Seconds until a host that is not at rest is looked at again."""
RESTLESS = 2.0
"""Seconds until a host that does not come to rest says how far it is."""
SOON = 0.02
"""Seconds: a timer that is due sooner belongs to what came before."""


class TablePosition(msgspec.Struct):
    """A table's position: the number of its last entry, and the number of the question by each seat that is
    asked; whether those are bots alone, and how its last move is being saved, if that takes long.
    """

    seq: int
    stage: str
    asked: dict[int, int]
    bots: bool
    saving: str


class Told(msgspec.Struct):
    """How far a host is: whether it is at rest, how many players it knows to be here, bytes sent to each
    terminal that it knows, those whose line has ended, and its tables by name.
    """

    rests: bool
    here: int
    sent: dict[int, int]
    ended: list[int]
    tables: dict[str, TablePosition]


class Question(msgspec.Struct):
    """Bytes that were typed at each terminal that is open. `drawn`: whatever the host has to answer still, as
    long as clients have what is drawn.
    """

    typed: dict[int, int]
    drawn: bool = False


class Counts:
    """What a session's client has sent and was sent."""

    def __init__(self) -> None:
        self.taken = self.sent = 0
        self.session: PlayerSession | None = None
        self.has_ended = False


class Door:
    """Looks at a host from inside. `is_one_of_many`: other processes may have the terminals."""

    def __init__(
        self, terminals: Mapping[int, Counts], requests: set[object], *, is_one_of_many: bool = False
    ) -> None:
        self._terminals, self._requests, self._is_one_of_many = terminals, requests, is_one_of_many
        self.host: Host | None = None

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer questions, a line each."""
        with suppress(asyncio.CancelledError, ConnectionError):  # the host or the test ends
            await self._answer_all(reader, writer)

    async def _answer_all(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            question = msgspec.json.decode(line, type=Question)
            end = asyncio.get_running_loop().time() + RESTLESS
            while not (rests := self._is_at_rest(question) and await self._stays(question)):
                if reader.at_eof():
                    return
                if asyncio.get_running_loop().time() > end:
                    break
                await asyncio.sleep(AGAIN)
            writer.write(msgspec.json.encode(self._told(question, rests=rests)) + b"\n")

    async def _stays(self, question: Question) -> bool:
        for _ in range(QUIET_PASSES):
            await asyncio.sleep(0)
            if not self._is_at_rest(question):
                return False
        return True

    def _is_at_rest(self, question: Question) -> bool:
        assert self.host
        loop: Any = asyncio.get_running_loop()
        if question.drawn:
            return not loop._ready and all(map(_has_drawn, self._known(question).values()))
        if loop._ready or self._requests or self.host.bots.waited_for or self._tells_lobby or self._draws:
            return False
        soon = loop.time() + SOON
        if any(timer.when() < soon for timer in loop._scheduled if not timer.cancelled()):
            return False
        known = self._known(question)
        if len(known) < len(question.typed) and not self._is_one_of_many:
            return False
        return all(
            counts.has_ended or _has_shown(counts, question.typed[number]) for number, counts in known.items()
        ) and not any(
            counts.session and not counts.has_ended
            for number, counts in self._terminals.items()
            if number not in known
        )

    def _known(self, question: Question) -> dict[int, Counts]:
        return {number: self._terminals[number] for number in question.typed if number in self._terminals}

    @property
    def _tells_lobby(self) -> bool:
        """Whether somebody is to be sent what has changed in the lobby."""
        lobby: Any = self.host and self.host.lobby.broadcaster
        return any(part._waiting for part in vars(lobby).values() if isinstance(part, Pulse))

    @property
    def _draws(self) -> bool:
        """Whether the curve of a game that is over is made."""
        host: Any = self.host
        running = {table.opening.id for table in host.lobby.tables if table.state.stage == "running"}
        return any(table not in running for table in host.curves._tasks)

    def _told(self, question: Question, *, rests: bool) -> Told:
        assert self.host
        tables = {table.opening.name: _position(table) for table in self.host.lobby.tables}
        known = self._known(question)
        ended = [number for number, counts in known.items() if counts.has_ended or _has_finished(counts)]
        here = self.host.lobby.presence.number
        return Told(rests, here, {number: counts.sent for number, counts in known.items()}, ended, tables)


def _position(table: Table) -> TablePosition:
    state, asked = table.state, {ask.seat: ask.id for ask in table.state.asks}
    held = [state.holders[seat - 1] for seat in asked]
    bots = bool(held) and all(one.lent or one.held_by == "bot" for one in held)
    return TablePosition(state.seq, state.stage, asked, bots, table.audience.saving)


def _has_finished(counts: Counts) -> bool:
    session: Any = counts.session
    return session is not None and session._finished


def _has_shown(counts: Counts, typed: int) -> bool:
    """Whether a session has worked on so many bytes, and its client has all that came of it."""
    session: Any = counts.session
    if counts.taken < typed or session is None:
        return False
    screen = session._screen
    if screen is None:
        return session._finished and not session._line.backlog()
    shown = getattr(screen, "_shown", screen)
    questions = shown._output.questions
    if (
        session._share.count
        or screen.unread()
        or session._input._typed._waiting
        or questions._sent > questions.reached
    ):
        return False
    app = getattr(shown, "_app", None)
    if app is None:
        return session._line.backlog() == 0 and not shown._output.is_held
    if shown._asks and shown._way_back and shown._way_back.is_open:
        return not shown._output._held
    if not (app.is_running and app.has_drawn and app.is_at_rest):
        return False
    return not (app.waits_for_host or app._motion.runs or shown._output._held)


def _has_drawn(counts: Counts) -> bool:
    """Whether a client has what its screen has drawn, whatever its session still waits for."""
    session: Any = counts.session
    screen = session and session._screen
    shown = getattr(screen, "_shown", screen)
    app = getattr(shown, "_app", None)
    if counts.has_ended or app is None:
        return True
    holds = app._soon.timer or app._held.timer or shown._output._held
    return bool(app.is_at_rest and not holds)


def _count(terminals: dict[int, Counts]) -> None:
    """Have every session count what comes and goes, by the number of its client's terminal."""
    usual_env, usual_write = HardenedChannel._process_env_request, HardenedChannel.write
    usual_data, usual_lost = PlayerSession.data_received, PlayerSession.connection_lost
    usual_start = PlayerSession.session_started

    def numbered(channel: Any, packet: Any) -> bool:
        key, value = packet.get_string(), packet.get_string()
        if key == NUMBER.encode():
            channel.counts = terminals[int(value)] = Counts()
            return True
        packet._idx -= len(key) + len(value) + 8
        return usual_env(channel, packet)

    def written(channel: Any, data: bytes, datatype: int | None = None) -> None:
        if hasattr(channel, "counts"):
            channel.counts.sent += len(data)
        usual_write(channel, data, datatype)

    def started(session: PlayerSession) -> None:
        if hasattr(session._channel, "counts"):
            session._channel.counts.session = session
        usual_start(session)

    def received(session: PlayerSession, data: bytes, kind: Any) -> None:
        usual_data(session, data, kind)
        if hasattr(session._channel, "counts"):
            session._channel.counts.taken += len(data)

    def lost(session: PlayerSession, why: Exception | None) -> None:
        usual_lost(session, why)
        if hasattr(session._channel, "counts"):
            session._channel.counts.has_ended = True

    HardenedChannel._process_env_request, HardenedChannel.write = numbered, written  # type: ignore[method-assign]
    PlayerSession.data_received, PlayerSession.connection_lost = received, lost  # type: ignore[method-assign]
    PlayerSession.session_started = started  # type: ignore[method-assign]


def _tell_lobbies_soon() -> None:
    """Have what changes in the lobby be sent without a pause since the last time."""
    usual = Pulse.ask

    def asked(pulse: Any) -> None:
        pulse._last = None
        usual(pulse)

    Pulse.ask = asked  # type: ignore[method-assign]


def _note_requests(under_way: set[object]) -> None:
    """Have every request that is not answered at once be known while it is under way."""
    for name in dir(HostPort):
        usual = getattr(HostPort, name)
        if asyncio.iscoroutinefunction(usual) and not name.startswith("_"):
            setattr(HostPort, name, _noted(usual, under_way))


def _noted(usual: Any, under_way: set[object]) -> Any:
    @wraps(usual)
    async def noted(*args: Any, **given: Any) -> Any:
        mark = object()
        under_way.add(mark)
        try:
            return await usual(*args, **given)
        finally:
            under_way.discard(mark)

    return noted


def _watched(*, is_one_of_many: bool = False) -> Door:
    """A door of this process, which counts what comes and goes from now on."""
    terminals: dict[int, Counts] = {}
    requests: set[object] = set()
    _count(terminals)
    _note_requests(requests)
    _tell_lobbies_soon()
    steps.usual = lambda *_: steps.ONCE  # clients of tests read what has happened, not how it came
    return Door(terminals, requests, is_one_of_many=is_one_of_many)


def main(arguments: Sequence[str]) -> int:
    """Run `crownhouse`; if that is a host, with a door, or one in each of its processes."""
    usual: Any = cli_serve.start_services

    async def start_services(
        until: AsyncExitStack,
        config: Any,
        folder: Any,
        store: Any,
        host: Host,
        listener: SshListener,
        *more: Any,
    ) -> None:
        door = _watched()
        door.host = host
        server = await asyncio.start_unix_server(door.answer, str(folder.path / SOCKET))
        until.callback(server.close)
        await usual(until, config, folder, store, host, listener, *more)

    cli_serve.start_services = start_services
    there = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r})"
    process.PROGRAM = f"{there}; from tests.door import one_of_many; one_of_many()"
    return cli.main(arguments)


def one_of_many() -> None:
    """Be a process of a host that has several, with a door."""
    usual: Any = one_process.ServingProcess.open

    async def opened(serving: Any, until: AsyncExitStack, order: Any, *more: Any) -> None:
        door = _watched(is_one_of_many=True)
        await usual(serving, until, order, *more)
        door.host = serving._host
        place = Path(order.config.data) / f"{SOCKET}-{os.getpid()}"
        server = await asyncio.start_unix_server(door.answer, str(place))
        until.callback(server.close)

    one_process.ServingProcess.open = opened  # type: ignore[method-assign]
    one_process.main()
