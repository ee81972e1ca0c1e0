"""What makes packets cheaper than asyncssh has them: ciphers that are made once, no lines for a log, and a
short way for keys and frames; and logins whose name asyncssh would refuse.

The cipher is chacha20-poly1305, which OpenSSH chooses. asyncssh makes three of it for every packet. Here a
connection makes two for each direction, and a packet only sets their nonces: the same bytes in a third of the
time.

asyncssh takes every packet apart in the same long way. A whole packet of a session's data, with the usual
cipher and no key exchange or compression, has only one thing that can be done with it, and takes the short
way. All others, and whatever is wrong with one of these, are left to asyncssh.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from typing import Any, cast

import asyncssh
from asyncssh import encryption
from asyncssh.channel import SSHServerChannel
from asyncssh.constants import MSG_CHANNEL_DATA, MSG_GLOBAL_REQUEST, MSG_IGNORE
from asyncssh.packet import Boolean, SSHPacket, SSHPacketLogger, String
from asyncssh.saslprep import SASLPrepError, saslprep
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20
from cryptography.hazmat.primitives.poly1305 import Poly1305
from msgspec import Struct

from server.transport.acknowledgements import Acknowledgement
from server.transport.line_speed import LineSpeed

KEEPALIVE = b"k@ch"
"""A request that no client knows, and that each answers. A short name costs half of the usual one's bytes."""
SPARING = 2
"""The interval of keepalives, as a multiple of the time since the connection was used."""
NAME = b"chacha20-poly1305@openssh.com"
KEY_BYTES = 32
COUNTER = bytes(8)
"""The counter of a packet's first block; the packet's number follows it in the nonce."""
FIRST_BLOCK = bytes(64)
"""The first block of a packet's key stream is the key of its tag; the content begins with the second."""

LENGTH_BYTES, TAG_BYTES, LEAST_PADDING = 4, 16, 4
SHORTEST = LENGTH_BYTES + 8 + TAG_BYTES
"""Bytes of the shortest packet."""
LONGEST = 4096
"""Bytes of the longest packet that takes the short way in: what is typed, and short pastes."""
DATA_AT = 10
"""Where the data of a packet begins: behind the padding's length, the kind, the channel and the length."""
DATA = bytes((MSG_CHANNEL_DATA,))
PACKET_OVERHEAD = 512
"""The most bytes of a packet besides its content: header, padding and signature, and the bytes that
compression can add.
"""
LAST_NUMBER = 0xFFFFFFFF
NAMELESS = b"-"
LONGEST_LOGIN = 256
"""Bytes of the longest name to log in by; a name of a player has far fewer."""


class ReusedChacha(encryption.Encryption):
    """The encryption of one direction of a connection (PROTOCOL.chacha20poly1305 of OpenSSH). `key` has 64
    bytes: the key of the content and of the tag, then the key of the packet's length.
    """

    def __init__(self, key: bytes) -> None:
        self._content, self._length = _cipher(key[:KEY_BYTES]), _cipher(key[KEY_BYTES:])

    @classmethod
    def new(
        cls,
        cipher_name: str,  # noqa: ARG003
        key: bytes,
        iv: bytes,  # noqa: ARG003
        mac_alg: bytes = b"",  # noqa: ARG003
        mac_key: bytes = b"",  # noqa: ARG003
        etm: bool = False,  # noqa: ARG003
    ) -> ReusedChacha:
        """Return the encryption of one direction."""
        return cls(key)

    @classmethod
    def needs_mac(cls) -> bool:
        """Return False: the tag is its own."""
        return False

    @classmethod
    def get_mac_params(cls, mac_alg: bytes) -> tuple[int, int, bool]:  # noqa: ARG003
        """The bytes of a tag's key (none is exchanged) and of a tag, and that it is over encrypted bytes."""
        return 0, 16, True

    def encrypt_packet(self, seq: int, header: bytes, packet: bytes) -> tuple[bytes, bytes]:
        """Return the encrypted length and content of packet number `seq`, and their tag."""
        nonce = COUNTER + seq.to_bytes(8, "big")
        self._length.reset_nonce(nonce)
        self._content.reset_nonce(nonce)
        stream = self._content.update(FIRST_BLOCK + packet)
        sent = self._length.update(header) + stream[len(FIRST_BLOCK) :]
        return sent, Poly1305.generate_tag(stream[:KEY_BYTES], sent)

    def decrypt_header(self, seq: int, first_block: bytes, header_len: int) -> tuple[bytes, bytes]:
        """Return the block as it came, and the decrypted length of packet number `seq`."""
        self._length.reset_nonce(COUNTER + seq.to_bytes(8, "big"))
        return first_block, self._length.update(first_block[:header_len])

    def decrypt_packet(
        self, seq: int, first: bytes, rest: bytes, header_len: int, mac: bytes
    ) -> bytes | None:
        """Return the content of packet number `seq`. None: its tag is wrong, and nobody sees the content."""
        self._content.reset_nonce(COUNTER + seq.to_bytes(8, "big"))
        came = first + rest
        stream = self._content.update(FIRST_BLOCK + came[header_len:])
        try:
            Poly1305.verify_tag(stream[:KEY_BYTES], came, mac)
        except InvalidSignature:
            return None
        return stream[len(FIRST_BLOCK) :]


