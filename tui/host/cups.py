"""What a host shows of cups: who plays, the standing, the tables. Scores are from 0 to 1 a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, Protocol

from msgspec import Struct

CupState = Literal["open", "running", "over", "cancelled"]
CupNews = Literal["cup-soon", "cup-table", "cup-room", "cup-over"]
CALLED_OFF = "off"
"""What the news of a cup's end says instead of a place such as 2/16, which a match of clubs has none of."""
CupDeed = Literal["enter", "leave", "start", "end"]
"""What is done with a cup by its name alone."""
CupTableState = Literal["waiting", "running", "over", "struck"]


class CupInfo(Struct, frozen=True):
    """A cup as lists have it."""

    id: str
    kind: Literal["evening", "league"]
    game: str
    options: Mapping[str, str | int]
    rounds: int
    round: int
    """The round that was drawn last; 0: none."""
    starts: float
    owner: str
    state: CupState
    entrants: int
    clock: str
    takes: bool
    """Whether somebody can still enter."""
    club: str = ""
    against: str = ""
    """The club that `club` plays a match with; '': it is none."""
    equal: bool = False
    programs: bool = False
    entered: bool = False
    """Whether this player takes part."""
    table: str = ""
    """The id of this player's table that is not over; '': there is none."""


class CupMark(Struct, frozen=True):
    """A game of an entrant, or a round without one."""

    round: int
    table: int
    """0: there is no game."""
    score: float | None
    """None: the game goes on."""
    struck: bool = False
    left: bool = False


class CupStandingRow(Struct, frozen=True):
    """An entrant's row of the standing."""

    entrant: int
    place: int
    name: str
    """'' for an account that is gone."""
    score: float
    won: int
    opponents: float
    """The sum of what the opponents have, which decides between equals."""
    marks: tuple[CupMark, ...] = ()
    you: bool = False
    left: bool = False
    asked: bool = False
    """Whether a game of the cup waits for this entrant; with equal luck each is told their own."""
    side: str = ""
    """The club that it plays for, in a match."""
    former: bool = False
    """Whether the account is gone, or has left the club and is not named any more."""


class CupSide(Struct, frozen=True):
    """What a club has in a match."""

    club: str
    score: float


class CupTableInfo(Struct, frozen=True):
    """A table of a cup."""

    round: int
    number: int
    id: str
    """'' while it is not open."""
    name: str
    """While it is there."""
    state: CupTableState
    seats: tuple[str, ...]
    """The names by seat; as in rows."""
    scores: tuple[float, ...] = ()
    game_round: int = 0
    """The round of its game, while it runs; 0: not known."""
    why: str = ""
    """Why it was struck."""


class CupTrophy(Struct, frozen=True):
    """A trophy that a game of a cup has given."""

    round: int
    table: int
    name: str
    trophy: str


class CupPage(Struct, frozen=True):
    """A whole cup."""

    cup: CupInfo
    rows: tuple[CupStandingRow, ...]
    tables: tuple[CupTableInfo, ...]
    commitment: str
    """To the seed that decides who meets whom."""
    seed: str = ""
    """In hex, once the cup is over."""
    luck: float = 0.0
    """Sums that are closer are within luck."""
    organiser: bool = False
    """Whether this player may start, end and strike."""
    sides: tuple[CupSide, ...] = ()
    """The two clubs of a match."""
    trophies: tuple[CupTrophy, ...] = ()
    """What games of rounds that are over have given, the oldest first."""
    same_address: tuple[tuple[str, ...], ...] = ()
    """To the organiser: names of entrants who came from one address. In public cups they never meet."""


class CupSeat(Struct, frozen=True):
    """What somebody reached at a seat of a deal that several tables had."""

    table: int
    name: str
    score: float


class CupOfSort(Struct, frozen=True, kw_only=True):
    """A cup but for its time."""

    game: str
    rounds: int | None = None
    options: Mapping[str, str] = {}
    league: bool = False
    equal: bool = False
    programs: bool = False
    clock: str = ""
    """'': the usual one."""


class CupWish(CupOfSort, frozen=True, kw_only=True):
    """A cup to be opened. `starts` as typed."""

    starts: str
    club: str = ""
    against: str = ""
    """The other club of a match of four with four."""


class CupPort(Protocol):
    """What a session may ask of its host about cups. Every method raises Refused; one that names a cup with
    "no-cup".
    """

    async def cups(self) -> tuple[CupInfo, ...]:
        """Returns the cups that have not ended, or lately, the next one first; of other clubs none that was
        called off.
        """

    async def cup(self, cup: str = "") -> CupPage:
        """Returns a cup, of another club's that is not over only how far it is; '': where the player has a
        table now, else their own, else the next one.
        """

    async def open_cup(self, wish: CupWish) -> CupPage:
        """Opens a `cup`: rated games of one `game` with one standing, that `starts` as tables do. An evening
        has `rounds` (4, of laurin 3) with a `clock` of a minute; a `league` has four games each at once with
        three days a turn. Members alone enter one of a `club`, where evenings may have `equal` luck; one
        whose club plays `against` another one is a match of four with four. Programs play where `programs` is
        true. At most two of yours that have not begun (`cup-limit`).

        Raises Refused: "cup-account", "cup-limit", "cup-equal", and as `open_table`.
        """

    async def change_cup(self, cup: str, deed: CupDeed) -> CupPage:
        """Enters a cup, or leaves it; its organiser starts or ends it. Raises Refused: "cup-closed",
        "cup-full", "cup-new", "cup-out", "cup-often", "cup-entered", "not-entered", "not-organiser",
        "cup-address", "cup-begun", "cup-few", "cup-over".
        """

    async def strike_cup(self, cup: str, table_number: int, why: str) -> CupPage:
        """Has a game of a `cup`'s last round (`table_number`) count half for everybody, and says `why`; for
        who organises it and does not play there, and for moderators.

        Raises Refused: "not-organiser", "no-cup-table", "cup-own".
        """

    async def cup_seats(
        self,
        cup: str = "",
        round: int = 0,  # noqa: A002
    ) -> tuple[tuple[int, tuple[CupSeat, ...]], ...]:
        """What was reached at each of the `seats` of a round with equal luck (`round` 0: the last one that is
        over) by those who had it: `table`, `name`, `score`.

        Raises Refused: "no-cup-seats".
        """
