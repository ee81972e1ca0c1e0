"""One encoding for journal, record tools and API: JSON of tagged structs, lossless both ways."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec


def encode(value: Any) -> bytes:
    """JSON of a move, view, event or state."""
    return msgspec.json.encode(value)


def decode(kind: Any, data: bytes) -> Any:
    """The value back. Raises msgspec.DecodeError where `data` is not one of `kind`."""
    return _decoder(kind).decode(data)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
