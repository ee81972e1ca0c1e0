"""One client's SSH connection: its authentication and its sessions.

A key counts only if its owner has signed with it. asyncssh asks about a key before that as well, so an
offered key is only a candidate: it is forgotten whenever another method is tried, and is accepted only in
`auth_completed`. Clients without a key come in as guests by the method keyboard-interactive, which asks them
nothing; the methods `none` and password are refused.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple, Protocol

import asyncssh

from server.budget.giving_way import last_of_most
from server.identity.accounts import Player, short_key
from server.sessions.session import PlayerSession
from server.settings.current_limits import ReadLimits
from server.telemetry.logs import bind_facts
from server.transport.channel import HardenedChannel
from server.transport.connection_limiter import network_of
from server.transport.hardened import HardenedConnection
from server.transport.line import LINE_ENDED, how_line_ended


class IdleConnection(NamedTuple):
    """One that stays longer: its address, and what lets it stay no longer than a guest's."""

    network: str
    give_way: Callable[[], None]


class IdleConnections:
    """The connections of accounts that stay without a session for longer than a guest's. Where there are as
    many as may be, the last one of the address with most gives its place to one of another.
    """

    def __init__(self, limits: ReadLimits) -> None:
        self._limits = limits
        self._held: list[IdleConnection] = []

    def begin(
        self, network: str, give_way: Callable[[], None], *, account: bool
    ) -> tuple[float, Callable[[], None]]:
        """Return the seconds that a connection may stay without a session, and what ends its share. Where it
        has one and has to give it up before, `give_way` is called.
        """
        limits = self._limits.now
        own = sum(one.network == network for one in self._held)
        if not account or own >= limits.idle_per_address or not self._has_room(network):
            return self.shorter, _nothing
        one = IdleConnection(network, give_way)
        self._held.append(one)
        return limits.idle_without_channel, partial(self._end, one)

    @property
    def shorter(self) -> float:
        """The seconds for which one may stay that has no share."""
        limits = self._limits.now
        return min(limits.idle_without_channel_of_guests, limits.idle_without_channel)

    def _has_room(self, network: str) -> bool:
        if len(self._held) < self._limits.now.idle:
            return True
        last = last_of_most(self._held, lambda one: one.network, network)
        if last:
            self._end(last)
            last.give_way()
        return last is not None

    def _end(self, ended: IdleConnection) -> None:
        self._held = [one for one in self._held if one is not ended]


def _nothing() -> None:
    """End no share."""


log = logging.getLogger(__name__)

Challenge = tuple[str, str, str, tuple[tuple[str, bool], ...]]
NO_QUESTION: Challenge = ("", "", "", ())


def _forward_nothing() -> bool:
    raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, "Nothing is forwarded here")


class ListenerCallbacks(Protocol):
    """What a connection needs of its listener."""

    @property
    def ban_notice(self) -> Callable[[str], str | None]:
        """Returns what a banned address is told, None for an address that may come in."""

    @property
    def idle(self) -> IdleConnections:
        """The connections that stay without a session."""

    async def admit(self, fingerprint: str | None, suggestion: str, address: str) -> Player:
        """Return the player with that proven key (None: a guest) and suggested name."""

    def make_session(self, client: Connection, channel: HardenedChannel, number: int) -> PlayerSession:
        """Make a session on a new channel; the listener keeps it until `session_ended`. Raises
        asyncssh.ChannelOpenError if there is no room or the address is banned.
        """

    def connection_opened(self, connection: HardenedConnection) -> None:
        """Note a new connection."""

    def connection_closed(self, connection: HardenedConnection) -> None:
        """Note that a connection is closed."""

    def session_ended(self, session: PlayerSession) -> None:
        """Note that a session's channel is closed."""


