"""The rated games of a game from one of them on: what has to be rated again when a result is stored.

Ratings follow from games in the order of their ends, and then of their tables' ids. Nearly always the new
game is the last one, and the tail has no other. If it is not, because two nodes end games at the same moment
or an account takes over another's games, those behind it are rated again, so that the stored numbers are
always those that all logs amount to. Stores read and write the rows; this module works them out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct

from server.results.book import Past, RatedSeat, RatingBook
from server.results.queries import Cursor
from server.results.rated_games import Entrant, EntrantKind, RankedSeat, RatedGame
from server.results.rating import Rating

START = Cursor(float("-inf"), "")
"""Before all games."""


class RatedSeatRow(NamedTuple):
    """A seat of a rated game as stores keep it, without its ratings."""

    table: str
    seat: int
    ended: float
    rank: int
    who: str
    kind: EntrantKind

    @property
    def entrant(self) -> Entrant:
        return Entrant(self.who, self.kind)


class TailRatings(Struct, frozen=True):
    """What the games of a tail amount to: their seats, by table, and the last rating of each entrant."""

    seats: Mapping[str, Sequence[RatedSeat]]
    ratings: Mapping[Entrant, Rating]


def seat_rows(game: RatedGame) -> list[RatedSeatRow]:
    return [RatedSeatRow(game.table, one.seat, game.ended, one.rank, *one.entrant) for one in game.seats]


def people_of(rows: Iterable[RatedSeatRow]) -> list[str]:
    """Return the accounts among the entrants of rows."""
    return sorted({row.who for row in rows if row.kind != "bot"})


def rate_tail(game: str, tail: Sequence[RatedSeatRow], past: Past) -> TailRatings:
    """Rate a tail, given in its order, after what was before it."""
    book = RatingBook(past)
    return TailRatings(_add(game, tail, book), book.ratings)


def rate_next(game: str, rows: Sequence[RatedSeatRow], book: RatingBook) -> TailRatings:
    """Rate the next games of a book that begins before all games, given in their order."""
    seats = _add(game, rows, book)
    return TailRatings(seats, {row.entrant: book.ratings[row.entrant] for row in rows})


def _add(game: str, rows: Sequence[RatedSeatRow], book: RatingBook) -> dict[str, Sequence[RatedSeat]]:
    seats: dict[str, Sequence[RatedSeat]] = {}
    for of_table in _by_table(rows):
        first = of_table[0]
        ranked = tuple(RankedSeat(row.seat, row.entrant, row.rank) for row in of_table)
        seats[first.table] = book.add(RatedGame(first.table, game, first.ended, ranked))
    return seats


def _by_table(rows: Iterable[RatedSeatRow]) -> Iterable[list[RatedSeatRow]]:
    return (list(of_table) for _, of_table in groupby(rows, key=lambda row: row.table))
