"""A deal: a position and a seed that several tables play, and when it may be played. Pure.

A deal of the day has the id that its game and its date give, so that all nodes mean the same one.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime

from msgspec import Struct

from engine.bots import usual_bot
from engine.chance import commitment
from engine.game import AnyGame
from engine.records.record import CHANCE, DUPLICATE
from server.log.table_options import DAILY, DAY, parse_table_options

USUAL_SEATS = 3
PLAYER_SEAT = 1
"""The seat of who plays a deal of the day."""
MATCH = "match-"
"""What the id of a duplicate match begins with."""


class StewardResult(Struct, frozen=True):
    """What the bot reaches at the player's seat with the same luck: means over `games` games."""

    place: float
    points: float
    games: int
    place_error: float | None = None
    """The standard error of the mean; None: an older host measured three games that were alike."""
    points_error: float | None = None


class Deal(Struct, frozen=True):
    """A deal, as it is stored. `seed` leaves the host when nobody plays it any more."""

    id: str
    game: str
    rules_version: int
    seats: int
    options: Mapping[str, str | int]
    """The options of its tables, without the id of the deal."""
    seed: bytes
    commitment: str
    bots: tuple[str, ...] = ()
    """By seat, the keys of the bots, '' for the player's; empty: whoever wants sits down."""
    void: bool = False
    """Whether nobody may begin it any more: some may know its luck from games that a restored backup lost."""

    def __repr__(self) -> str:  # keep the seed out of logs
        return f"Deal({self.id!r})"


class DealtTable(Struct, frozen=True):
    """A table that plays a deal. `who` is the account of a deal of the day, or the number in a match."""

    who: str
    table: str
    second: bool = False
    """Whether another account had begun the deal from the same network: it may have told of its luck."""


def day_of(now: float, later: int = 0) -> str:
    """Return the date of a moment in UTC, or that of so many days later."""
    return datetime.fromtimestamp(now + later * DAY, UTC).date().isoformat()


def is_date(text: str) -> bool:
    """Return whether a text is a date, such as 2026-11-24."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def daily_id(game: str, day: str) -> str:
    return f"{DAILY}{game}-{day}"


def daily_deal(game: AnyGame, day: str, seed: bytes) -> Deal:
    """Return a new deal of a day: with the options that tables have by default, against the best bots."""
    seats = USUAL_SEATS if USUAL_SEATS in game.seats else game.seats[0]
    bots = tuple("" if seat == PLAYER_SEAT else usual_bot(game).name for seat in range(1, seats + 1))
    return _deal(game, daily_id(game.key, day), seats, {}, seed, bots)


def match_deal(game: AnyGame, number: str, seats: int, options: Mapping[str, str], seed: bytes) -> Deal:
    """Return the deal of a duplicate match; `number` tells it from others. Raises Refused."""
    return _deal(game, MATCH + number, seats, options, seed)


def _deal(
    game: AnyGame, id_: str, seats: int, options: Mapping[str, str], seed: bytes, bots: tuple[str, ...] = ()
) -> Deal:
    found = parse_table_options(game, {**options, CHANCE: DUPLICATE})
    return Deal(id_, game.key, game.rules_version, seats, found, seed, commitment(seed, id_), bots)
