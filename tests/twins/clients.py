"""A client in place of an SSH line: every write of the host is kept as one frame, with its time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec.structs import replace

from server.host.host import Host
from server.identity.accounts import Player
from server.sessions.session import PlayerSession
from server.telemetry.logs import bind_facts
from server.transport.line_speed import LineSpeed, RoundTrips
from tui.app.mode_switch import make_screen
from tui.host.port import Port
from tui.host.session import ClientInfo, ClientLine, Screen

ENVIRONMENT = MappingProxyType({"LANG": "en_US.UTF-8", "COLORTERM": "truecolor"})
SIZE = (100, 30, 0, 0)


class SentFrame(NamedTuple):
    """What came at once, and when. `kind` is asyncssh's: None or standard error; "exit": the end."""

    time: float
    kind: Any
    data: bytes


class _FakeChannel:
    """As much of a channel as sessions use."""

    def __init__(self, take: Callable[[Any, bytes], None]) -> None:
        self._take = take
        self._closing = False

    def write(self, data: bytes, kind: Any = None) -> None:
        self._take(kind, data)

    def exit(self, status: int) -> None:
        self._closing = True
        self._take("exit", b"%d" % status)

    def is_closing(self) -> bool:
        return self._closing

    def get_write_buffer_size(self) -> int:
        return 0

    def get_environment(self) -> Mapping[str, str]:
        return ENVIRONMENT

    def pause_reading(self) -> None:
        """Everything is sent at once here."""

    def resume_reading(self) -> None:
        """See `pause_reading`."""


class _FakeConnection:
    """As much of a connection as sessions use."""

    unsent = in_flight = 0
    is_stalled = False

    def __init__(self, address: str) -> None:
        self.address = address
        self.aborted = False
        self.speed = LineSpeed()

    def get_extra_info(self, _: str, usual: str) -> str:
        return usual

    def has_unread(self, most: int) -> bool:
        return most < 0

    @property
    def acknowledgements(self) -> _FakeConnection:
        return self

    def ask(self, reached: Callable[[], object]) -> None:
        """Everything reaches the client at once."""
        reached()

    def round_trips(self) -> RoundTrips:
        """Nothing is known of them."""
        return RoundTrips()

    def sends_together(self) -> AbstractContextManager[None]:
        """Each write is one of its own."""
        return nullcontext()

    def loss(self, _: float) -> tuple[float, float]:
        return 0.0, 0.0

    def follow_stalls(self, _: Callable[[], object]) -> Callable[[], None]:
        """No line stalls here."""
        return lambda: None

    def refused(self, reason: str) -> None:
        raise AssertionError(reason)

    def abort(self) -> None:
        self.aborted = True


class TwinClient:
    """One session of a player, as `kind` says: "screen" and "plain" (at a table), "api", or a command."""

    def __init__(self, host: Host, player: Player, kind: str, table: str, number: int) -> None:
        self.kind, self.player = kind, player
        self.frames: list[SentFrame] = []
        self._loop = asyncio.get_running_loop()
        self._table = table

        async def admitted() -> Player:
            bind_facts(connection=number, player=player.name)
            return player

        channel: Any = _FakeChannel(self._take)
        connection: Any = _FakeConnection(f"192.0.2.{number % 200 + 1}")
        self._session = PlayerSession(
            host, self._make_screen, connection, channel, player=admitted, ended=lambda _: None
        )
        if kind == "screen":
            self._session.pty_requested("xterm-256color", SIZE, None)
        self._session.exec_requested({"screen": ""}.get(kind, kind))
        self._session.session_started()

    def _make_screen(self, port: Port, client: ClientInfo, line: ClientLine) -> Screen:
        return make_screen(port, replace(client, goto=f"watch {self._table}"), line)

    def _take(self, kind: Any, data: bytes) -> None:
        self.frames.append(SentFrame(self._loop.time(), kind, data))

    def send(self, data: bytes) -> None:
        """Type, or send a request."""
        self._session.data_received(data, None)

    def resize(self, columns: int, rows: int) -> None:
        """Give the window another size."""
        self._session.terminal_size_changed(columns, rows)

    async def lose(self) -> None:
        """The connection is gone."""
        self._session.connection_lost(None)
        await self._session.wait_ended()
