"""What games add up to: shares with their intervals, times, ratings."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import NamedTuple

from msgspec import Struct

from server.results.book import RatingBook
from server.results.rated_games import Entrant, RankedSeat, RatedGame
from server.results.rating import shown_rating
from training.matches import PlayedMatch

Z = 1.96
"""Standard deviations of a two-sided interval of 95 %."""


class Interval(NamedTuple):
    """The ends of an interval."""

    low: float
    high: float


class AnswerTimes(Struct, frozen=True):
    """How long a bot's answers took, in milliseconds."""

    mean: float
    p99: float
    worst: float


class BotRating(Struct, frozen=True):
    """A bot's rating after a round robin, on the scale that people read; `won` is its share of wins in the
    games that it played in, counted once for each of its seats.
    """

    bot: str
    points: int
    plus_minus: int
    games: int
    won: float


def wilson(won: float, games: int) -> Interval:
    """The 95 % interval of Wilson for a share of wins. `won` may have fractions."""
    if not games:
        return Interval(0.0, 1.0)
    share, spread = won / games, Z * Z / games
    middle = share + spread / 2
    reach = Z * sqrt(share * (1 - share) / games + spread / (4 * games))
    return Interval((middle - reach) / (1 + spread), (middle + reach) / (1 + spread))


def answer_times(milliseconds: Sequence[float]) -> AnswerTimes:
    """Mean, 99th percentile and longest; zeros if there was no answer."""
    if not milliseconds:
        return AnswerTimes(0.0, 0.0, 0.0)
    ordered = sorted(milliseconds)
    p99 = ordered[ceil(0.99 * len(ordered)) - 1]
    return AnswerTimes(round(sum(ordered) / len(ordered), 2), p99, ordered[-1])


def ratings(key: str, played: Sequence[PlayedMatch]) -> list[BotRating]:
    """The ratings of all bots in these games, best first, as a host would work them out."""
    book = RatingBook()
    shares: dict[str, list[float]] = {}
    for match in sorted(played, key=lambda one: one.number):
        seats = [
            RankedSeat(seat, Entrant(bot, "bot"), match.places[seat - 1])
            for seat, bot in enumerate(match.bots, 1)
        ]
        book.add(RatedGame(str(match.number), key, float(match.number), tuple(seats)))
        for seat, bot in enumerate(match.bots, 1):
            shares.setdefault(bot, []).append(match.won(seat))
    found = []
    for entrant, rating in book.ratings.items():
        shown, won = shown_rating(rating), shares[entrant.who]
        found.append(
            BotRating(
                entrant.who, shown.points, shown.uncertainty, rating.games, round(sum(won) / len(won), 4)
            )
        )
    return sorted(found, key=lambda one: one.points, reverse=True)
