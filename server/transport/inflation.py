"""Bounds the bytes to which a compressed packet inflates; asyncssh's own decompressor has no limit."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from asyncssh import compression

from server.settings.current_limits import CurrentLimits


class BoundedInflate(compression.Decompressor):
    """Fails at a packet that inflates to more than `inflated_packet` bytes; the connection is then closed."""

    def __init__(self, limits: CurrentLimits) -> None:
        self._inflate = zlib.decompressobj()
        self._limits = limits
        self.last = 0
        """Bytes of the last packet."""

    def decompress(self, data: bytes) -> bytes | None:
        most = self._limits.now.inflated_packet
        try:
            inflated = self._inflate.decompress(data, most)
        except zlib.error:
            return None
        self.last = len(inflated)
        return inflated if len(inflated) < most else None


def bound_inflation(limits: CurrentLimits) -> None:
    """Replace asyncssh's decompressor, which has no limit, for the whole process."""
    handlers: dict[bytes, Callable[[], Any]] = compression._cmp_decompressors  # noqa: SLF001
    handlers[b"zlib@openssh.com"] = lambda: BoundedInflate(limits)
