"""The host's own encryption is asyncssh's, byte for byte."""

from __future__ import annotations

import asyncio
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_CHANNEL_DATA
from asyncssh.encryption import ChachaEncryption
from asyncssh.packet import String

from server.transport.packets import NAME, ReusedChacha
from tests.server.running_host import running_host
from tests.server.sessions.test_session import terminal
from tests.waiting import WITHIN

KEY = bytes(range(64))
SEQUENCE = (0, 1, 255, 1 << 31, (1 << 32) - 1)
SIZES = (8, 16, 60, 64, 65, 1000, 32768)


@pytest.mark.parametrize("size", SIZES)
def test_packets_are_encrypted_as_asyncssh_encrypts_them(size: int) -> None:
    """One pair of ciphers, used for one packet after another, sends the same bytes as a new one for each."""
    theirs, ours = ChachaEncryption.new("", KEY, b""), ReusedChacha.new("", KEY, b"")
    length, content = size.to_bytes(4, "big"), bytes(n % 251 for n in range(size))
    for seq in SEQUENCE:
        assert ours.encrypt_packet(seq, length, content) == theirs.encrypt_packet(seq, length, content)


@pytest.mark.parametrize("size", SIZES)
def test_a_packet_is_decrypted_to_what_was_sent(size: int) -> None:
    theirs, ours = ChachaEncryption.new("", KEY, b""), ReusedChacha.new("", KEY, b"")
    length, content = size.to_bytes(4, "big"), bytes(n % 251 for n in range(size))
    for seq in SEQUENCE:
        sent, tag = theirs.encrypt_packet(seq, length, content)
        first, rest = sent[:8], sent[8:]
        assert ours.decrypt_header(seq, first, 4) == (first, length)
        assert ours.decrypt_packet(seq, first, rest, 4, tag) == content


def test_a_packet_that_was_changed_is_not_decrypted() -> None:
    """A changed length, content, tag or number of a packet; and the next packet is decrypted again."""
    ours = ReusedChacha.new("", KEY, b"")
    sent, tag = ours.encrypt_packet(7, b"\0\0\0\x10", b"sixteen bytes...")
    for at in range(len(sent)):
        changed = sent[:at] + bytes([sent[at] ^ 1]) + sent[at + 1 :]
        assert ours.decrypt_packet(7, changed[:8], changed[8:], 4, tag) is None
    assert ours.decrypt_packet(7, sent[:8], sent[8:], 4, bytes([tag[0] ^ 1, *tag[1:]])) is None
    assert ours.decrypt_packet(8, sent[:8], sent[8:], 4, tag) is None
    assert ours.decrypt_packet(7, sent[:8], sent[8:], 4, tag) == b"sixteen bytes..."


async def test_keys_and_frames_take_the_short_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """asyncssh takes no packet of theirs apart and puts none together; nor those that hide when keys come."""
    long_way: list[int] = []
    theirs, received = asyncssh.SSHServerConnection.send_packet, asyncssh.SSHServerConnection._recv_packet

    def send(self: asyncssh.SSHServerConnection, pkttype: int, *args: bytes, **named: Any) -> None:
        long_way.append(pkttype)
        theirs(self, pkttype, *args, **named)

    def receive(self: asyncssh.SSHServerConnection) -> bool:
        long_way.append(-1)
        return received(self)

    async with running_host() as at, at.connect(encryption_algs=[NAME.decode()]) as connection:
        seen = await terminal(connection)
        monkeypatch.setattr(asyncssh.SSHServerConnection, "send_packet", send)
        monkeypatch.setattr(asyncssh.SSHServerConnection, "_recv_packet", receive)
        for key in "ace":
            seen.type(key)
            await seen.see(f"key '{key}'")
        assert long_way == []


async def test_keys_are_read_after_another_key_exchange() -> None:
    """The numbers of packets go on; during the exchange asyncssh has the packets."""
    async with running_host() as at, at.connect(encryption_algs=[NAME.decode()]) as connection:
        seen = await terminal(connection)
        for key in "ace":
            connection._send_kexinit()
            connection._kexinit_sent = True
            seen.type(key)
            await seen.see(f"key '{key}'")


@pytest.mark.parametrize(
    ("channel", "content"),
    [
        (99, String(b"e")),
        (0, String(b"e" * 40_000)),
        (0, (2).to_bytes(4, "big") + b"e"),
        (0, b"\0\0\0\1"),
        (0, String(b"e") + b"more"),
    ],
    ids=["no such channel", "more than may come", "less than it says", "nothing", "more than it says"],
)
async def test_what_is_wrong_is_left_to_asyncssh(channel: int, content: bytes) -> None:
    """It ends the connection, as it does without a short way."""
    async with running_host() as at, at.connect(encryption_algs=[NAME.decode()]) as connection:
        await terminal(connection)
        (ours,) = at.ssh._connections
        number = min(ours._channels) + channel
        connection.send_packet(MSG_CHANNEL_DATA, number.to_bytes(4, "big") + content)
        await asyncio.wait_for(connection.wait_closed(), WITHIN)


async def test_a_packet_with_a_wrong_tag_ends_the_connection() -> None:
    async with running_host() as at, at.connect(encryption_algs=[NAME.decode()]) as connection:
        seen = await terminal(connection)
        encrypt = connection._send_encryption.encrypt_packet

        def wrong(*given: Any) -> tuple[bytes, bytes]:
            sent, tag = encrypt(*given)
            return sent, bytes([tag[0] ^ 1, *tag[1:]])

        connection._send_encryption.encrypt_packet = wrong
        seen.type("e")
        await asyncio.wait_for(connection.wait_closed(), WITHIN)


async def test_a_connection_uses_it() -> None:
    """A connection with the cipher that OpenSSH chooses has the host's own encryption in both directions."""
    async with running_host() as at, at.connect(encryption_algs=[NAME.decode()]):
        (ours,) = at.ssh._connections
        assert isinstance(ours._send_encryption, ReusedChacha)
        assert isinstance(ours._recv_encryption, ReusedChacha)


def test_it_takes_the_place_of_asyncssh() -> None:
    """A key exchange makes as many bytes of keys for it as for asyncssh's own."""
    assert ReusedChacha.get_mac_params(b"") == ChachaEncryption.get_mac_params(b"")
    assert ReusedChacha.needs_mac() == ChachaEncryption.needs_mac()
