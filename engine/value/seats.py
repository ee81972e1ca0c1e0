"""How the seats of a table play, as far as it is known: for everything that plays a position on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import fsum
from typing import Any

from msgspec import Struct

from engine.chance import Chance

PARTS = 1000
"""A policy is drawn by as many equal parts."""
Way = tuple[tuple[str, float], ...]
"""The policies that a seat may play by, each with its weight; the weights add up to 1. A policy is named by
the game: usually one of its bots.
"""


class Seats(Struct, frozen=True):
    """How each seat plays, seat 1 first."""

    ways: tuple[Way, ...]

    def drawn(self, chance: Chance) -> tuple[str, ...]:
        """A policy for each seat, drawn by its weights where there are several."""
        return tuple([_drawn(way, chance) for way in self.ways])


class SeenMove(Struct, frozen=True):
    """A move that everybody saw, and the position before it as a spectator's view."""

    view: Any
    move: Any


class Sitting(Struct, frozen=True):
    """Who sits at a seat, as far as everybody knows: a bot, or somebody of whom some moves were seen."""

    bot: str = ""
    """Its name; '': no bot that is known."""
    seen: tuple[SeenMove, ...] = ()
    """The last ones that tell how this seat plays, oldest first."""


def alike(policy: str, seats: int) -> Seats:
    return Seats((((policy, 1.0),),) * seats)


def seated(policies: Iterable[str]) -> Seats:
    """Each seat plays by its own, seat 1 first: the bots that sit there."""
    return Seats(tuple([((policy, 1.0),) for policy in policies]))


def way(weights: Mapping[str, float]) -> Way:
    """A way to play from weights above 0, whatever their sum, in the order of their names."""
    whole = fsum(weights.values())
    return tuple([(policy, weight / whole) for policy, weight in sorted(weights.items())])


def _drawn(way: Way, chance: Chance) -> str:
    if len(way) == 1:
        return way[0][0]
    part = (chance.pick(range(PARTS)) + 0.5) / PARTS
    for policy, weight in way:
        part -= weight
        if part < 0:
            return policy
    return way[-1][0]
