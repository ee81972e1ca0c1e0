"""Codes that people read to each other and type: for tables, seats and keys.

They consist of letters and digits that are not confused with each other (Crockford's base 32), in groups
of four. `tui.host.table_search.normalized` reads what was typed.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
SHORT, LONG = 5, 10
"""Secret bytes of a code whose tries are limited, and of one whose tries are not: 40 and 80 bits."""


def code_of(secret: bytes) -> str:
    """The code of secret bytes: eight characters for each five bytes. Their number is a multiple of five."""
    number = int.from_bytes(secret, "big")
    letters = [ALPHABET[number >> shift & 31] for shift in range(len(secret) * 8 - 5, -1, -5)]
    return "-".join("".join(letters[start : start + 4]) for start in range(0, len(letters), 4))


def digest(code: str) -> str:
    """Return the hash of a code, which is stored instead of the code."""
    return sha256(code.encode()).hexdigest()


class KeyOffer(Struct, frozen=True):
    """A key that is to move to another account, and the player it belongs to now; without a key, a guest
    whose games are to move.
    """

    key: str
    player: str
