"""The one encoding of journal and API: JSON of tagged structs, lossless both ways."""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec


def encode(value: Any) -> bytes:
    """A move, view, event or state as JSON in UTF-8."""
    return msgspec.json.encode(value)


def decode(kind: Any, data: bytes) -> Any:
    """The value of type `kind` in this JSON. Raises msgspec.DecodeError if it is not one."""
    return _decoder(kind).decode(data)


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)