class UnloggedPackets(SSHPacketLogger):
    """Logs no packets. asyncssh puts a line together for each before it finds that nobody reads it."""

    def log_sent_packet(self, *_: object) -> None:
        """Do nothing."""

    def log_received_packet(self, *_: object) -> None:
        """Do nothing."""


class LoginPacket(SSHPacket):
    """A request to log in whose name asyncssh takes, whatever the client sent. Its bytes, which a key signs,
    stay as they came.
    """

    def __init__(self, packet: SSHPacket) -> None:
        super().__init__(packet.get_full_payload())
        self._idx = len(packet.get_consumed_payload())
        self._is_at_name = True

    def get_string(self) -> bytes:
        """Return the next text; the first one is the name."""
        text = super().get_string()
        if self._is_at_name:
            self._is_at_name = False
            return login_name(text)
        return text


def login_name(sent: bytes) -> bytes:
    """Return a name that a client has sent, in UTF-8; NAMELESS for one that no account could have."""
    try:
        name = sent.decode()
    except UnicodeDecodeError:
        name = sent.decode("latin-1")
    if len(sent) > LONGEST_LOGIN:
        return NAMELESS
    if name.isascii() and name.isprintable():  # as nearly all are: asyncssh's tables have nothing to say
        return sent
    try:
        return saslprep(name).encode()
    except SASLPrepError:
        return NAMELESS


class DataPacket(Struct, frozen=True):
    """A packet that has come as a whole: data for a channel. No channel: it hides when keys are typed."""

    kind: int
    channel: DirectChannel | None
    data: bytes
    end: int
    """Bytes of it."""


class DirectChannel(UnloggedPackets, SSHServerChannel[bytes]):
    """A channel whose data takes the short way."""

    def _accept_data(self, data: bytes, datatype: int | None = None) -> None:
        """Note that the connection is in use, and pass data on."""
        if isinstance(self._conn, DirectPackets):
            self._conn.note_use()
        super()._accept_data(data, datatype)

    def accept(self, data: bytes) -> None:
        """Pass data on to the session, past asyncssh where it would only pass it on."""
        left = self._recv_window - len(data)
        plain = self._send_state == "open" and not (self._recv_paused or self._encoding)
        connection: Any = self._conn
        if plain and self._session and connection and left >= self._init_recv_window / 2:
            connection.note_use()
            self._recv_window = left
            self._session.data_received(data, None)
        else:
            self._accept_data(data)

    def write(self, data: bytes, datatype: int | None = None) -> None:
        """Send data: as one packet if nothing waits and the client takes as much."""
        short = (
            datatype is None
            and self._send_state == "open"
            and not self._send_buf
            and 0 < len(data) <= min(self._send_window, self._send_pktsize)
        )
        if short and self._send_chan is not None and self._conn is not None:
            self._send_window -= len(data)
            head = self._send_chan.to_bytes(4, "big") + len(data).to_bytes(4, "big")
            self._conn.send_packet(MSG_CHANNEL_DATA, head + data, handler=self)
        else:
            super().write(data, datatype)


