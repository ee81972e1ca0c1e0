"""What a host shows of deals that several tables play: the deal of the day, and duplicate matches."""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from engine.options import NOTHING, Asked

DealState = Literal["", "running", "over"]
"""Of a player's attempt at a deal of the day: there is none, it runs, or it is over."""
DealClosed = Literal["", "daily-account", "daily-played", "daily-void"]
"""Why a deal of the day is not played: the code with which that is refused, '' if it may be played."""
RowState = Literal["finished", "running", "left"]
"""Of a result: who left has none, or gave the seat up."""


class DailyDeal(Struct, frozen=True):
    """The deal of the day of one game, as a player may know it."""

    game: str
    date: str
    """In UTC, such as 2026-11-24."""
    seats: int
    seat: int
    """The player's."""
    bots: tuple[str, ...]
    """By seat, the keys of the bots; '' for the player's."""
    closes: float
    commitment: str
    """The commitment to today's seed (docs/fair-dice.md)."""
    next_commitment: str
    """The commitment to tomorrow's."""
    players: int
    """How many have begun."""
    state: DealState = ""
    table: str = ""
    """The id of the player's table, '' if there is none."""
    date_before: str = ""
    """The date of the day before."""
    dealt_before: bool = True
    """Whether the day before had a deal."""
    closed: DealClosed = ""


class DealRow(Struct, frozen=True):
    """What somebody reached at one seat of one table."""

    name: str
    state: RowState
    rank: int = 0
    """Among all who played this seat; 0: there is no result."""
    seat: int = 1
    place: int = 0
    """At the table; 0: there is no result."""
    points: int | None = None
    """In the game's own unit."""
    better_places: float | None = None
    """How many places better than what it is compared with: the bot at the same seat with the same luck, or
    the mean of all who had this seat in the match; None: it cannot be compared.
    """
    better_points: float | None = None
    """The same in points."""
    table: str = ""
    """The id of the table: by it the record is found, once the deal has closed."""
    table_name: str = ""
    you: bool = False
    program: bool = False
    """Whether a program moved for its player."""
    hidden: bool = False
    """Somebody who hides their profile from whoever asks: then there is no name."""
    second: bool = False
    """Has no rank: another account had begun the deal from the same network."""


class DealResults(Struct, frozen=True):
    """The results of a deal, by seats and then the best first."""

    game: str
    date: str
    """Of a deal of the day; '' for a match."""
    open: bool
    """Whether it may still be played: records are closed until then, and only who has played sees results."""
    closes: float | None
    """When it closes; None: when all its tables are over."""
    deal: str
    """The id that its commitment is to."""
    commitment: str
    seed: str
    """In hex, once it has closed; '' until then."""
    tables: int
    """How many tables have begun."""
    running: int
    """How many of them are not over."""
    rows: tuple[DealRow, ...] = ()
    steward_place: float | None = None
    """The mean place of the bot at the player's seat with the same luck; None: not known, or a match."""
    steward_points: float | None = None
    steward_games: int = 0
    """In how many games that was measured; 0: not known, or a match."""
    steward_place_error: float | None = None
    """The standard error of the mean; None: not known."""
    steward_points_error: float | None = None


class DuplicateMatch(Struct, frozen=True):
    """The tables of a new duplicate match."""

    game: str
    seats: int
    tables: tuple[str, ...]
    """Their ids."""
    names: tuple[str, ...]
    commitment: str
    codes: tuple[str, ...]
    """Their codes, '' where they are not private."""


class DealPort(Protocol):
    """What a session may ask of its host about deals. Every method raises Refused."""

    async def daily(self) -> tuple[DailyDeal, ...]:
        """The deal of the day of each game as `deals`: `game`, `date` and `date_before`, `seats`, your
        `seat`, the `bots` by seat, when it `closes`, the `commitment` to its seed and the `next_commitment`
        to tomorrow's, how many `players` have begun, your `state` (`""`, `running`, `over`) and `table`, and
        `closed`, the code with which `play_daily` would refuse you (`""`: it would not). `dealt_before`:
        whether the day before had one.
        """

    async def play_daily(self, game: str) -> str:
        """Begins your game of today's deal, or goes on with it: the id of its `table`. For accounts that have
        played a game to its end with so many `moves` (`daily-account`), once (`daily-played`), not after a
        backup of the same day was restored (`daily-void`).

        Raises Refused: "unknown-game", "daily-account", "daily-played", "daily-void".
        """

    async def daily_results(self, game: str, date: str = "") -> DealResults:
        """The `results` of a day, or of today. While it is `open` only who has played gets `rows`. Each has
        `name`, `state` (`finished`, `running`, `left`), `rank` (0: none; `second`: true where another account
        had begun it from the same network), `place`, `points`, and how many places and points better it is
        than the steward's (`better_places`, `better_points`); `table` is the id of its record. The steward's
        means of `steward_games` games are `steward_place` and `steward_points`, with their standard errors
        (`steward_place_error`, `steward_points_error`), which are those of the comparisons, too. With the
        `seed` once the deal has closed.

        Raises Refused: "unknown-game", "no-deal".
        """

    async def open_duplicate(
        self, game: str, seats: int, tables: int, options: Asked = NOTHING, *, private: bool = False
    ) -> DuplicateMatch:
        """Opens 2 to 8 tables with the same luck, at which you do not sit: a `match` with the ids of its
        `tables`, their `names` and `codes`, and the `commitment`.

        Raises Refused: "match-tables", and as `open_table`.
        """

    async def duplicate_results(self, table: str) -> DealResults:
        """The `results` of the match that a table belongs to; `rows` once all its tables are over, by `seat`,
        each compared with the mean of its seat.

        Raises Refused: "no-table", "no-match".
        """
