"""The ratings at one game, as they follow from its rated games in their order: by their end, then by table.

The model is Bradley-Terry with Bayesian updates, every seat against every other (Weng and Lin). What an
opponent counts is told by how well it is known itself (`RatingBook._trust`) and by how often the two have met
(`server.results.pairs`), so that accounts that were made to lose are worth nothing. docs/ratings.md has what
attacks on it earn (`training.rating_attacks`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from math import exp, sqrt
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from server.results.ladder import ACTIVE
from server.results.pairs import Meetings, PairCounts
from server.results.rated_games import Entrant, EntrantKind, RankedSeat, RatedGame
from server.results.rating import DIGITS, Rating, is_established
from tui.host.ratings import ENOUGH_OPPONENTS

NEW = Rating()
LUCK = 25.0 / 6
"""How far a game's luck carries: two players that differ by this much, the better one wins 67 of 100."""
AROUND = 14 * 86_400.0
FOUNDERS, FEWEST = 8, 3
"""While fewer than `FOUNDERS` are established and were active lately, everybody counts as if they were, or
nobody could become the first, or the first again where those before have left. So it is, too, while these
are fewer than `WIDELY_KNOWN`, and fewer than `FEWEST` were active in the last `AROUND` seconds. Where more
were then, but fewer than `ENOUGH_OPPONENTS`, nobody new can meet enough of them: whoever has met as many as
that counts among those whom others have met.
"""
WIDELY_KNOWN = 16
"""Who has met so many established opponents, or all others of fewer, counts in full."""
MOST_ESTABLISHED = WIDELY_KNOWN + 1
"""More are not counted: who has met all others of so many counts in full."""
LEAST_LEFT = 0.1
"""The least share of the variance that a game leaves."""


class RatedSeat(Struct, frozen=True):
    """What a game did to the rating of a seat's entrant."""

    seat: int
    entrant: Entrant
    before: Rating
    after: Rating
    counted: bool
    """Whether it counted then among those whom its opponents have met (`Rating.met`)."""


class Established(NamedTuple):
    """Since the end of which game somebody is established, and when the last one ended (`Rating`)."""

    entrant: Entrant
    since: float
    last: float


