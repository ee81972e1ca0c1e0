"""What makes packets cheaper than asyncssh has them: ciphers that are made once, and no lines for a log.

The cipher is chacha20-poly1305, which OpenSSH chooses. asyncssh makes three of it for every packet. Here a
connection makes two for each direction, and a packet only sets their nonces: the same bytes in a third of the
time.
"""

from __future__ import annotations

from asyncssh import encryption
from asyncssh.packet import SSHPacketLogger
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20
from cryptography.hazmat.primitives.poly1305 import Poly1305

NAME = b"chacha20-poly1305@openssh.com"
KEY_BYTES = 32
COUNTER = bytes(8)
"""The counter of a packet's first block; the packet's number follows it in the nonce."""
FIRST_BLOCK = bytes(64)
"""The first block of a packet's key stream is the key of its tag; the content begins with the second."""


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
        """Return the bytes of a tag's key (none is exchanged) and of a tag, and that the tag is over what is
        encrypted.
        """
        return 0, 16, True

    def encrypt_packet(self, seq: int, header: bytes, packet: bytes) -> tuple[bytes, bytes]:
        """Return the encrypted length and content of packet number `seq`, and their tag."""
        nonce = COUNTER + seq.to_bytes(8, "big")
        self._length.reset_nonce(nonce)
        self._content.reset_nonce(nonce)
        key = self._content.update(FIRST_BLOCK)[:KEY_BYTES]
        sent = self._length.update(header) + self._content.update(packet)
        return sent, Poly1305.generate_tag(key, sent)

    def decrypt_header(self, seq: int, first_block: bytes, header_len: int) -> tuple[bytes, bytes]:
        """Return the block as it came, and the decrypted length of packet number `seq`."""
        self._length.reset_nonce(COUNTER + seq.to_bytes(8, "big"))
        return first_block, self._length.update(first_block[:header_len])

    def decrypt_packet(
        self, seq: int, first: bytes, rest: bytes, header_len: int, mac: bytes
    ) -> bytes | None:
        """Return the content of packet number `seq`. None: its tag is wrong, and nothing was decrypted."""
        self._content.reset_nonce(COUNTER + seq.to_bytes(8, "big"))
        key = self._content.update(FIRST_BLOCK)[:KEY_BYTES]
        came = first + rest
        try:
            Poly1305.verify_tag(key, came, mac)
        except InvalidSignature:
            return None
        return self._content.update(came[header_len:])


class UnloggedPackets(SSHPacketLogger):
    """Logs no packets. asyncssh puts a line together for each before it finds that nobody reads it."""

    def log_sent_packet(self, *_: object) -> None:
        """Do nothing."""

    def log_received_packet(self, *_: object) -> None:
        """Do nothing."""


def _cipher(key: bytes) -> CipherContext:
    return Cipher(ChaCha20(key, bytes(16)), mode=None).encryptor()


def reuse_ciphers() -> None:
    """Replace asyncssh's own encryption of this name, for the whole process."""
    _, cipher_name = encryption._enc_params[NAME]  # noqa: SLF001
    encryption._enc_params[NAME] = (ReusedChacha, cipher_name)  # noqa: SLF001
