"""Who has met whom at a game, and what one more game between two counts.

The n-th rated game of two entrants counts 1 / n² between them: 1, then a quarter, a ninth. However often they
play, all their games together count less than 1.65 of the first. Two bots, which meet at many people's
tables, always count 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from itertools import combinations
from typing import NamedTuple

from server.results.rated_games import Entrant

Pair = tuple[str, str]


class Meetings(NamedTuple):
    """The earlier games of two entrants, as far as ratings need them."""

    one: Entrant
    other: Entrant
    games: int
    met_other: bool
    """Whether `other` is among the opponents whom `one` has met (`Rating.met`)."""
    met_one: bool


def pair(one: Entrant, other: Entrant) -> Pair | None:
    """Return two entrants whose games are counted; None: they are the same, or bots."""
    if one.who == other.who or one.kind == other.kind == "bot":
        return None
    return min(one.who, other.who), max(one.who, other.who)


class PairCounts:
    """How often each two have met."""

    def __init__(self, meetings: Iterable[Meetings] = ()) -> None:
        """Begin with earlier games of all who will meet; of each two there is one direction."""
        self._games = Counter[Pair]()
        self._counted = set[tuple[Entrant, Entrant]]()
        for one in meetings:
            if both := pair(one.one, one.other):
                self._games[both] += one.games
            self._counted.update([(one.one, one.other)] if one.met_other else ())
            self._counted.update([(one.other, one.one)] if one.met_one else ())

    def add(self, entrants: Collection[Entrant]) -> None:
        """Count a game."""
        met = {pair(one, other) for one, other in combinations(sorted(entrants), 2)}
        self._games.update(both for both in met if both)

    def weight(self, one: Entrant, other: Entrant) -> float:
        """Return what the next game of two counts between them."""
        both = pair(one, other)
        return 1 / (1 + self._games[both]) ** 2 if both else 1.0

    def meet(self, one: Entrant, opponents: Iterable[Entrant]) -> int:
        """Count opponents among those whom an entrant has met; return how many are new."""
        new = {(one, other) for other in opponents} - self._counted
        self._counted |= new
        return len(new)
