"""Where dice and cards come from: fair (from a seed), quick, scripted (from a record), recording.

Every draw has a *token*, the text that a record shows after the colon: a die's face or the
name of what was picked. Draws are numbered, so that repeating a step after a failed write gives the
same result. The server stores the seeds and decides when they become public.

`KeyedChance` is for duplicate play: a draw follows from whose it is, in which round and which throw, and not
from the draws before it, so that all tables with one key meet the same luck.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

T = TypeVar("T")
NOTHING_ADDED: Mapping[int, str] = MappingProxyType({})
"""What seats add to the dice unless they do: nothing."""


class Chance(Protocol):
    """A source of dice and picks: all that rules may ask of chance."""

    def dice(self, count: int) -> tuple[int, ...]:
        """`count` fair dice, faces 1..6, in the order they fell. One draw each."""

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`, each equally likely (repeat one to weigh it). One draw."""


class DrawPlace(NamedTuple):
    """Whose draws they are, wherever they come in the course of a game. No two steps of a game draw at the
    same place.
    """

    seat: int = 0
    """The seat that draws; 0: they are nobody's, such as the deal's."""
    round: int = 0
    """The number of the round, from 1; 0: before the first."""
    throw: int = 0
    """Which of the seat's throws in this round it is, from 1; 0 for a pile."""
    pile: str = ""
    """What is drawn from, by the game's own word, where that is not the throw of who moves."""


class PlacedChance:
    """A chance that can be asked for draws at another place than those of who moves."""

    def at(self, place: DrawPlace) -> Chance:
        """The chance of the draws at a place, from its first draw on."""
        raise NotImplementedError


def chance_at(chance: Chance, place: DrawPlace) -> Chance:
    """The chance to draw with at a place that is not the throw of who moves: rules say so where a step draws
    for several seats, or from a pile of all. Only duplicate play makes a difference of it.
    """
    return chance.at(place) if isinstance(chance, PlacedChance) else chance


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
        return _face(self._dice_key, place)

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


class QuickChance:
    """Draws that cost next to nothing and prove nothing: for searches, never for a table. `random()` is a
    number from 0 up to 1.
    """

    def __init__(self, random: Callable[[], float]) -> None:
        self._random = random

    def dice(self, count: int) -> tuple[int, ...]:
        random = self._random
        return tuple([int(random() * 6) + 1 for _ in range(count)])

    def pick(self, options: Sequence[T]) -> T:
        return options[int(self._random() * len(options))]


class KeyedChance(PlacedChance):
    """The draws at a place, by a table's key: the same for every table with this key, whatever was drawn
    before. The dice of a throw follow from their position in it, so that the first die is the same whatever
    their number. What is picked is the top card of a pack that was shuffled for this one pick: the same card,
    as long as it is among what can be picked.
    """

    def __init__(self, key: bytes, place: DrawPlace = DrawPlace()) -> None:  # noqa: B008  (immutable)
        self._key = key
        own = hmac.digest(key, _framed(place.pile.encode()) + _numbers(*place[:3]), sha256)
        self._dice_key = hmac.digest(own, b"dice", sha256)
        self._pick_key = hmac.digest(own, b"pick", sha256)
        self._dice = self._picks = 0

    def at(self, place: DrawPlace) -> Chance:
        return KeyedChance(self._key, place)

    def dice(self, count: int) -> tuple[int, ...]:
        """`count` faces, one draw each."""
        first, self._dice = self._dice, self._dice + count
        return tuple([_face(self._dice_key, position) for position in range(first, self._dice)])

    def pick(self, options: Sequence[T]) -> T:
        """One of `options`, whatever their order: the one whose hash is lowest."""
        number, self._picks = self._picks, self._picks + 1
        copies: dict[str, int] = {}
        hashes = []
        for option in options:
            token = str(option)
            copies[token] = copy = copies.get(token, 0) + 1
            message = _numbers(number, copy) + token.encode()
            hashes.append(hmac.digest(self._pick_key, message, sha256))
        return options[hashes.index(min(hashes))]


def _numbers(*numbers: int) -> bytes:
    return b"".join(number.to_bytes(4, "big") for number in numbers)


def _face(key: bytes, place: int) -> int:
    counter = 0
    while True:
        for byte in _block(key, place, counter):
            if byte < 252:  # the largest multiple of six in a byte
                return byte % 6 + 1
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


class RecordingChance(PlacedChance):
    """Passes draws through and records their tokens."""

    def __init__(self, source: Chance) -> None:
        self._source = source
        self._tokens: list[str] = []
        self.threw = False
        """Whether anything was drawn but at another place (`at`)."""

    def at(self, place: DrawPlace) -> Chance:
        """The source's draws at a place, recorded after those before."""
        found = RecordingChance(chance_at(self._source, place))
        found._tokens = self._tokens
        return found

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens of all draws so far."""
        return tuple(self._tokens)

    def dice(self, count: int) -> tuple[int, ...]:
        """Passes on `count` faces from the source and keeps them as tokens."""
        faces = self._source.dice(count)
        self.threw = True
        self._tokens += [str(face) for face in faces]
        return faces

    def pick(self, options: Sequence[T]) -> T:
        """Passes on the choice of the source and keeps its text as a token."""
        choice = self._source.pick(options)
        self.threw = True
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