class DirectPackets(UnloggedPackets, asyncssh.SSHServerConnection):
    """A connection on which data takes the short way."""

    __slots__ = ("_unread",)
    _heard = _used = _asked = 0.0
    """When anything has come, when data of a session, and when the client was asked for a sign of life."""

    def __init__(self, loop: asyncio.AbstractEventLoop, options: asyncssh.SSHServerConnectionOptions) -> None:
        super().__init__(loop, options)
        self.speed = LineSpeed()
        self._used = loop.time()
        self._unread = 0
        """No more bytes than these wait for the client: those at the last count, and all sent since."""

    def next_data(self) -> DataPacket | None:
        """Return the next packet if it takes the short way; it is still to be taken."""
        cipher, came = self._recv_encryption, self._inpbuf
        if (
            type(cipher) is not ReusedChacha
            or self._decompressor
            or not (self._kex_complete and self._auth_complete)
            or len(came) < SHORTEST
        ):
            return None
        seq = self._recv_seq
        head = came[:LENGTH_BYTES]
        size = LENGTH_BYTES + int.from_bytes(cipher.decrypt_header(seq, head, LENGTH_BYTES)[1], "big")
        if not SHORTEST <= size + TAG_BYTES <= min(len(came), LONGEST):
            return None
        content = cipher.decrypt_packet(seq, came[:size], b"", LENGTH_BYTES, came[size : size + TAG_BYTES])
        if not content:
            return None
        kind, end = content[1], size + TAG_BYTES
        if kind == MSG_IGNORE:
            return DataPacket(kind, None, b"", end)
        if kind != MSG_CHANNEL_DATA:
            return None
        data = content[DATA_AT : -content[0]]
        channel = self._channels.get(int.from_bytes(content[2:6], "big"))
        whole = len(data) == int.from_bytes(content[6:DATA_AT], "big") and len(content) > DATA_AT
        if not whole or not isinstance(channel, DirectChannel):
            return None
        may_come = channel._recv_state == "open" and len(data) <= channel._recv_window  # noqa: SLF001  (its own)
        return DataPacket(kind, channel, data, end) if may_come else None

    @property
    def longest_keepalive(self) -> float:
        """The most seconds between two keepalives of a connection that is not in use."""
        return float(self._keepalive_interval)

    def note_use(self) -> None:
        """Note that data of a session has come, or that one begins."""
        self._used = self._heard

    def take(self, packet: DataPacket) -> None:
        """Handle the packet that `next_data` has returned."""
        self._inpbuf = self._inpbuf[packet.end :]
        if packet.channel is not None:
            packet.channel.accept(packet.data)
        self._finish_recv_packet(packet.kind, self._recv_seq)

    def send_packet(self, pkttype: int, *args: bytes, handler: SSHPacketLogger | None = None) -> None:
        """Send a packet; one of data in the short way, unless keys have to be exchanged first."""
        cipher = self._send_encryption
        if (
            pkttype != MSG_CHANNEL_DATA
            or type(cipher) is not ReusedChacha
            or self._compressor
            or not (self._kex_complete and self._auth_complete)
            or self._rekey_bytes_sent >= self._rekey_bytes
            or (self._rekey_seconds and monotonic() >= self._rekey_time)
        ):
            super().send_packet(pkttype, *args, handler=handler)
            self._unread += PACKET_OVERHEAD + sum(map(len, args))
            return
        payload = b"".join((DATA, *args))
        padding = -(self._send_enchdrlen + len(payload)) % self._send_blocksize
        if padding < LEAST_PADDING:
            padding += self._send_blocksize
        content = bytes((padding,)) + payload + os.urandom(padding)
        seq = self._send_seq
        sent, tag = cipher.encrypt_packet(seq, len(content).to_bytes(LENGTH_BYTES, "big"), content)
        self._send(sent + tag)
        self._unread += len(sent) + TAG_BYTES
        self._send_seq = (seq + 1) & LAST_NUMBER
        self._rekey_bytes_sent += len(content)

    @contextmanager
    def sends_together(self) -> Iterator[None]:
        """Send the packets of the `with` block in one piece: two small ones would be two of the network's."""
        gathered: list[bytes] = []
        vars(self)["_send"] = gathered.append
        try:
            yield
        finally:
            del vars(self)["_send"]
            if gathered:
                self._send(b"".join(gathered))

    def ask(self, request: bytes, waiter: Acknowledgement) -> None:
        """Send a global request that wants a reply, and have the waiter get it."""
        self._global_request_waiters.append(cast(Any, waiter))
        self.send_packet(MSG_GLOBAL_REQUEST, String(request), Boolean(True))

    def _reset_keepalive_timer(self) -> None:
        """Note that something has come. asyncssh sets another timer for each read."""
        self._heard = self._loop.time()
        if self._auth_complete and self._keepalive_timer is None:
            self._set_keepalive_timer()

    def _keepalive_timer_callback(self) -> None:
        """Ask the client for a sign of life, once nothing has come for as long: seldom on a connection that
        is not in use, and at the first interval again while it does not answer.
        """
        interval, now = float(self._keepalive_interval), self._loop.time()
        if not self._keepalive_count:
            unused = self._heard - self._used
            interval = max(interval, min(SPARING * unused, self.longest_keepalive))
        left = max(self._heard, self._asked) + interval - now
        if left > 0:
            self._keepalive_timer = self._loop.call_later(left, self._keepalive_timer_callback)
        else:
            self._asked = now
            super()._keepalive_timer_callback()

    async def _make_keepalive_request(self) -> None:
        """Ask with a short name, and note how long the answer takes."""
        asked = self._loop.time()
        await self._make_global_request(KEEPALIVE)
        self.speed.answered(self._loop.time() - asked)
        self._keepalive_count = 0


def _cipher(key: bytes) -> CipherContext:
    return Cipher(ChaCha20(key, bytes(16)), mode=None).encryptor()


def reuse_ciphers() -> None:
    """Replace asyncssh's own encryption of this name, for the whole process."""
    _, cipher_name = encryption._enc_params[NAME]  # noqa: SLF001
    encryption._enc_params[NAME] = (ReusedChacha, cipher_name)  # noqa: SLF001
