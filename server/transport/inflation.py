"""How packets are compressed, in few bytes, and decompressed, to a bounded number of them.

asyncssh's own compressor ends each packet with an empty block of four bytes, and its decompressor has no
limit.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any

from asyncssh import compression

from server.settings.current_limits import CurrentLimits


class PacketDeflate(compression.Compressor):
    """Compresses small packets as well as zlib can, and ends each with a partial flush (RFC 4253, 6.2.)."""

    def __init__(self) -> None:
        self._deflate = zlib.compressobj(zlib.Z_BEST_COMPRESSION)

    def compress(self, data: bytes) -> bytes:
        return self._deflate.compress(data) + self._deflate.flush(zlib.Z_PARTIAL_FLUSH)


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


def replace_compression(limits: CurrentLimits) -> None:
    """Replace asyncssh's compressor and decompressor for the whole process."""
    compressors: dict[bytes, Callable[[], Any]] = compression._cmp_compressors  # noqa: SLF001
    compressors[b"zlib@openssh.com"] = PacketDeflate
    handlers: dict[bytes, Callable[[], Any]] = compression._cmp_decompressors  # noqa: SLF001
    handlers[b"zlib@openssh.com"] = lambda: BoundedInflate(limits)
