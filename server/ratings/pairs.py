"""What a game counts: the less, the more often the same two have met on that day.

The n-th rated game of two entrants at one game on a day (UTC) counts 2 / (n + 1) between them: 1, then two
thirds, a half, two fifths, and so on. So a pair that plays game after game to raise one of them gains little.
A game with more seats counts for each seat the mean of what it counts against each opponent. Two bots, which
meet at many people's tables, always count 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

from server.ratings.rated_games import Entrant

DAY = 86_400
Pair = tuple[str, str]


def day_of(moment: float) -> int:
    """Return the day (UTC) of a moment."""
    return int(moment // DAY)


def pair(one: Entrant, other: Entrant) -> Pair | None:
    """Return two entrants whose games are counted; None: they are the same, or bots."""
    if one.who == other.who or one.kind == other.kind == "bot":
        return None
    return min(one.who, other.who), max(one.who, other.who)


class PairCounts:
    """How often each two have met on the latest day that was counted."""

    def __init__(self) -> None:
        self._day = 0
        self._met: Counter[Pair] = Counter()

    def add(self, moment: float, entrants: Collection[Entrant]) -> None:
        """Count a game; games are counted in their order."""
        self._begin(moment)
        met = {pair(one, other) for one, other in combinations(sorted(entrants), 2)}
        self._met.update(both for both in met if both)

    def weight(self, moment: float, one: Entrant, entrants: Sequence[Entrant]) -> float:
        """Return what a game counts for an entrant, before it is counted itself."""
        self._begin(moment)
        against = [pair(one, other) for other in entrants if other.who != one.who]
        counts = [2 / ((self._met[both] if both else 0) + 2) for both in against]
        return sum(counts) / len(counts) if counts else 0.0

    def _begin(self, moment: float) -> None:
        if day_of(moment) != self._day:
            self._day = day_of(moment)
            self._met.clear()
