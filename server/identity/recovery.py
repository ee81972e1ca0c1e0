"""Recovery codes: a code that opens an account to a new key, stored as a slow hash alone. Pure but for the
thread that the hash is worked out in.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable, Callable
from hashlib import scrypt

from msgspec import Struct

from tui.host.table_search import normalized

SALT = 16
"""Random bytes of a salt."""
COST, BLOCK = 2**14, 8
"""Of scrypt: 16 MB and some 50 ms for each try."""
Stretch = Callable[[str, str], Awaitable[str]]
"""Returns the slow hash of a code with a salt, both as texts."""


class RecoveryCode(Struct, frozen=True):
    """What is stored of a code: its salt and its hash in hex, and when it was made."""

    salt: str
    hash: str
    made: float


class StoredKey(Struct, frozen=True):
    """A key of an account, and since when."""

    fingerprint: str
    added: float


def slow_hash(code: str, salt: str) -> str:
    """Return the hash of a code, however it is typed, in hex."""
    return scrypt(normalized(code).encode(), salt=bytes.fromhex(salt), n=COST, r=BLOCK, p=1, dklen=32).hex()


async def hash_in_thread(code: str, salt: str) -> str:
    """Return the hash of a code; others are served meanwhile."""
    return await asyncio.to_thread(slow_hash, code, salt)


def fits(code: RecoveryCode | None, hashed: str) -> bool:
    """Return whether a typed code, hashed with the salt of `code`, is that code."""
    return code is not None and hmac.compare_digest(code.hash, hashed)
