"""What `training.court` learned of positions between turns: a network while the King can be taken, another
from then on.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec

from engine.value.network import Network, Packed, network_of

FILE = Path(__file__).with_name("learned.msgpack")


class Learned(msgspec.Struct, frozen=True):
    """Both networks as they are kept."""

    open: Packed
    taken: Packed


@cache
def open_network() -> Network:
    """The network for positions while the King can be taken."""
    return network_of(_learned().open)


@cache
def taken_network() -> Network:
    """The network for positions once the King is taken."""
    return network_of(_learned().taken)


@cache
def _learned() -> Learned:
    return msgspec.msgpack.decode(FILE.read_bytes(), type=Learned)
