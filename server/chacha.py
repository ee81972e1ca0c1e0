"""chacha20-poly1305@openssh.com as most clients choose it, at a quarter of what asyncssh takes.

asyncssh makes three ciphers for every packet. They only differ in their nonce, so here each
connection has two for all its packets: one for lengths, one for all else. What is sent is the
same, byte for byte.
"""

from __future__ import annotations

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.ciphers import Cipher, CipherContext
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20
from cryptography.hazmat.primitives.poly1305 import Poly1305

KEY = 32
"""Bytes of each of the two keys: of what is sent, and of its length."""
START = bytes(8)
"""The block counter at the beginning of a packet."""
BLOCK = bytes(64)
"""The first block of a packet's stream makes the key of its tag; its text is written over the next."""


class ChachaPoly:
    """Seals or opens the packets of one direction, in place of `asyncssh.crypto.ChachaCipher`: a
    packet's nonce is its number, in eight bytes.
    """

    def __init__(self, key: bytes) -> None:
        self._text, self._length = _stream(key[:KEY]), _stream(key[KEY:])

    def encrypt_and_sign(self, header: bytes, data: bytes, nonce: bytes) -> tuple[bytes, bytes]:
        """The sealed packet, and its tag."""
        length, tag_key = self.decrypt_header(header, nonce), self._begin(nonce)
        sealed = length + self._text.update(data)
        return sealed, Poly1305.generate_tag(tag_key, sealed)

    def decrypt_header(self, header: bytes, nonce: bytes) -> bytes:
        """A packet's length, which is known before its tag has come."""
        self._length.reset_nonce(START + nonce)
        return self._length.update(header)

    def verify_and_decrypt(self, header: bytes, data: bytes, nonce: bytes, tag: bytes) -> bytes | None:
        """The text; None: somebody else made the packet."""
        tag_key = self._begin(nonce)
        try:
            Poly1305.verify_tag(tag_key, header + data, tag)
        except InvalidSignature:
            return None
        return self._text.update(data)

    def _begin(self, nonce: bytes) -> bytes:
        """The text's stream at the beginning of a packet; the key of the packet's tag."""
        self._text.reset_nonce(START + nonce)
        return self._text.update(BLOCK)[:KEY]


def _stream(key: bytes) -> CipherContext:
    """A stream cipher: what encrypts decrypts, too."""
    return Cipher(ChaCha20(key, bytes(16)), mode=None).encryptor()
