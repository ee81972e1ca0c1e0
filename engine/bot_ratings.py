"""How strong the bots of a game proved to be, by game and bot: what openskill makes of a round robin, on the
scale of the ladder. `make gate GAME=... ROUNDROBIN=1000` writes this from docs/gates; not by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class MeasuredRating(NamedTuple):
    """A rating at one game, give or take `uncertainty` in two cases of three, from so many games."""

    points: int
    uncertainty: int
    games: int


MEASURED: Mapping[str, Mapping[str, MeasuredRating]] = MappingProxyType({})
