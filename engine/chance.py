"""Where dice and cards come from: fair (from a seed), scripted (from a record), recording.

Every draw has a *token*, the text that a record shows after the colon: a die's face or the
name of what was picked. Draws are numbered, so that repeating a step after a failed write gives the
same result. The server stores the seeds and decides when they become public.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import Protocol, TypeVar

T = TypeVar("T")
NOTHING_ADDED: Mapping[int, str] = MappingProxyType({})
"""What seats add to the dice unless they do: nothing."""


class Chance(Protocol):
    """A source of dice and picks: all that rules may ask of chance."""

    def dice(self, count: int) -> tuple[int, ...]:
        """`count` fair dice, faces 1..6, in the order they fell. One draw each."""
        ...

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`, each equally likely (repeat one to weigh it). One draw."""
        ...


class BadDraw(Exception):  # noqa: N818
    """A scripted draw that the rules cannot have made: its token, and the `reason` why not."""

    def __init__(self, reason: str, token: str = "", expected: str = "") -> None:
        super().__init__(reason, token, expected)
        self.reason, self.token, self.expected = reason, token, expected


def _framed(*parts: bytes) -> bytes:
    """The parts, each after its length, so that no two lists of parts give the same bytes."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(seed: bytes, table: str) -> str:
    """The commitment to a seed that is shown before the game: SHA-256, in hex.

    A seed has 32 bytes, so the hashed parts cannot be confused.
    """
    return sha256(b"v1" + table.encode() + seed).hexdigest()


def contribution_hash(text: str) -> str:
    """The commitment to a text that a seat adds to the dice: SHA-256 of its UTF-8, in hex."""
    return sha256(text.encode()).hexdigest()


def next_seed(seed: bytes) -> bytes:
    """The seed of the deal that is made instead of a voided one (32 bytes). It follows from the seed before,
    so that whoever voids a deal cannot choose the next.
    """
    return hmac.digest(seed, b"voided", sha256)


def table_key(seed: bytes, table: str, rules_version: int, added: Mapping[int, str] = NOTHING_ADDED) -> bytes:
    """The key of all draws of a table (32 bytes). `added` are the texts that seats added to the dice."""
    texts = (f"{seat} {added[seat]}".encode() for seat in sorted(added))
    return hmac.digest(seed, _framed(table.encode(), str(rules_version).encode(), *texts), sha256)


class FairChance:
    """Draws number `position`, `position + 1`, ... of a table's key. Same key, same draws."""

    def __init__(self, key: bytes, position: int = 0) -> None:
        self._dice_key = hmac.digest(key, b"dice", sha256)
        self._pick_key = hmac.digest(key, b"pick", sha256)
        self.position = position

    def dice(self, count: int) -> tuple[int, ...]:
        """`count` faces, one draw each."""
        return tuple([self._die() for _ in range(count)])

    def _die(self) -> int:
        place, self.position = self.position, self.position + 1
        counter = 0
        while True:
            for byte in _block(self._dice_key, place, counter):
                if byte < 252:  # the largest multiple of six in a byte
                    return byte % 6 + 1
            counter += 1

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`, each equally likely: one draw, without modulo bias."""
        place, self.position = self.position, self.position + 1
        limit = 2**32 - 2**32 % len(options)
        counter = 0
        while True:
            block = _block(self._pick_key, place, counter)
            for start in range(0, 32, 4):
                value = int.from_bytes(block[start : start + 4], "big")
                if value < limit:
                    return options[value % len(options)]
            counter += 1


def _block(key: bytes, place: int, counter: int) -> bytes:
    return hmac.digest(key, place.to_bytes(8, "big") + counter.to_bytes(4, "big"), sha256)


class ScriptedChance:
    """Gives a record's tokens in order, and refuses those that the rules cannot have drawn."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tuple(tokens)
        self._next = 0

    def _token(self, expected: str) -> str:
        if self._next >= len(self._tokens):
            raise BadDraw("missing", expected=expected)
        token = self._tokens[self._next]
        self._next += 1
        return token

    def dice(self, count: int) -> tuple[int, ...]:
        """The next `count` tokens as faces. Raises BadDraw if one is missing or is not a face."""
        return tuple([self._die() for _ in range(count)])

    def _die(self) -> int:
        token = self._token("1 2 3 4 5 6")
        if token not in ("1", "2", "3", "4", "5", "6"):
            raise BadDraw("impossible", token, "1 2 3 4 5 6")
        return int(token)

    def pick(self, options: Sequence[T]) -> T:
        """The option that the next token names. Raises BadDraw if it is missing or names none of them."""
        names = [str(option) for option in options]
        expected = " ".join(dict.fromkeys(names))
        token = self._token(expected)
        if token not in names:
            raise BadDraw("impossible", token, expected)
        return options[names.index(token)]

    def finish(self) -> None:
        """Raises BadDraw if tokens are left over."""
        if self._next < len(self._tokens):
            raise BadDraw("left over", self._tokens[self._next])


class RecordingChance:
    """Passes draws through and records their tokens."""

    def __init__(self, source: Chance) -> None:
        self._source = source
        self._tokens: list[str] = []

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of all draws so far."""
        return tuple(self._tokens)

    def dice(self, count: int) -> tuple[int, ...]:
        """Passes on `count` faces from the source and keeps them as tokens."""
        faces = self._source.dice(count)
        self._tokens += [str(face) for face in faces]
        return faces

    def pick(self, options: Sequence[T]) -> T:
        """Passes on the choice of the source and keeps its text as a token."""
        choice = self._source.pick(options)
        self._tokens.append(str(choice))
        return choice


class NoChance:
    """Chance for moves that draw nothing: a draw is a programming error."""

    def dice(self, count: int) -> tuple[int, ...]:  # noqa: ARG002
        """Raises AssertionError."""
        raise AssertionError("this move must not draw dice")

    def pick(self, options: Sequence[T]) -> T:  # noqa: ARG002
        """Raises AssertionError."""
        raise AssertionError("this move must not draw")
