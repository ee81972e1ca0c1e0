"""Who has met whom at a game, and what one more game between two counts.

A game of two counts 1 / n³ between them if it is their n-th: 1, then an eighth. Of one with more seats
each two have a part, 2 / seats, and the later ones count less by what was played before. However often two
play, all of it counts less than 1.21 of a first game. Two bots, which meet at many people's tables, always
count 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import NamedTuple

from server.results.rated_games import Entrant

Pair = tuple[str, str]
WHOLE = 60
"""What a game of two is counted as: a whole number, so that sums are the same in any order."""


class Meetings(NamedTuple):
    """The earlier games of two entrants, as far as ratings need them."""

    one: Entrant
    other: Entrant
    played: int
    """How much, in sixtieths of a game of two (`part`)."""
    met_other: bool
    """Whether `other` is among the opponents whom `one` has met (`Rating.met`)."""
    met_one: bool


def part(seats: int) -> int:
    """Return how much two play in a game with so many seats, in sixtieths: places depend on each other."""
    return 2 * WHOLE // seats


def pair(one: Entrant, other: Entrant) -> Pair | None:
    """Return two entrants whose games are counted; None: they are the same, or bots."""
    if one.who == other.who or one.kind == other.kind == "bot":
        return None
    return min(one.who, other.who), max(one.who, other.who)


class PairCounts:
    """How often each two have met."""

    def __init__(self, meetings: Iterable[Meetings] = ()) -> None:
        """Begin with earlier games of all who will meet; of each two there is one direction."""
        self._played = Counter[Pair]()
        self._counted = set[tuple[Entrant, Entrant]]()
        for one in meetings:
            if both := pair(one.one, one.other):
                self._played[both] += one.played
            self._counted.update([(one.one, one.other)] if one.met_other else ())
            self._counted.update([(one.other, one.one)] if one.met_one else ())

    def add(self, seats: Sequence[Entrant]) -> None:
        """Count a game, given by its seats."""
        for one, other in combinations(seats, 2):
            if both := pair(one, other):
                self._played[both] += part(len(seats))

    def weight(self, one: Entrant, other: Entrant, seats: int) -> float:
        """Return what the next game with so many seats counts between two."""
        both, share = pair(one, other), part(seats) / WHOLE
        return share / (1 + self._played[both] / WHOLE) ** 3 if both else share

    def meet(self, one: Entrant, opponents: Iterable[Entrant]) -> int:
        """Count opponents among those whom an entrant has met; return how many are new."""
        new = {(one, other) for other in opponents} - self._counted
        self._counted |= new
        return len(new)
