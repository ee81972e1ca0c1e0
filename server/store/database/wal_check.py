"""Checks a write-ahead log. SQLite ignores everything after a damaged frame.

That is right for the last transaction before a loss of power, which nobody was told of. Each transaction is
on disk before the next begins, so if more than one ends after the damage, something was lost that somebody
was told of. The format is SQLite's (https://www.sqlite.org/fileformat2.html#walformat).
"""

from __future__ import annotations

import struct
from pathlib import Path
from typing import NamedTuple

from server.store.database.schema import UnusableDatabase

HEADER = struct.Struct(">8I")
FRAME = struct.Struct(">6I")
MAGIC = 0x377F0682
"""The last bit says that checksums are made of big-endian words."""
MASK = 0xFFFFFFFF
PAGE_SIZE = 4096
PAGE_SIZES = frozenset(1 << bits for bits in range(9, 17))


class Checksum(NamedTuple):
    """SQLite's two running sums."""

    first: int = 0
    second: int = 0

    def after(self, data: bytes, order: str) -> Checksum:
        """Return the sums after more data."""
        first, second = self
        words = struct.unpack(f"{order}{len(data) // 4}I", data)
        for one, other in zip(words[::2], words[1::2], strict=True):
            first = (first + one + second) & MASK
            second = (second + other + first) & MASK
        return Checksum(first, second)


def check_wal(path: Path, most: int | None = None) -> None:
    """Raise UnusableDatabase if what was confirmed is damaged in the first `most` bytes (None: anywhere)."""
    try:
        with path.open("rb") as file:
            data = file.read(-1 if most is None else most)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UnusableDatabase(f"cannot be read: {path.name}: {error.strerror}") from error
    if lost := _lost_transactions(data):
        raise UnusableDatabase(
            f"has lost {lost} or more confirmed changes, since {path.name} is damaged: restore a backup"
        )


def _lost_transactions(data: bytes) -> int:
    """Return how many transactions from a damaged frame on must have been confirmed."""
    if len(data) < HEADER.size:
        return 0
    magic, _, page, _, *salts, first, second = HEADER.unpack_from(data)
    if magic | 1 != MAGIC | 1 or page not in PAGE_SIZES:
        return _ends(data, _salts(data, HEADER.size), HEADER.size, PAGE_SIZE)
    order = ">" if magic & 1 else "<"
    sums = Checksum().after(data[: HEADER.size - 8], order)
    if sums != Checksum(first, second):
        return _ends(data, salts, HEADER.size, page)
    size = FRAME.size + page
    for start in range(HEADER.size, len(data) - size + 1, size):
        _, _, *found, first, second = FRAME.unpack_from(data, start)
        sums = sums.after(data[start : start + 8], order).after(
            data[start + FRAME.size : start + size], order
        )
        if found != salts or sums != Checksum(first, second):
            return _ends(data, salts, start, page)
    return 0


def _ends(data: bytes, salts: list[int], start: int, page: int) -> int:
    """Return how many transactions of this log end from a place on, without the one that may not have been
    confirmed. Frames of the log before, over which this one is written, have other salts.
    """
    size = FRAME.size + page
    frames = (FRAME.unpack_from(data, at) for at in range(start, len(data) - size + 1, size))
    return max(0, sum(bool(commit) and found == salts for _, commit, *found, _, _ in frames) - 1)


def _salts(data: bytes, start: int) -> list[int]:
    return list(FRAME.unpack_from(data, start)[2:4]) if len(data) >= start + FRAME.size else []
