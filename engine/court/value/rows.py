"""Parts of the rows of figures that networks are shown of a position, one row for each seat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.court.bots.prospects import Cards
from engine.court.model.cards import KINDS
from engine.value.network import Array

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
