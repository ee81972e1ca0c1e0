"""Our chacha20-poly1305 is asyncssh's, byte for byte, and lets nothing through that is not."""

from __future__ import annotations

import pytest
from asyncssh.crypto import ChachaCipher
from hypothesis import given
from hypothesis import strategies as st

from server.chacha import ChachaPoly
from tests.server.house import house

KEYS = st.binary(min_size=64, max_size=64)
PACKETS = st.lists(st.binary(min_size=1, max_size=300), min_size=1, max_size=4)
NUMBERS = st.integers(0, 2**32 - 5)


def nonce(number: int) -> bytes:
    return number.to_bytes(8, "big")


@given(KEYS, NUMBERS, PACKETS)
def test_packets_are_sealed_and_opened_as_asyncssh_does(key: bytes, first: int, packets: list[bytes]):
    """Either reads what the other wrote, packet after packet of a connection."""
    theirs, writer, reader = ChachaCipher(key), ChachaPoly(key), ChachaPoly(key)
    for number, packet in enumerate(packets, first):
        header = len(packet).to_bytes(4, "big")
        sealed, tag = writer.encrypt_and_sign(header, packet, nonce(number))
        assert (sealed, tag) == theirs.encrypt_and_sign(header, packet, nonce(number))
        assert reader.decrypt_header(sealed[:4], nonce(number)) == header
        assert reader.verify_and_decrypt(sealed[:4], sealed[4:], nonce(number), tag) == packet


@pytest.mark.parametrize("at", [0, 5, -1])
def test_a_packet_that_was_changed_is_not_opened(at: int):
    """One bit of its length, its text or its tag; and the next one is read all the same."""
    writer, reader = ChachaPoly(bytes(range(64))), ChachaPoly(bytes(range(64)))
    sealed, tag = writer.encrypt_and_sign(b"\0\0\0\x09", b"text here", nonce(7))
    wrong = bytearray(sealed + tag)
    wrong[at] ^= 1
    changed = bytes(wrong[:4]), bytes(wrong[4:-16]), nonce(7), bytes(wrong[-16:])
    assert reader.verify_and_decrypt(*changed) is None
    assert reader.verify_and_decrypt(sealed[:4], sealed[4:], nonce(7), tag) == b"text here"


def test_a_packet_is_opened_at_its_own_place_only():
    """Sent again, or in another order, it is nobody's."""
    writer, reader = ChachaPoly(bytes(64)), ChachaPoly(bytes(64))
    sealed, tag = writer.encrypt_and_sign(b"\0\0\0\x09", b"text here", nonce(7))
    assert reader.verify_and_decrypt(sealed[:4], sealed[4:], nonce(8), tag) is None


async def test_connections_use_it():
    """Every client that chooses this cipher, in both directions."""
    async with house() as at, at.connect(encryption_algs=["chacha20-poly1305@openssh.com"]) as _:
        (connection,) = at.ssh._connections
        both = connection._send_encryption, connection._recv_encryption
        assert [type(each._cipher) for each in both] == [ChachaPoly, ChachaPoly]  # type: ignore[union-attr]
