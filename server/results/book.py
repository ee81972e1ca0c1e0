"""The ratings at one game, as they follow from its rated games in their order: by their end, then by table.

The model is Bradley-Terry with Bayesian updates, every seat against every other (Weng and Lin). What an
opponent counts is told by how well it is known itself (`RatingBook._trust`) and by how often the two have met
(`server.results.pairs`), so that accounts that were made to lose are worth nothing. docs/ratings.md has what
attacks on it earn (`training.rating_attacks`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp, sqrt
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from server.results.pairs import Meetings, PairCounts
from server.results.rated_games import Entrant, EntrantKind, RankedSeat, RatedGame
from server.results.rating import DIGITS, Rating, is_established
from tui.host.ratings import ENOUGH_OPPONENTS

NEW = Rating()
LUCK = 25.0 / 6
"""How far a game's luck carries: two players that differ by this much, the better one wins 67 of 100."""
FOUNDERS = 8
"""Until so many are established, everybody counts as if they were: nobody could become the first."""
WIDELY_KNOWN = 25
"""Who has met so many established opponents, or all others of fewer, counts in full."""
UNKNOWN_SIGMA = 4.75
"""An opponent who is no more certain than this, 190 points, counts nothing."""
LEAST_LEFT = 0.1
"""The least share of the variance that a game leaves."""


class RatedSeat(Struct, frozen=True):
    """What a game did to the rating of a seat's entrant."""

    seat: int
    entrant: Entrant
    before: Rating
    after: Rating


class Established(NamedTuple):
    """Since the end of which game somebody is established (`Rating.since`)."""

    since: float
    kind: EntrantKind


class Past(Struct, frozen=True):
    """What was before the first game of a book, as far as its games need it: the ratings of its entrants,
    their games with each other, and who was established: of each kind the first WIDELY_KNOWN are enough.
    """

    ratings: Mapping[Entrant, Rating] = {}
    meetings: Iterable[Meetings] = ()
    established: Iterable[Established] = ()


class RatingBook:
    """The ratings of all entrants, after the games that were added."""

    def __init__(self, past: Past | None = None) -> None:
        past = past or Past()
        self.ratings: dict[Entrant, Rating] = dict(past.ratings)
        self._pairs = PairCounts(past.meetings)
        self._established = Counter[EntrantKind]()
        self._recent = list(past.established)

    def add(self, game: RatedGame) -> tuple[RatedSeat, ...]:
        """Rate the next game; return what it did to each seat's entrant."""
        self._establish(game.ended)
        entrants = dict.fromkeys(one.entrant for one in game.seats)
        before = {one: self.ratings.get(one, NEW) for one in entrants}
        after = {one: self._after(one, before, game) for one in entrants}
        self._pairs.add([one.entrant for one in game.seats])
        self.ratings |= after
        return tuple(
            RatedSeat(one.seat, one.entrant, before[one.entrant], after[one.entrant]) for one in game.seats
        )

    def _establish(self, now: float) -> None:
        """Count those who became established in earlier games: in those that ended at the same moment nobody
        did, so that their order does not matter.
        """
        self._established.update(one.kind for one in self._recent if one.since < now)
        self._recent = [one for one in self._recent if one.since >= now]

    def _after(self, one: Entrant, before: Mapping[Entrant, Rating], game: RatedGame) -> Rating:
        """Return a rating after a game; a bot may have several seats, which count their mean."""
        old, others = before[one], [seat for seat in game.seats if seat.entrant != one]
        own = [self._moved(seat, game.seats, before) for seat in game.seats if seat.entrant == one]
        left = sum(left for _, left in own) / len(own)
        met = [other.entrant for other in others if self._is_opponent(one, other.entrant, before, game.ended)]
        after = Rating(
            mu=round(old.mu + sum(by for by, _ in own) / len(own), DIGITS),
            sigma=round(old.sigma * sqrt(left), DIGITS),
            games=old.games + 1,
            last=game.ended,
            met=old.met + self._pairs.meet(one, met),
            since=old.since,
        )
        if after.since or not is_established(after):
            return after
        self._recent.append(Established(game.ended, one.kind))
        return replace(after, since=game.ended)

    def _moved(
        self, own: RankedSeat, seats: Sequence[RankedSeat], before: Mapping[Entrant, Rating]
    ) -> tuple[float, float]:
        """Return by how much a seat's result moves an estimate, and what share of its variance is left."""
        old, by, told = before[own.entrant], 0.0, 0.0
        for other in seats:
            if other.entrant == own.entrant:
                continue
            rating = before[other.entrant]
            weight = self._pairs.weight(own.entrant, other.entrant, len(seats))
            weight *= self._trust(own.entrant, other.entrant, rating)
            spread = sqrt(old.sigma**2 + rating.sigma**2 + 2 * LUCK**2)
            chance = 1 / (1 + exp((rating.mu - old.mu) / spread))
            score = 1.0 if own.rank < other.rank else 0.5 if own.rank == other.rank else 0.0
            by += weight * old.sigma**2 / spread * (score - chance)
            told += weight * (old.sigma / spread) ** 2 * chance * (1 - chance)
        return by, max(LEAST_LEFT, 1 - told)

    def _trust(self, one: Entrant, other: Entrant, rating: Rating) -> float:
        """Return what an opponent counts, from 0 to 1: how certain its rating is, and how many of those who
        are established it has met. Programs count for programs alone, because anybody can have some that
        lose.
        """
        if other.kind == "program" and one.kind == "person":
            return 0.0
        if not self._is_founded("person" if other.kind == "bot" else other.kind):
            return 1.0
        certain = max(0.0, 1 - (rating.sigma / UNKNOWN_SIGMA) ** 2)
        if other.kind == "bot":
            return certain
        least = ENOUGH_OPPONENTS - 1
        wide = min(WIDELY_KNOWN, self._established[other.kind] - 1) - least
        return certain * max(0.0, min(1.0, (rating.met - least) / wide))

    def _is_opponent(
        self, one: Entrant, other: Entrant, before: Mapping[Entrant, Rating], now: float
    ) -> bool:
        """Return whether an opponent counts among the established ones that an entrant has met."""
        if other.kind == "bot" or (other.kind == "program" and one.kind == "person"):
            return False
        return 0 < before[other].since < now or not self._is_founded(other.kind)

    def _is_founded(self, kind: EntrantKind) -> bool:
        return self._established[kind] >= FOUNDERS
