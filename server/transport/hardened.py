"""The connections and channels of asyncssh, with everything that a public host has to change in them.

The private places of asyncssh that they use are listed in `tests/server/transport/private_places.py`. How
much a client may use is in `server.settings.limits`; who it is, is left to `server.sessions.connection`.
"""

from __future__ import annotations

import asyncio
import fcntl
import socket
import struct
import termios
from collections.abc import Callable
from weakref import proxy

import asyncssh
from asyncssh.constants import MSG_IGNORE, MSG_KEXINIT, MSG_SERVICE_REQUEST, MSG_USERAUTH_REQUEST
from asyncssh.misc import MaybeAwait
from asyncssh.packet import SSHPacket, SSHPacketLogger

from server.budget.work_queue import HOUSE
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits
from server.transport.acknowledgements import Acknowledgements
from server.transport.channel import WINDOW, HardenedChannel
from server.transport.connection_limiter import network_of
from server.transport.inflation import BoundedInflate
from server.transport.line_speed import TOLD_BYTES, RoundTrips, round_trips
from server.transport.login_time import LoginTime
from server.transport.packet_turns import PacketTurns
from server.transport.packets import DirectPackets, LoginPacket
from server.transport.stall_watch import LOOK_INTERVAL, StallWatch
from tui.host.port import Release
from tui.host.token_bucket import Rate, TokenBucket

AUTHENTICATION = b"ssh-userauth"
"""The service that a client requests before it logs in."""
KEY_EXCHANGE = 50
"""The packets that a key exchange counts as. The first exchange is counted before a connection begins."""
INFLATED = 4096
"""Bytes of an inflated packet that count as one packet."""
CONFIRM_ONCE, CONFIRM_LATER = 2, 0
"""Values of Linux's `TCP_QUICKACK`."""
UNANSWERED = 0.03
"""Seconds after which what has come is confirmed though nothing was sent: sooner than Linux does."""
UNREAD_FACTOR = 8
"""The most output that a client may leave unread, in allowed backlogs. Screens stop long before."""


def _nothing() -> bool:
    """Replace a reference through which a closed connection, or its transport, would keep itself alive until
    the garbage collector runs. Return False: nothing more can be read.
    """
    return False


def _ignore(_: str) -> None:
    """Tell nobody."""


