"""The ratings at one game, as they follow from its rated games in their order: by their end, then by table.

The model is Plackett-Luce with Bayesian updates (Weng and Lin), from openskill: it ranks any number of seats.
What a game counts is left to `server.ratings.pairs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, permutations, product
from math import fsum

from msgspec import Struct

from server.ratings.pairs import PairCounts
from server.ratings.rated_games import Entrant, RatedGame
from server.ratings.rating import DIGITS, Rating

NEW = Rating()


class RatedSeat(Struct, frozen=True):
    """What a game did to the rating of a seat's entrant."""

    seat: int
    entrant: Entrant
    before: Rating
    after: Rating


class RatingBook:
    """The ratings of all entrants, after the games that were added."""

    def __init__(
        self,
        ratings: Mapping[Entrant, Rating] | None = None,
        met: Iterable[tuple[float, Sequence[Entrant]]] = (),
    ) -> None:
        """Begin with `ratings`. `met` are the ends of the rated games of that day before the first that will
        be added, with the entrants of each; games of earlier days do not matter.
        """
        self.ratings: dict[Entrant, Rating] = dict(ratings or {})
        self._pairs = PairCounts()
        for ended, entrants in met:
            self._pairs.add(ended, entrants)

    def add(self, game: RatedGame) -> tuple[RatedSeat, ...]:
        """Rate the next game; return what it did to each seat's entrant."""
        entrants = [one.entrant for one in game.seats]
        before = [self.ratings.get(one.entrant, NEW) for one in game.seats]
        moved = _moved(before, [one.rank for one in game.seats])
        for one in dict.fromkeys(entrants):
            weight = self._pairs.weight(game.ended, one, entrants)
            own = [after for seat, after in zip(game.seats, moved, strict=True) if seat.entrant == one]
            self.ratings[one] = _after(self.ratings.get(one, NEW), own, weight, game.ended)
        self._pairs.add(game.ended, entrants)
        return tuple(
            RatedSeat(one.seat, one.entrant, old, self.ratings[one.entrant])
            for one, old in zip(game.seats, before, strict=True)
        )


def _after(before: Rating, moved: Sequence[tuple[float, float]], weight: float, ended: float) -> Rating:
    """Return a rating after a game that counts `weight`; a bot may have several seats, which count their
    mean.
    """
    mu = sum(mu for mu, _ in moved) / len(moved)
    sigma = sum(sigma for _, sigma in moved) / len(moved)
    return Rating(
        mu=round(before.mu + weight * (mu - before.mu), DIGITS),
        sigma=round(before.sigma + weight * (sigma - before.sigma), DIGITS),
        games=before.games + 1,
        last=ended,
    )


def _moved(before: Sequence[Rating], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """Return the estimates after a game that counts in full. Seats that share a rank get the mean of the
    orders in which they could have come: the model's own rule for them gives two who share the first place
    less than the one behind them.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    moved = []
    for order in _orders(ranks):
        seats = [[model.create_rating([one.mu, one.sigma])] for one in before]
        moved.append(
            [one for (one,) in model.rate(seats, ranks=[float(order.index(i)) for i in range(len(seats))])]
        )
    return [
        (fsum(one.mu for one in seat) / len(moved), fsum(one.sigma for one in seat) / len(moved))
        for seat in zip(*moved, strict=True)
    ]


def _orders(ranks: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield each order of the seats, as places in `ranks`, in which nobody comes before a better rank."""
    level = [[seat for seat, rank in enumerate(ranks) if rank == shared] for shared in sorted(set(ranks))]
    for orders in product(*map(permutations, level)):
        yield tuple(chain.from_iterable(orders))
