"""The SSH listener: makes connections of accepted sockets, and sessions of their channels.

It ties together `server.transport.acceptor` (which connections may begin), `server.transport.hardened`
(encryption and bounds), `server.sessions.connection` (authentication) and `server.sessions.session` (what a
client does then).
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Coroutine, Sequence
from functools import partial
from itertools import count
from weakref import WeakValueDictionary

import asyncssh

from server.budget.fair_loop import hear_fairly
from server.budget.giving_way import last_of_most
from server.host.host import Host
from server.sessions.connection import Connection, IdleConnections
from server.sessions.session import PlayerSession
from server.settings.address import Address, called_host, ssh_host
from server.settings.current_limits import LimitsOfNodes
from server.settings.limits import Limits
from server.telemetry.logs import reason
from server.transport.acceptor import Acceptor, LoginEnded
from server.transport.channel import HardenedChannel
from server.transport.connection_limiter import network_of
from server.transport.hardened import HardenedConnection
from server.transport.lingering_close import LingeringSockets
from server.transport.login_time import LoginsUnderWay
from server.transport.packet_turns import PacketTurns
from server.transport.ssh_options import connection_options
from tui.host.notice_events import UNKNOWN_HOST
from tui.host.session import MakeScreen
from tui.host.token_bucket import Rate, TokenBucket

log = logging.getLogger(__name__)

UNSENT_LIMIT = 4096
"""Bytes that the kernel may hold before it sends them. All other unsent bytes are backlog that the host sees.
"""
UNDER_WAY = 2.5
"""Seconds that who has just come gets to ask something, and a command its answer, when the host closes."""
CLOSE_TIMEOUT = 3.0
"""Seconds that sessions, and then their connections, get to end after that."""
LOOK = 0.02
"""Seconds between two looks at what is under way."""


class SshListener:
    """Accepts SSH connections from `listen` to `close`, on the running event loop."""

    def __init__(
        self, host: Host, make_screen: MakeScreen, host_key: asyncssh.SSHKey, *, proxied: bool = False
    ) -> None:
        self.ended = 0
        """Sessions that ended so far."""
        self.admit = host.admit
        self.ban_notice = host.bans.sentence
        self._host = host
        self._proxied = proxied
        self._make_screen = make_screen
        self._refused = host.dependencies.metrics.refused
        self._limits = limits = host.dependencies.limits
        self.host_keys: Sequence[asyncssh.SSHKey] = (host_key,)
        """The host's key, and others that clients are told of."""
        self._numbers = count(1)
        self._options = connection_options(self.host_keys, limits, self._new_client)
        self._options_of: tuple[Limits, Sequence[asyncssh.SSHKey]] = limits.now, self.host_keys
        part = host.dependencies.nodes.part
        self._own_limits = own = LimitsOfNodes(limits, lambda: (part(),))
        self._logins = LoginsUnderWay(own)
        self.idle = IdleConnections(limits)
        self._acceptor = Acceptor(own, self.serve, proxied=proxied, refused=self._refused)
        self._connections: set[HardenedConnection] = set()
        self._coming = host.dependencies.work.coming
        self._sessions: dict[PlayerSession, None] = {}
        """In the order in which they began."""
        self._by_network: Counter[str] = Counter()
        """The number of sessions of each address."""
        self._lingering = LingeringSockets()
        self._turns = PacketTurns()
        self._starting: set[asyncio.Task[None]] = set()
        self._budgets: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()
        """The packet budget that all connections of an address share, while there are any."""

    def listen(self, *places: Address) -> list[Address]:
        """Start listening and return the addresses and ports. Raises OSError."""
        return self._acceptor.listen(*places)

    async def close(self) -> None:
        """Stop accepting and say goodbye to every session, but let commands, and those of who has just come,
        be answered for UNDER_WAY seconds. Then close every connection.
        """
        self._acceptor.stop()
        loop = asyncio.get_running_loop()
        end = loop.time() + UNDER_WAY
        while self._say_goodbye() and loop.time() < end:  # noqa: ASYNC110  (many things end it)
            await asyncio.sleep(LOOK)
        await self._acceptor.close()
        for session in tuple(self._sessions):
            session.say_goodbye("shutdown")
        await _wait_for(*(session.wait_ended() for session in self._sessions))
        # A client whose last session has ended disconnects by itself; it then prints no error.
        await _wait_for(*(c.wait_closed() for c in self._connections if c.served))
        for connection in tuple(self._connections):
            connection.disconnect(asyncssh.DISC_BY_APPLICATION, "The host is going down")
            await connection.wait_closed()
        await asyncio.gather(*self._starting, return_exceptions=True)
        self._lingering.close()

    def _say_goodbye(self) -> bool:
        """Say goodbye to those who would stay, and return whether anybody else is to be answered first."""
        for session in tuple(self._sessions):
            if session.stays and not session.why:
                session.say_goodbye("shutdown")
        young = asyncio.get_running_loop().time() - UNDER_WAY
        return (
            self._acceptor.has_waiting
            or bool(self._starting)
            or any(not (session.why or session.stays) for session in self._sessions)
            or any(not one.served and one.began > young for one in self._connections)
        )

    @property
    def sessions(self) -> tuple[PlayerSession, ...]:
        """The sessions that are open now."""
        return tuple(self._sessions)

    # --- called by connections

    def make_session(self, client: Connection, channel: HardenedChannel, number: int) -> PlayerSession:
        if sentence := self.ban_notice(client.connection.address):
            client.connection.refused("banned-address")
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, sentence)
        network = network_of(client.connection.address)
        if self._by_network[network] >= self._limits.now.sessions_per_address:
            client.connection.refused("sessions-per-address")
            raise asyncssh.ChannelOpenError(
                asyncssh.OPEN_RESOURCE_SHORTAGE, "Your network has too many sessions"
            )
        if not self._has_room(network):
            client.connection.refused("sessions")
            raise asyncssh.ChannelOpenError(asyncssh.OPEN_RESOURCE_SHORTAGE, "The host is full")
        session = PlayerSession(
            self._host,
            self._make_screen,
            client.connection,
            channel,
            player=client.player,
            key=client.fingerprint,
            ended=client.session_ended,
            number=number,
            ssh_host=self._ssh_host(client.connection),
        )
        self._sessions[session] = None
        self._by_network[network] += 1
        self._coming.discard(client.connection)
        return session

    def _has_room(self, network: str) -> bool:
        """Return whether one more session of an address may begin. Where there are too many, one that nobody
        plays in makes room: the last of the address that has most. As many as are kept for known players may
        ask whether somebody gives way to them.
        """
        limits = self._limits.now
        if len(self._sessions) < limits.sessions + min(limits.sessions_kept, limits.sessions // 2):
            return True
        last = last_of_most(
            tuple(self._sessions), lambda one: network_of(one.address), network, lambda one: one.is_asking
        )
        if last:
            last.say_goodbye("crowded")
        return last is not None

    def _ssh_host(self, connection: HardenedConnection) -> str:
        """What is typed after `ssh` to come here: the setting or, without a balancer, what was called."""
        public = self._host.dependencies.public
        if public is not None:
            return ssh_host(public)
        return UNKNOWN_HOST if self._proxied else called_host(connection.get_extra_info("sockname"))

    def session_ended(self, session: PlayerSession) -> None:
        """Forget a session and count it."""
        self.ended += 1
        self._sessions.pop(session, None)
        self._by_network -= Counter((network_of(session.address),))

    def use_keys(self, keys: Sequence[asyncssh.SSHKey]) -> None:
        """Show these keys to clients from now on."""
        self.host_keys = keys

    def connection_opened(self, connection: HardenedConnection) -> None:
        """Keep a connection to close it with the host."""
        self._connections.add(connection)
        self._coming.add(connection)

    def connection_closed(self, connection: HardenedConnection) -> None:
        self._connections.discard(connection)
        self._coming.discard(connection)

    # --- called by the acceptor

    def serve(self, sock: socket.socket, address: str, leave: LoginEnded) -> None:
        """Begin a connection that was accepted, here or in another process, and may begin."""
        task = asyncio.ensure_future(self._begin(sock, address, leave))
        self._starting.add(task)
        task.add_done_callback(self._starting.discard)

    async def _begin(self, sock: socket.socket, address: str, leave: LoginEnded) -> None:
        loop = asyncio.get_running_loop()
        limits = self._limits
        network = network_of(address)
        leave = self._logins.begin(network, leave)
        make = partial(
            HardenedConnection, loop, self._options_now(), limits, address, leave, self._budget_of(network),
            self._turns, self._refused, self._lingering.keep,
            crowd=partial(self._logins.crowd, network), hear=partial(hear_fairly, network=network),
        )  # fmt: skip
        try:
            sock.setblocking(False)
            if hasattr(socket, "TCP_NOTSENT_LOWAT"):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT_LIMIT)
            await loop.connect_accepted_socket(make, sock)
        except OSError as error:
            log.info("starting a connection failed", extra={"address": address, "why": reason(error)})
            sock.close()
            leave(False)

    def _budget_of(self, network: str) -> TokenBucket:
        new = TokenBucket(self._rate_of_address, asyncio.get_running_loop().time())
        return self._budgets.setdefault(network, new)

    def _rate_of_address(self) -> Rate:
        limits = self._own_limits.now
        return Rate(limits.packets_per_second_per_address, limits.packets_per_address)

    def _options_now(self) -> asyncssh.SSHServerConnectionOptions:
        """Return the options of a new connection; made again after limits or keys have changed."""
        of_limits, of_keys = self._options_of
        if of_limits is not self._limits.now or of_keys is not self.host_keys:
            self._options = connection_options(self.host_keys, self._limits, self._new_client)
            self._options_of = self._limits.now, self.host_keys
        return self._options

    def _new_client(self) -> Connection:
        return Connection(self, next(self._numbers))


async def _wait_for(*endings: Coroutine[None, None, None]) -> None:
    """Wait for all of them, at most CLOSE_TIMEOUT seconds."""
    if endings:
        tasks = [asyncio.ensure_future(ending) for ending in endings]
        _, late = await asyncio.wait(tasks, timeout=CLOSE_TIMEOUT)
        for task in late:
            task.cancel()