class Past(Struct, frozen=True):
    """What was before the first game of a book, as far as its games need it: the ratings of its entrants,
    their games with each other, and who was established: of each kind the MOST_ESTABLISHED who were active
    last are enough.
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
        self._established = defaultdict[EntrantKind, dict[Entrant, Established]](dict)
        for one in sorted(past.established, key=lambda one: one.last):
            self._note(one)
        self._lately: Mapping[EntrantKind, int] = {}
        self._around: Mapping[EntrantKind, int] = {}

    def add(self, game: RatedGame) -> tuple[RatedSeat, ...]:
        """Rate the next game; return what it did to each seat's entrant."""
        self._lately = {kind: self._count(kind, game.ended, ACTIVE) for kind in self._established}
        self._around = {kind: self._count(kind, game.ended, AROUND) for kind in self._established}
        entrants = dict.fromkeys(one.entrant for one in game.seats)
        before = {one: self.ratings.get(one, NEW) for one in entrants}
        counted = {one for one in entrants if self._counts(one, before[one], game.ended)}
        after = {one: self._after(one, before, counted, game) for one in entrants}
        self._pairs.add([one.entrant for one in game.seats])
        self.ratings |= after
        for one, rating in after.items():
            if rating.since:
                self._note(Established(one, rating.since, rating.last))
        return tuple(
            RatedSeat(one.seat, one.entrant, before[one.entrant], after[one.entrant], one.entrant in counted)
            for one in game.seats
        )

    def _note(self, one: Established) -> None:
        """Put somebody who is established behind all who were active before."""
        known = self._established[one.entrant.kind]
        known.pop(one.entrant, None)
        known[one.entrant] = one

    def _count(self, kind: EntrantKind, now: float, within: float) -> int:
        """Count who is established and was active in so many seconds, up to MOST_ESTABLISHED. In games that
        ended at the same moment nobody became established, so that their order does not matter.
        """
        found = 0
        for one in reversed(self._established[kind].values()):
            if one.last < now - within or found == MOST_ESTABLISHED:
                break
            found += one.since < now
        return found

    def _after(
        self, one: Entrant, before: Mapping[Entrant, Rating], counted: Collection[Entrant], game: RatedGame
    ) -> Rating:
        """Return a rating after a game; a bot may have several seats, which count their mean."""
        old = before[one]
        own = [self._moved(seat, game, before) for seat in game.seats if seat.entrant == one]
        left = sum(left for _, left in own) / len(own)
        met = [other for other in counted if other != one and not _is_worthless(one, other)]
        after = Rating(
            mu=round(old.mu + sum(by for by, _ in own) / len(own), DIGITS),
            sigma=round(old.sigma * sqrt(left), DIGITS),
            games=old.games + 1,
            last=game.ended,
            met=old.met + self._pairs.meet(one, met),
            since=old.since,
        )
        is_new = not after.since and is_established(after)
        return replace(after, since=game.ended) if is_new else after

    def _moved(
        self, own: RankedSeat, game: RatedGame, before: Mapping[Entrant, Rating]
    ) -> tuple[float, float]:
        """Return by how much a seat's result moves an estimate, and what share of its variance is left."""
        old, by, told = before[own.entrant], 0.0, 0.0
        for other in game.seats:
            if other.entrant == own.entrant:
                continue
            rating = before[other.entrant]
            weight = self._pairs.weight(own.entrant, other.entrant, len(game.seats))
            weight *= self._trust(own.entrant, other.entrant, rating, game.ended)
            spread = sqrt(old.sigma**2 + rating.sigma**2 + 2 * LUCK**2)
            chance = 1 / (1 + exp((rating.mu - old.mu) / spread))
            score = 1.0 if own.rank < other.rank else 0.5 if own.rank == other.rank else 0.0
            by += weight * old.sigma**2 / spread * (score - chance)
            told += weight * (old.sigma / spread) ** 2 * chance * (1 - chance)
        return by, max(LEAST_LEFT, 1 - told)

    def _trust(self, one: Entrant, other: Entrant, rating: Rating, now: float) -> float:
        """Return what an opponent counts, from 0 to 1: nothing until it is established, then by how many of
        those who are it has met.
        """
        if _is_worthless(one, other):
            return 0.0
        kind: EntrantKind = "person" if other.kind == "bot" else other.kind
        if self._begins(kind):
            return 1.0
        if not 0 < rating.since < now:
            return 0.0
        if other.kind == "bot":
            return 1.0
        least = ENOUGH_OPPONENTS - 1
        return max(0.0, min(1.0, (rating.met - least) / (min(WIDELY_KNOWN, self._lately[kind] - 1) - least)))

    def _counts(self, one: Entrant, rating: Rating, now: float) -> bool:
        """Return whether somebody counts among the established ones whom its opponents have met."""
        if one.kind == "bot":
            return False
        if 0 < rating.since < now or self._begins(one.kind):
            return True
        return self._lately[one.kind] < WIDELY_KNOWN and self._around[one.kind] <= min(
            rating.met, ENOUGH_OPPONENTS - 1
        )

    def _begins(self, kind: EntrantKind) -> bool:
        """Return whether so few are established and there that everybody counts as if they were."""
        lately = self._lately.get(kind, 0)
        return lately < FOUNDERS or (lately < WIDELY_KNOWN and self._around[kind] < FEWEST)


def _is_worthless(one: Entrant, other: Entrant) -> bool:
    """Return whether an opponent counts nothing whatever is known of it: a program for a person, because
    anybody can have some that lose.
    """
    return other.kind == "program" and one.kind == "person"
