"""The host's own encryption is asyncssh's, byte for byte."""

from __future__ import annotations

import pytest
from asyncssh.encryption import ChachaEncryption

from server.transport.packets import NAME, ReusedChacha
from tests.server.running_host import running_host

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
