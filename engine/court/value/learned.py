"""What `training.court` learned of positions between turns: a network while the King can be taken, another
from then on; and parts of the rows of figures that they are shown, one row for each seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from engine.court.bots.prospects import Cards
from engine.court.model.cards import KINDS
from engine.kit.arrays import np
from engine.value.network import Array, Network, Packed, network_of

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


MOST_SEATS = 5


def cards_held(cards: Sequence[Cards]) -> Array:
    """How many cards of each kind the seats have."""
    return np.array([[float(own.count(kind)) for kind in KINDS] for own in cards])


def beside(own: Array) -> tuple[Array, Array]:
    """The mean and the most of the other seats' figures, for each seat."""
    size = len(own)
    others = np.array([np.delete(own, seat, 0) for seat in range(size)])
    return others.mean(1), others.max(1)


def one_of(size: int, place: int) -> list[float]:
    """A one at a place among zeros."""
    found = [0.0] * size
    found[place] = 1.0
    return found
