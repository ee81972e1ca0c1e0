"""Which games are rated, and who is ranked where in them.

A game is rated if its table was, if it has a result that no moderator has voided, and if two accounts or
more had a seat and played. Guests are left out, and accounts with fewer than `ENOUGH_MOVES` moves of their
own: the others are ranked among themselves. All who left (`server.log.results`) are ranked behind all who
stayed, and level with each other: what a bot or the clock achieved there counts for nobody.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from msgspec import Struct

from server.log.table_options import is_rated
from server.results.of_log import GameResult, SeatResult

ENOUGH_MOVES = 8
"""So many moves of its own an account needs for a game to be rated for it: more than most have in one round
of any game, fewer than in any game that is played to its end.
"""
EntrantKind = Literal["person", "program", "bot"]


class Entrant(NamedTuple):
    """Who has a rating: an account (by its id, or the pseudonym that is left of it) as far as it is played by
    a person, or by a program through the API; or a bot, by its key.
    """

    who: str
    kind: EntrantKind


class RankedSeat(NamedTuple):
    """A seat of a rated game; the best rank is 1."""

    seat: int
    entrant: Entrant
    rank: int


class RatedGame(Struct, frozen=True):
    """A rated game, as far as ratings need it."""

    table: str
    game: str
    ended: float
    seats: tuple[RankedSeat, ...]


def rated_game(result: GameResult) -> RatedGame | None:
    """Return an ended game as it is rated; None: it is not."""
    if result.kind != "match" or result.void or not is_rated(result.options):
        return None
    seats = [seat for seat in result.seats if seat.place and seat.holder != "guest" and _has_played(seat)]
    if len({seat.who for seat in seats if seat.holder != "bot"} - {""}) < 2:
        return None
    order = sorted({_order(seat) for seat in seats})
    return RatedGame(
        result.table,
        result.game,
        result.ended,
        tuple(RankedSeat(seat.seat, _entrant(seat), order.index(_order(seat)) + 1) for seat in seats),
    )


def _has_played(seat: SeatResult) -> bool:
    return seat.holder == "bot" or seat.moves is None or seat.moves >= ENOUGH_MOVES


def _order(seat: SeatResult) -> tuple[bool, int]:
    return bool(seat.fate), 0 if seat.fate else seat.place


def _entrant(seat: SeatResult) -> Entrant:
    if seat.holder == "bot":
        return Entrant(seat.who, "bot")
    return Entrant(seat.who, "program" if seat.program else "person")
