"""A door to a host under test: it tells in numbers how far the host and its clients are.

`main` is `crownhouse` with a door, a socket beside the database; a host that is started otherwise has none.
A client whose terminal has a number sends that in the variable NUMBER. Asked with the bytes that were typed
at each terminal, the door answers once the host is at rest: nothing is asked of it that it has not answered,
no bot thinks, every session has read what was typed, and its client has the whole frame that answers it. The
answer is a `Told`: until a terminal has received as many bytes, what it shows is no whole frame.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack, suppress
from functools import wraps
from typing import Any

import msgspec

from server.host.host import Host
from server.host.port import HostPort
from server.lobby.listing.broadcaster import Pulse
from server.sessions.listener import SshListener
from server.sessions.session import PlayerSession
from server.start import main as cli
from server.start import serve as cli_serve
from server.transport.channel import HardenedChannel
from tui.presenters import steps

SOCKET = "door"
NUMBER = "CROWNHOUSE_TERMINAL"
QUIET_PASSES = 5
"""Passes of the event loop in which nothing is left to be done, until a host is at rest."""
AGAIN = 0.003
"""Seconds until a host that is not at rest is looked at again."""
SOON = 0.02
"""Seconds: a timer that is due sooner belongs to what came before."""


class TablePosition(msgspec.Struct):
    """A table's position: the number of its last entry, and the seats that are asked."""

    seq: int
    stage: str
    asked: list[int]


class Told(msgspec.Struct):
    """How far a host is: bytes sent to each terminal, those whose line has ended, and its tables by name."""

    sent: dict[int, int]
    ended: list[int]
    tables: dict[str, TablePosition]


class Question(msgspec.Struct):
    """Bytes that were typed at each terminal that is open; None: nobody waits for those of the terminal."""

    typed: dict[int, int]


class Counts:
    """What a session's client has sent and was sent."""

    def __init__(self) -> None:
        self.taken = self.sent = 0
        self.session: PlayerSession | None = None
        self.has_ended = False


class Door:
    """Looks at a host from inside."""

    def __init__(self, terminals: Mapping[int, Counts], requests: set[object]) -> None:
        self._terminals, self._requests = terminals, requests
        self.host: Host | None = None

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer questions, a line each."""
        with suppress(asyncio.CancelledError, ConnectionError):  # the host or the test ends
            await self._answer_all(reader, writer)

    async def _answer_all(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while line := await reader.readline():
            question = msgspec.json.decode(line, type=Question)
            while not (self._is_at_rest(question) and await self._stays(question)):
                if reader.at_eof():
                    return
                await asyncio.sleep(AGAIN)
            writer.write(msgspec.json.encode(self._told(question)) + b"\n")

    async def _stays(self, question: Question) -> bool:
        for _ in range(QUIET_PASSES):
            await asyncio.sleep(0)
            if not self._is_at_rest(question):
                return False
        return True

    def _is_at_rest(self, question: Question) -> bool:
        assert self.host
        loop: Any = asyncio.get_running_loop()
        if loop._ready or self._requests or self.host.bots.waited_for or self._tells_lobby or self._draws:
            return False
        soon = loop.time() + SOON
        if any(timer.when() < soon for timer in loop._scheduled if not timer.cancelled()):
            return False
        known = {number: self._terminals.get(number) for number in question.typed}
        return all(
            counts is not None and (counts.has_ended or _has_shown(counts, question.typed[number]))
            for number, counts in known.items()
        ) and not any(
            counts.session and not counts.has_ended
            for number, counts in self._terminals.items()
            if number not in known
        )

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

    def _told(self, question: Question) -> Told:
        assert self.host
        tables = {
            table.opening.name: TablePosition(
                table.state.seq, table.state.stage, [ask.seat for ask in table.state.asks]
            )
            for table in self.host.lobby.tables
        }
        known = {number: self._terminals[number] for number in question.typed}
        ended = [number for number, counts in known.items() if counts.has_ended or _has_finished(counts)]
        return Told({number: counts.sent for number, counts in known.items()}, ended, tables)


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
        or session._typed._waiting
        or questions._sent > questions.reached
    ):
        return False
    app = getattr(shown, "_app", None)
    if app is None:
        return session._line.backlog() == 0
    if shown._asks and shown._way_back and shown._way_back.is_open:
        return not shown._output._held
    if not (app.is_running and app.has_drawn and app.is_at_rest):
        return False
    return not (app.waits_for_host or app._motion.runs or shown._output._held)


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


def main(arguments: Sequence[str]) -> int:
    """Run `crownhouse`; if that is a host, with a door."""
    terminals: dict[int, Counts] = {}
    requests: set[object] = set()
    door = Door(terminals, requests)
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
        _count(terminals)
        _note_requests(requests)
        _tell_lobbies_soon()
        door.host = host
        server = await asyncio.start_unix_server(door.answer, str(folder.path / SOCKET))
        until.callback(server.close)
        await usual(until, config, folder, store, host, listener, *more)

    cli_serve.start_services = start_services
    steps.usual = lambda *_: steps.ONCE  # clients of tests read what has happened, not how it came
    return cli.main(arguments)
