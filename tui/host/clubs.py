"""What a session asks its host of clubs, and what the host shows of them: people who play together, with
notes, their own ladder, their deals of the day, and what games have given them.
"""

from __future__ import annotations

from typing import Literal, Protocol

from msgspec import Struct

from tui.host.cups import CupOfSort
from tui.host.ratings import ShownRating
from tui.host.trophies import Honour

MOST_MEMBERS, MOST_CLUBS = 200, 3
"""Members of a club, and clubs of a player."""
INVITED_DAYS, OFFICERLESS_DAYS = 7, 90
"""Days for which an invitation is good, and after which a club without an officer gets one."""
MOST_NOTES = 20
"""So many of the newest notes are kept."""
ClubRole = Literal["", "member", "officer", "founder"]
"""'': is no member. A founder is an officer for as long as they stay."""
BEST_EVENINGS = 8
"""So many of a player's best evenings of a season count."""
MOST_EVENTS = 12
"""Entries of a club's calendar."""
ClubRepeats = Literal["", "week", "fortnight", "month", "quarter"]
"""How often an entry of a calendar comes; '': once. By months it is the same weekday of the month."""
ClubNews = Literal["club-invited", "club-note", "club-event"]
"""Notes to a player: `who` invites them to the club `name`, or has written `text` there; or what its calendar
has a day later (`text`), with the cup `who` ('': none).
"""


class OwnClub(Struct, frozen=True):
    """A club of a player."""

    name: str
    role: ClubRole
    members: int


class ClubInvitation(Struct, frozen=True):
    """A club that a player may join, until when."""

    club: str
    until: float


class Clubs(Struct, frozen=True):
    """The clubs of a player, and those that they may join."""

    clubs: tuple[OwnClub, ...] = ()
    invitations: tuple[ClubInvitation, ...] = ()


class ClubMember(Struct, frozen=True):
    """A member, and since when they are one."""

    name: str
    role: ClubRole
    since: float
    here: bool = False
    you: bool = False


class ClubNote(Struct, frozen=True):
    """A note of a club. `author` '': somebody who is no member any more."""

    number: int
    author: str
    text: str
    at: float


class ClubRating(Struct, frozen=True):
    """A member's rating at a game."""

    game: str
    name: str
    rating: ShownRating


class ClubDealRow(Struct, frozen=True):
    """A member's result in the deal of the day."""

    name: str
    place: int
    points: int | None


class ClubDeal(Struct, frozen=True):
    """The deal of the day of a game among members: how many have played, and the best first, to who has."""

    game: str
    played: int
    rows: tuple[ClubDealRow, ...] = ()


class ClubEvent(Struct, frozen=True):
    """An entry of a club's calendar, as it comes next."""

    number: int
    starts: float
    text: str
    every: ClubRepeats = ""
    game: str = ""
    """Of the cup that is opened for it; '': none is."""
    cup: str = ""
    """The cup that is open for it; '': none is yet."""
    entrants: int = 0
    entered: bool = False
    """Whether this player takes part."""


class ClubPage(Struct, frozen=True):
    """A club. Others are shown its name, when it was founded, and how many members it has."""

    name: str
    founded: float
    members: int
    role: ClubRole = ""
    people: tuple[ClubMember, ...] = ()
    """Those of longest standing first."""
    notes: tuple[ClubNote, ...] = ()
    """The newest first."""
    ratings: tuple[ClubRating, ...] = ()
    """Of each game the best first."""
    deals: tuple[ClubDeal, ...] = ()
    season: str = ""
    """Such as 2026-Q4."""
    honours: tuple[Honour, ...] = ()
    calendar: tuple[ClubEvent, ...] = ()
    """The next one first."""


class ClubSeasonRow(Struct, frozen=True):
    """What a player has in a season: the sum of the best evenings, and how many there were."""

    place: int
    name: str
    """'': somebody who is no member any more."""
    score: float
    evenings: int
    you: bool = False


class ClubEvening(Struct, frozen=True):
    """An evening cup of a season, and who won it; '' as in rows."""

    cup: str
    game: str
    ended: float
    entrants: int
    winners: tuple[str, ...]


class ClubSeason(Struct, frozen=True):
    """A quarter of a club: its table of evenings, the evenings, and what games have given members."""

    club: str
    season: str
    rows: tuple[ClubSeasonRow, ...] = ()
    evenings: tuple[ClubEvening, ...] = ()
    honours: tuple[Honour, ...] = ()


class ClubPort(Protocol):
    """What a session asks of clubs. `club` '': the player's only one. All of it is refused to guests."""

    async def clubs(self) -> Clubs:
        """Returns the player's clubs, and those that they may join."""

    async def club(self, club: str = "") -> ClubPage:
        """A `club` has its `name`, when it was `founded`, how many `members`; for members your `role`, its
        `people` (`name`, `role`, `since`, whether they are `here`), its `calendar` (`number`, when it
        `starts` next, `text`, `every`, the `game` of its cup, and the `cup` that is open for it with its
        `entrants`), the newest twenty `notes`, the `ratings` of members by game, the `deals` of the day among
        them (how many have `played`, and to who has, `rows`), and for each trophy that members got this
        `season` the `honours`: who had it `first`, and who `most` often.
        """

    async def club_season(self, season: str = "", club: str = "") -> ClubSeason:
        """A `season` of a club, a quarter such as 2026-Q4, or the present one: `rows` with the sum of each
        player's best eight evening cups (`score`), how many `evenings` they played, the `evenings` with their
        `winners`, and the `honours` of members. A name is empty of who has left the club.

        Raises Refused: "no-period".
        """

    async def found_club(self, name: str) -> str:
        """Founds a `club`, of which you are an officer; at most three clubs each."""

    async def invite_to_club(self, name: str = "", club: str = "") -> str:
        """Lets a player join your club within a week, who is told; without a `name` a `code` lets one person
        in. Officers alone.
        """

    async def join_club(self, club: str) -> str:
        """Joins a club that you are invited to, by its name or by a code that you were given."""

    async def leave_club(self, club: str = "", *, unnamed: bool = False) -> str:
        """Leaves a club; the last officer names another one before (`last-officer`). `unnamed`: others do not
        read your name in its cups any more; also for who has left before.
        """

    async def make_officer(self, name: str, on: bool = True, club: str = "") -> None:
        """Makes a member an officer, or with `"on":false` an officer a member; its founder stays one."""

    async def remove_from_club(self, name: str, club: str = "") -> None:
        """Removes a member."""

    async def note_in_club(self, text: str, club: str = "") -> None:
        """Writes a note on the club's page; the first one of a day (UTC) is told to all members."""

    async def plan_in_club(
        self,
        starts: str,
        text: str = "",
        every: ClubRepeats = "",
        cup: CupOfSort | None = None,
        club: str = "",
    ) -> ClubPage:
        """Puts an entry into the club's calendar: `starts` as tables do, a `text`, whether it comes again
        `every` "week", "fortnight", "month" or "quarter", and a `cup` (as `cup_open` has it, but for its
        time) that is opened six days before each time. Members are told a day before. For officers.
        """

    async def unplan_in_club(self, number: int, *, once: bool = False, club: str = "") -> ClubPage:
        """Takes the entry `number` out of the club's calendar, or with `once` its next time alone; its cup is
        cancelled, unless it has begun.
        """
