"""What a window has made: bytes that are ready to be sent, plain and packed, each made once for all."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, TypeVar

from msgspec import Struct

T = TypeVar("T")
ROOM = 64 * 1024 * 1024
"""Bytes that are kept."""
LEAST_PACKED = 400
"""Bytes below which packing saves nothing."""


class Body(Struct, frozen=True):
    """A page or file: its bytes, packed ones (empty: it is not worth it), its type and how it is told apart
    from others; for how many seconds others may keep it; a name makes it an attachment.
    """

    plain: bytes
    packed: bytes
    kind: str
    etag: str
    age: int
    status: int = 200
    location: str = ""
    attachment: str = ""
    by_language: bool = True

    @property
    def size(self) -> int:
        """About how many bytes it takes."""
        return len(self.plain) + len(self.packed) + 300


def body(
    content: str | bytes,
    kind: str,
    age: int,
    *,
    status: int = 200,
    attachment: str = "",
    by_language: bool = True,
) -> Body:
    """Return something as it is kept."""
    plain = content.encode() if isinstance(content, str) else content
    is_text = kind.startswith(("text/", "image/svg", "application/atom"))
    packed = gzip.compress(plain, 6, mtime=0) if is_text and len(plain) >= LEAST_PACKED else b""
    etag = f'"{hashlib.sha256(plain).hexdigest()[:20]}"'
    full = f"{kind}; charset=utf-8" if is_text else kind
    return Body(plain, packed, full, etag, age, status, "", attachment, by_language)


def redirect(path: str) -> Body:
    """Return that something is elsewhere."""
    return Body(b"", b"", "text/plain; charset=utf-8", "", 0, 303, path)


class Kept:
    """Values by key, each made once for all who want it, and kept for some seconds or until its version is
    another. `clock` is monotonic.
    """

    def __init__(self, clock: Callable[[], float], room: int = ROOM) -> None:
        self._clock, self._room = clock, room
        self._values: OrderedDict[Hashable, tuple[float, Hashable, Any, int]] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[Any]] = {}
        self.size = 0
        self.made = 0
        """How many were made."""

    def last(self, key: Hashable) -> Any:
        """Return the value that was made last, however old; None: there is none."""
        found = self._values.get(key)
        return found[2] if found else None

    async def get(
        self, key: Hashable, seconds: float, make: Callable[[], Awaitable[T]], version: Hashable = None
    ) -> T:
        """Return the value of a key. What making it raises is raised to all who wait for it, and not kept."""
        found = self._values.get(key)
        if found and found[0] >= self._clock() and found[1] == version:
            self._values.move_to_end(key)
            kept: T = found[2]
            return kept
        under_way = self._making.get(key)
        if under_way is None:
            under_way = asyncio.ensure_future(self._make(key, seconds, make, version))
            self._making[key] = under_way
            under_way.add_done_callback(_taken_note_of)
        made: T = await asyncio.shield(under_way)
        return made

    async def _make(
        self, key: Hashable, seconds: float, make: Callable[[], Awaitable[Any]], version: Hashable
    ) -> Any:
        try:
            value = await make()
        finally:
            del self._making[key]
        self.made += 1
        size = getattr(value, "size", 1000)
        self._drop(key)
        self._values[key] = (self._clock() + seconds, version, value, size)
        self.size += size
        while self.size > self._room:
            self._drop(next(iter(self._values)))
        return value

    def _drop(self, key: Hashable) -> None:
        if found := self._values.pop(key, None):
            self.size -= found[3]


def _taken_note_of(made: asyncio.Future[Any]) -> None:
    """Do nothing: whoever waits for it is told what went wrong."""
    if not made.cancelled():
        made.exception()