class Connection(asyncssh.SSHServer):
    """One client's connection. `fingerprint` is the proven key's once logged in, None for a guest; `username`
    is the name the client sent; `number` tells connections apart in the log.
    """

    def __init__(self, listener: ListenerCallbacks, number: int) -> None:
        self.number = number
        self.username = ""
        self.fingerprint: str | None = None
        self._listener = listener
        self._player: asyncio.Task[Player] | None = None
        self._candidate: str | None = None
        self._connection: HardenedConnection | None = None
        self._sessions: set[PlayerSession] = set()
        self._idle: tuple[asyncio.TimerHandle, Callable[[], None]] | None = None
        """While there is no session: when the connection ends, and what ends its share."""
        self._served = 0
        self._why = self._last = ""
        """What it was refused since its last session began, and why that ended."""

    @property
    def connection(self) -> HardenedConnection:
        """The connection while it is open. Raises RuntimeError afterwards."""
        if self._connection is None:
            raise RuntimeError("the connection is gone")
        return self._connection

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Take over the connection from asyncssh."""
        assert isinstance(conn, HardenedConnection)  # noqa: S101  (the listener makes no others)
        self._connection = conn
        conn.tell(self._drained, self._refused)
        self._listener.connection_opened(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        """Release everything and log the connection."""
        self._stop_idling()
        if self._connection:
            self._connection.leave(False)
            self._listener.connection_closed(self._connection)
            self._report(self._connection, exc)
        self._connection = None

    def _report(self, connection: HardenedConnection, exc: Exception | None) -> None:
        line = how_line_ended(exc)
        if line == "hung-up" and not connection.is_logged_in:
            line = "no-login"
        facts = {
            "connection": self.number,
            "address": connection.address,
            "player": self._name,
            "key": short_key(self.fingerprint),
            "sessions": self._served,
            "seconds": self._seconds_since(connection.began),
            "why": self._why or self._last or line,
        }
        if exc and line in {"lost", "protocol"}:
            facts["error"] = str(exc)
        log.info("connection ended", extra=facts)

    @property
    def _name(self) -> str:
        known = self._player if self._player and self._player.done() else None
        return "" if known is None or known.cancelled() or known.exception() else known.result().name

    def _seconds_since(self, began: float) -> float:
        return round(asyncio.get_running_loop().time() - began, 1)

    # --- authentication

    def begin_auth(self, username: str) -> bool:
        """Require authentication; called again when a client changes its user name."""
        self._candidate = None
        self.username = username
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        """Accept any key as a candidate; asyncssh checks the signature. Raises asyncssh.DisconnectError after
        too many attempts.
        """
        self._candidate = None
        self.connection.attempted()
        self._candidate = key.get_fingerprint()
        return True

    def validate_ca_key(self, username: str, key: asyncssh.SSHKey) -> bool:  # noqa: ARG002
        """Refuse certificates."""
        self._candidate = None
        return False

    def host_based_auth_supported(self) -> bool:
        """Do not offer host-based authentication."""
        return False

    def password_auth_supported(self) -> bool:
        """Do not offer passwords."""
        return False

    def kbdint_auth_supported(self) -> bool:
        """Offer keyboard-interactive, for guests."""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Challenge:  # noqa: ARG002
        """Ask no question. Raises asyncssh.DisconnectError after too many attempts."""
        self._candidate = None
        self.connection.attempted()
        return NO_QUESTION

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:  # noqa: ARG002
        """Let a guest in who answers nothing."""
        self._candidate = None
        return not responses

    def auth_completed(self) -> None:
        """Accept the candidate. Raises asyncssh.DisconnectError for a banned address."""
        self.fingerprint, self._candidate = self._candidate, None
        self.connection.leave(True)
        if sentence := self._listener.ban_notice(self.connection.address):
            self.connection.refused("banned-address")
            raise asyncssh.DisconnectError(asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT, sentence)
        self._start_idling()

    async def player(self) -> Player:
        """Return the player, who is the same for all sessions of the connection."""
        if self._player is None:
            self._player = asyncio.ensure_future(self._admit(self.connection.address))
        player = await asyncio.shield(self._player)
        bind_facts(connection=self.number, player=player.name)
        return player

    async def _admit(self, address: str) -> Player:
        """Return the player, also if the client has gone meanwhile."""
        player = await self._listener.admit(self.fingerprint, self.username, network_of(address))
        log.info(
            "logged in",
            extra={
                "connection": self.number,
                "address": address,
                "player": player.name,
                "key": short_key(self.fingerprint),
            },
        )
        return player

    # --- its sessions

    def connection_requested(self, *_: object) -> bool:
        """Forward nothing to a port. Raises asyncssh.ChannelOpenError: asyncssh's own answer says that
        somebody there has refused.
        """
        return _forward_nothing()

    def unix_connection_requested(self, dest_path: str) -> bool:  # noqa: ARG002
        """Forward nothing to a socket, likewise."""
        return _forward_nothing()

    def tun_requested(self, unit: int | None) -> bool:  # noqa: ARG002
        """Forward no network, likewise."""
        return _forward_nothing()

    def tap_requested(self, unit: int | None) -> bool:  # noqa: ARG002
        """Forward no network, likewise."""
        return _forward_nothing()

    def session_requested(self) -> tuple[HardenedChannel, PlayerSession]:
        """Open a channel with a session. Raises asyncssh.ChannelOpenError if there are too many."""
        if len(self._sessions) >= self.connection.limits.channels:
            self.connection.refused("sessions-per-connection")
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, "Too many sessions")
        channel = self.connection.create_channel()
        session = self._listener.make_session(self, channel, self._served + 1)
        self._sessions.add(session)
        self._served += 1
        self._why = ""
        self._stop_idling()
        return channel, session

    def session_ended(self, session: PlayerSession) -> None:
        """Note that a session's channel is closed."""
        self._listener.session_ended(session)
        self._sessions.discard(session)
        if session.why not in LINE_ENDED:
            self._why = ""
        self._last = self._why or session.why
        log.info(
            "session ended",
            extra={
                "connection": self.number,
                "session": session.number,
                "player": self._name,
                "seconds": self._seconds_since(session.opened),
                "why": self._last,
            },
        )
        if not self._sessions and self._connection:
            self._start_idling()

    def _refused(self, limit: str) -> None:
        self._why = limit

    def _drained(self) -> None:
        for session in tuple(self._sessions):
            session.drained()

    def _start_idling(self) -> None:
        network, account = network_of(self.connection.address), self.fingerprint is not None
        wait, end = self._listener.idle.begin(network, self._stay_shorter, account=account)
        self._idle = asyncio.get_running_loop().call_later(wait, self._idled), end

    def _stay_shorter(self) -> None:
        """Stay no longer than a guest's connection from now on."""
        self._stop_idling()
        timer = asyncio.get_running_loop().call_later(self._listener.idle.shorter, self._idled)
        self._idle = timer, _nothing

    def _stop_idling(self) -> None:
        if self._idle:
            timer, end = self._idle
            self._idle = None
            timer.cancel()
            end()

    def _idled(self) -> None:
        if self._connection:
            self._why = "idle"
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, "No session")
