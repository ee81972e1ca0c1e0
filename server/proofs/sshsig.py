"""Reads signatures that `ssh-keygen -Y sign` made, and checks them against a text.

The format is OpenSSH's PROTOCOL.sshsig: a blob that names the signing key, a namespace and a hash, and signs
the hash of the text. Checking a key's signature is left to asyncssh. Its own `validate_sshsig` is not enough
here: it takes signatures of SHA-1 hashes, and does not say whose key signed.
"""

from __future__ import annotations

import binascii
import hashlib
from base64 import b64decode, b64encode

import asyncssh
from msgspec import Struct

BEGIN, END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
LONGEST = 16_384
"""The most characters of an armored signature that are read."""


class NotASignature(ValueError):  # noqa: N818
    """A text or a blob that is no OpenSSH signature of a record, or whose kind of key is not checked here."""


def unarmored(text: str) -> str:
    """Return the base64 text in the output of `ssh-keygen -Y sign`. Raises NotASignature."""
    lines = [line.strip() for line in text.strip().splitlines()]
    if len(text) > LONGEST or len(lines) < 3 or lines[0] != BEGIN or lines[-1] != END:
        raise NotASignature
    return "".join(lines[1:-1])


NAMESPACE = "crownhouse-record"
"""The namespace for `ssh-keygen -Y sign -n`: a signature of anything else is not a signature of a record."""
_MAGIC = b"SSHSIG"
_HASHES = {b"sha256": hashlib.sha256, b"sha512": hashlib.sha512}
_WEAK = frozenset((b"ssh-rsa", b"ssh-dss"))
"""Algorithms that sign a SHA-1 hash."""


class SshSignature(Struct, frozen=True):
    """A signature: `key` in OpenSSH's one-line form, the name of the `hash`, the bytes that the key `signed`
    it with, and the whole `blob`.
    """

    key: str
    hash: bytes
    signed: bytes
    blob: bytes

    @property
    def fingerprint(self) -> str:
        """The SHA-256 fingerprint of the key, as `ssh-keygen -l` shows it."""
        return str(asyncssh.import_public_key(self.key).get_fingerprint())

    @property
    def base64(self) -> str:
        """The text between the first and last lines of the armor, without line breaks."""
        return b64encode(self.blob).decode()

    def signs(self, message: bytes) -> bool:
        """True if this is the key's signature of `message` in the namespace of records."""
        digest = _HASHES[self.hash](message).digest()
        data = _MAGIC + b"".join(_string(part) for part in (NAMESPACE.encode(), b"", self.hash, digest))
        try:
            return bool(asyncssh.import_public_key(self.key).verify(data, self.signed))
        except (ValueError, asyncssh.Error):
            return False


def from_base64(text: str) -> SshSignature:
    """The signature in the base64 form that records have. Raises NotASignature."""
    try:
        blob = b64decode(text, validate=True)
        return _parsed(blob)
    except (binascii.Error, asyncssh.Error, ValueError, IndexError) as error:
        raise NotASignature from error


def _parsed(blob: bytes) -> SshSignature:
    """Raises ValueError, asyncssh.Error."""
    if blob[:10] != _MAGIC + (1).to_bytes(4, "big"):
        raise NotASignature
    parts, rest = [], blob[10:]
    for _ in range(5):
        length = int.from_bytes(rest[:4], "big")
        if len(rest) < 4 + length:
            raise NotASignature
        parts.append(rest[4 : 4 + length])
        rest = rest[4 + length :]
    key, namespace, _, hash_, signed = parts
    algorithm = signed[4 : 4 + int.from_bytes(signed[:4], "big")]
    if rest or namespace != NAMESPACE.encode() or hash_ not in _HASHES or algorithm in _WEAK:
        raise NotASignature
    kind = key[4 : 4 + int.from_bytes(key[:4], "big")].decode("ascii")
    line = f"{kind} {b64encode(key).decode()}"
    asyncssh.import_public_key(line)
    return SshSignature(line, hash_, signed, blob)


def _string(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part
