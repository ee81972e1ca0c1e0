"""Codes that people read to each other and type: for tables, seats and keys.

Letters and digits that cannot be mistaken (Crockford's base 32), in groups of four.
"""

from __future__ import annotations

from hashlib import sha256

from msgspec import Struct

from engine.game import Refused

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
MISREAD = str.maketrans("OIL", "011", "- ")
SHORT, LONG = 5, 10
"""Bytes behind a code that is guarded by counted tries, and behind one that is not: 40, 80 bits."""


def code_of(secret: bytes) -> str:
    """The code that secret bytes (a multiple of five) give, eight characters for each five."""
    number = int.from_bytes(secret, "big")
    letters = [ALPHABET[number >> shift & 31] for shift in range(len(secret) * 8 - 5, -1, -5)]
    return "-".join("".join(letters[start : start + 4]) for start in range(0, len(letters), 4))


def normalized(text: str) -> str:
    """A code as `code_of` gives it, from what somebody typed."""
    letters = text.upper().translate(MISREAD)
    return "-".join(letters[start : start + 4] for start in range(0, len(letters), 4))


def digest(code: str) -> str:
    """What is kept of a code that nobody else may read."""
    return sha256(code.encode()).hexdigest()


class _Offer(Struct, frozen=True):
    code: str
    player: str
    until: float


class KeyOffer(Struct, frozen=True):
    """A key that wants to be another account's, and whose it is now."""

    key: str
    player: str


class KeyCodes:
    """Codes that stand for a key for a while, one for each key, each used once. In memory."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._offers: dict[str, _Offer] = {}

    def offer(self, key: str, player: str, code: str, now: float) -> None:
        """A code for a key; an earlier one is void."""
        self._offers[key] = _Offer(code, player, now + self._seconds)

    def take(self, code: str, now: float) -> KeyOffer:
        """The key of a code, which is void from now on. Raises Refused ("code-unknown")."""
        self._offers = {key: offer for key, offer in self._offers.items() if offer.until > now}
        for key, offer in self._offers.items():
            if offer.code == code:
                del self._offers[key]
                return KeyOffer(key, offer.player)
        raise Refused("code-unknown")