class HardenedConnection(DirectPackets):
    """A client's connection: bounds its login attempts and packets, and shows how much it has not read.

    `leave` is to be called when the login is over, with whether it succeeded; `count_refused` with the limit
    that ends the connection, `linger` with the transport before a connection is closed over which its client
    was told why. `turns` are those of all connections. `crowd()` returns whether so many log in that a slow
    login has to make room. `hear` is called with the descriptor of its socket, and what it returns once the
    connection is over. `served`: it has had a session; `began`: when it did.
    """

    __slots__ = (
        "_attempts", "_bite", "_bounded_by", "_budgets", "_confirm_timer", "_count_refused", "_crowd",
        "_current_limits", "_cut", "_drained", "_exchanged", "_hear", "_hear_no_more", "_is_to_confirm",
        "_linger", "_login", "_network", "_own_transport", "_resting", "_sent_before", "_slowed", "_socket",
        "_stall_timer", "_tell_refused", "_turns", "_waits_for_turn", "acknowledgements", "address", "began",
        "leave", "served", "stalls",
    )  # fmt: skip
    """A connection of asyncssh has so many attributes that Python doubles their dictionary for a few more."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        options: asyncssh.SSHServerConnectionOptions,
        limits: CurrentLimits,
        address: str,
        leave: Callable[[bool], None],
        shared: TokenBucket,
        turns: PacketTurns,
        count_refused: Callable[[str], None],
        linger: Callable[[asyncio.Transport, str], None],
        crowd: Callable[[], bool] = lambda: False,
        hear: Callable[[int], Callable[[], object]] = lambda _: _nothing,
    ) -> None:
        super().__init__(loop, options)
        self.began = loop.time()
        self._login = LoginTime(self.began)
        self.stalls = StallWatch()
        self._stall_timer: asyncio.TimerHandle | None = None
        self._sent_before = 0
        """How many packets had been sent before what came last was worked on."""
        self._bounded_by: Limits | None = None
        """The limits that the budgets were counted up by last."""
        self._is_to_confirm = False
        """Whether anything has come but packets that hide when keys are typed: others follow at once."""
        self._confirm_timer: asyncio.TimerHandle | None = None
        self._crowd = crowd
        self._hear = hear
        self._hear_no_more: Callable[[], object] = _nothing
        self._current_limits = limits
        rate = lambda: Rate(limits.now.packets_per_second, limits.now.packets)  # noqa: E731  (holds no connection)
        self._budgets = (TokenBucket(rate, loop.time()), shared)
        self._bite = 0
        """Packets handled in this turn of the event loop."""
        self._turns = turns
        self._waits_for_turn = False
        self._resting: asyncio.TimerHandle | None = None
        self._slowed: float | None = None
        """Since when packets have to wait, without a rest in between."""
        self.address, self._network = address, network_of(address)
        self.acknowledgements = Acknowledgements(proxy(self), loop)  # it must not keep its connection alive
        self.leave = leave
        self._drained: Callable[[], object] = _nothing
        self._tell_refused: Callable[[str], object] = _ignore
        self._count_refused, self._linger = count_refused, linger
        self.served = False
        self._exchanged = self._cut = False
        self._attempts = -1  # asking by `none` which methods there are is no attempt
        self._own_transport: asyncio.Transport | None = None
        self._socket = -1

    @property
    def limits(self) -> Limits:
        """The limits that hold now."""
        return self._current_limits.now

    @property
    def is_logged_in(self) -> bool:
        return self._auth_complete

    @property
    def longest_keepalive(self) -> float:
        return self.limits.keepalive_unused

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take over the transport, with a small read size and no write buffer."""
        assert isinstance(transport, asyncio.Transport)  # noqa: S101  (a TCP socket has no other)
        transport.set_write_buffer_limits(high=0)
        self._own_transport = transport
        self._bound_reading()
        self._socket = transport.get_extra_info("socket").fileno()
        self._hear_no_more = self._hear(self._socket)
        super().connection_made(transport)

    def tell(self, drained: Callable[[], None], refused: Callable[[str], None]) -> None:
        """Call `drained` from now on whenever the transport is empty again after it held something back, and
        `refused` with the limit that ends the connection.
        """
        self._drained, self._tell_refused = drained, refused

    def refused(self, limit: str) -> None:
        """Count and tell the limit that ends the connection."""
        self._tell_refused(limit)
        self._count_refused(limit)

    def _cleanup(self, exc: Exception | None) -> None:
        self.acknowledgements.close()
        self._hear_no_more()
        self._hear_no_more = _nothing
        super()._cleanup(exc)
        if self._resting:
            self._resting.cancel()
            self._resting = None
        if self._stall_timer:
            self._stall_timer.cancel()
            self._stall_timer = None
        if self._confirm_timer:
            self._confirm_timer.cancel()
            self._confirm_timer = None
        self.stalls.close()
        self._recv_handler = _nothing
        self._kex = None  # a key exchange that was never finished
        self._drained, self._tell_refused = _nothing, _ignore
        self.leave = lambda _: None
        if self._own_transport:
            state = vars(self._own_transport)
            state.update({name: _nothing for name in ("_read_ready_cb", "_write_ready") if name in state})
            self._own_transport = None

    def _force_close(self, exc: Exception | None) -> None:
        """Close the connection; a client that has logged in and was told why can still read it."""
        if isinstance(exc, asyncssh.DisconnectError) and self._auth_complete and self._own_transport:
            self._linger(self._own_transport, self.address)
        super()._force_close(exc)

    # --- a few packets at a time

    def data_received(self, data: bytes, datatype: int | None = None) -> None:
        """Handle the packets of one read, as many as one turn of the event loop allows. Whoever sends more
        before they have been handled is heard later.
        """
        if self._login_timer:
            self._login.heard(self._loop.time())
        if self._waits_for_turn and self._own_transport:
            self._own_transport.pause_reading()
        self._bite = 0
        if self._current_limits.now is not self._bounded_by:
            self._bound_reading()
        self._sent_before = sent = self._send_seq
        self._is_to_confirm = False
        super().data_received(data, datatype)
        is_silent = sent == self._send_seq and self._is_to_confirm
        if is_silent and self._confirm_timer is None and self._own_transport:
            self._confirm_timer = self._loop.call_later(UNANSWERED, self._confirm_unanswered)

    def _bound_reading(self) -> None:
        """Set how many bytes a read of the socket takes, and bound the budgets, by limits that are new."""
        self._bounded_by = limits = self._current_limits.now
        self._refill()
        if self._own_transport:
            vars(self._own_transport)["max_size"] = limits.read_bytes

    def _refill(self) -> float:
        """Return the seconds until both budgets have a token."""
        now, (own, shared) = self._loop.time(), self._budgets
        return max(own.wait(now), shared.wait(now))

    def _recv_pkthdr(self) -> bool:
        """Begin with the next packet, unless it waits for another turn of the event loop or the budget."""
        if self._resting or self._waits_for_turn:
            return False
        own, shared = self._budgets
        if own.left < 1 or shared.left < 1:
            wait = self._refill()
            if own.is_rested:
                self._slowed = None
            if wait:
                if own.left < 1:  # else others of its address send too much: they end nobody's connection
                    self._slow_down(self._loop.time())
                self._rest(wait)
                return False
        is_over = self._turns.left <= 0 and self._turns.is_over(self._network)
        if is_over or self._bite >= self._current_limits.now.packets_at_once:
            self._waits_for_turn = True
            self._turns.wait(self._network, self._go_on)
            return False
        packet = self.next_data()
        begun = packet is not None or super()._recv_pkthdr()
        if begun:
            self._bite += 1
            self._turns.spend(self._network)
            own.left -= 1
            shared.left -= 1
        if packet is None or packet.channel is not None:
            self._is_to_confirm = True
        if packet is not None:
            self.take(packet)
        return begun

    def _slow_down(self, now: float) -> None:
        """Raise asyncssh.DisconnectError for a client that goes on sending more than it may."""
        if self._slowed is None:
            self._slowed = now
        if now - self._slowed > self.limits.packets_time:
            self.refused("packets")
            most = round(self.limits.packets_per_second)
            raise asyncssh.DisconnectError(
                asyncssh.DISC_PROTOCOL_ERROR, f"Too many packets: at most {most} a second are handled"
            )

    def _rest(self, seconds: float) -> None:
        if self._own_transport:
            self._own_transport.pause_reading()
            self._resting = self._loop.call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        self._resting, self._waits_for_turn = None, False
        self._bite = 0
        if self._own_transport and not self._own_transport.is_closing():
            self._own_transport.resume_reading()
            self._recv_data()

    def _spend(self, packets: float) -> None:
        for budget in self._budgets:
            budget.spend(packets)

    def _recv_packet(self) -> bool:
        """Handle a packet, and count the bytes that it inflated to."""
        try:
            handled: bool = super()._recv_packet()
        except asyncssh.CompressionError:
            self.refused("inflated")
            raise
        if isinstance(self._decompressor, BoundedInflate) and (more := self._decompressor.last // INFLATED):
            self._decompressor.last = 0
            self._bite += more
            self._spend(more)
        return handled

    async def _count_key_exchange(self, pkttype: int, pktid: int, packet: SSHPacket) -> None:
        """Count a key exchange after the first one as the number of packets that take the same time."""
        if self._exchanged:
            self._spend(KEY_EXCHANGE)
        self._exchanged = True
        await super()._process_kexinit(pkttype, pktid, packet)

    def _process_hostkeys_prove_00_at_openssh_dot_com_global_request(self, packet: SSHPacket) -> None:
        """Sign for the host's keys, but for no more than it has: a signature costs the host some time."""
        if len(packet.get_remaining_payload()) > sum(len(key) + 4 for key in self._all_server_host_keys):
            self._report_global_response(False)
            return
        super()._process_hostkeys_prove_00_at_openssh_dot_com_global_request(packet)
        self._spend(KEY_EXCHANGE)

    def _serve_again(self, pkttype: int, pktid: int, packet: SSHPacket) -> None:
        """Let a client request authentication again before its next method, as paramiko does."""
        if self._auth_in_progress and not self._auth_complete:
            self._next_service = AUTHENTICATION
        super()._process_service_request(pkttype, pktid, packet)

    def _take_any_name(self, pkttype: int, pktid: int, packet: SSHPacket) -> MaybeAwait[None]:
        """Let clients log in by a name that asyncssh would disconnect them for: nobody has to have one."""
        return super()._process_userauth_request(pkttype, pktid, LoginPacket(packet))

    _packet_handlers = {  # noqa: RUF012
        **asyncssh.SSHServerConnection._packet_handlers,  # noqa: SLF001
        MSG_USERAUTH_REQUEST: _take_any_name,
        MSG_KEXINIT: _count_key_exchange,
        MSG_SERVICE_REQUEST: _serve_again,
    }

    @property
    def unsent(self) -> int:
        """Bytes in the transport that the network has not taken, and that wait for a key exchange to end."""
        unsent = self._own_transport.get_write_buffer_size() if self._own_transport else 0
        if self._deferred_packets:
            unsent += sum(len(part) for _, parts in self._deferred_packets for part in parts)
        return unsent

    def send_packet(self, pkttype: int, *args: bytes, handler: SSHPacketLogger | None = None) -> None:
        """Send a packet, but not the empty one that asyncssh puts before each of its own: it protects block
        chaining ciphers, which the host does not offer, and doubles the bytes of a key's answer.

        A client that sends requests but does not read the answers is disconnected.
        """
        if pkttype == MSG_IGNORE:
            return
        super().send_packet(pkttype, *args, handler=handler)
        if self._stall_timer is None and self._auth_complete:
            self.stalls.begin(self._loop.time())
            self._stall_timer = self._loop.call_later(LOOK_INTERVAL, self._look_for_stalls, context=HOUSE)
        most = UNREAD_FACTOR * self._current_limits.now.backlog
        if self._unread > most and not self._cut and self.has_unread(most):
            self._cut = True
            self.refused("slow")
            self.abort()

    def has_unread(self, most: int) -> bool:
        """Return whether more bytes than `most` wait for the client, in the process or on their way. The
        network is asked only where they may be as many.
        """
        if self._unread > most:
            self._unread = self.unsent + self.in_flight
        return self._unread > most

    def _look_for_stalls(self) -> None:
        """Look whether the line makes progress, as long as something waits for it."""
        self._stall_timer = None
        waits, now = self.unsent + self.in_flight, self._loop.time()
        self.stalls.look(now, self.round_trips().arrived or -waits if waits else 0, waits=waits > 0)
        if waits and self._own_transport:
            self._stall_timer = self._loop.call_later(LOOK_INTERVAL, self._look_for_stalls, context=HOUSE)

    @property
    def is_stalled(self) -> bool:
        """Whether nothing that waits for the client arrives."""
        return self.stalls.is_stalled

    def follow_stalls(self, changed: Callable[[], object]) -> Release:
        """Call `changed` whenever a stall begins or ends."""
        return self.stalls.follow(changed)

    def loss(self, seconds: float) -> tuple[float, float]:
        """Return the line's round trip, and for how many of the last seconds it was stalled."""
        trip = self.speed.round_trip(self.round_trips().usual)
        return trip, self.stalls.stalled(seconds, self._loop.time())

    @property
    def in_flight(self) -> int:
        """Bytes that the network has taken and the client has not confirmed; 0 if that is unknown."""
        try:
            (count,) = struct.unpack("i", fcntl.ioctl(self._socket, termios.TIOCOUTQ, bytes(4)))
            return int(count)
        except (OSError, ValueError):
            return 0

    def round_trips(self) -> RoundTrips:
        """Return the round trips to the other end of the connection; none where the system does not tell."""
        if self._own_transport and hasattr(socket, "TCP_INFO"):
            try:
                sock = self._own_transport.get_extra_info("socket")
                return round_trips(sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, TOLD_BYTES))
            except OSError:  # the connection was lost in the meantime, or is no TCP
                pass
        return RoundTrips()

    def _confirm_unanswered(self) -> None:
        """Confirm what has come last if nothing was sent since, and what comes later with what is sent.
        Linux, once it has waited in vain for something to send, confirms each key in a packet of its own,
        ahead of the frame that would.
        """
        self._confirm_timer = None
        left = self._heard + UNANSWERED - self._loop.time()
        if (
            self._sent_before != self._send_seq
            or self._own_transport is None
            or not hasattr(socket, "TCP_QUICKACK")
        ):
            return
        if left > 0:
            self._confirm_timer = self._loop.call_later(left, self._confirm_unanswered)
            return
        try:
            sock = self._own_transport.get_extra_info("socket")
            for how in (CONFIRM_ONCE, CONFIRM_LATER):
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, how)
        except OSError:  # the connection was lost in the meantime, or is no TCP
            pass

    def resume_writing(self) -> None:
        """Tell its client's side: the transport is empty again."""
        self._drained()

    def _login_timer_callback(self) -> None:
        """End a login that makes no progress or takes too long in all, and count it."""
        if (left := self._login.left(self._loop.time(), self.limits, crowd=self._crowd())) > 0:
            self._login_timer = self._loop.call_later(left, self._login_timer_callback)
            return
        self.refused("login-timeout")
        super()._login_timer_callback()

    def attempted(self) -> None:
        """Count an attempt to log in. Raises asyncssh.DisconnectError at the last one."""
        self._attempts += 1
        if self._attempts >= self.limits.login_attempts:
            self.refused("login-attempts")
            raise asyncssh.DisconnectError(
                asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many attempts to log in"
            )

    def send_userauth_failure(self, partial_success: bool) -> None:
        """Count the attempt and answer it. Raises asyncssh.DisconnectError at the last one."""
        self.attempted()
        super().send_userauth_failure(partial_success)

    async def reload_config(self) -> None:
        """Do nothing: no option depends on the user's name; asyncssh would start a thread for every login."""

    def create_channel(self) -> HardenedChannel:
        """Return a channel for a session, to be returned from `session_requested`."""
        self.served = True
        self.note_use()
        loop = asyncio.get_running_loop()
        channel = HardenedChannel(self, loop, True, False, False, 0, 0, None, "strict", WINDOW, WINDOW)
        channel.set_write_buffer_limits(high=0)  # so that the session is told when all of it was sent
        return channel
