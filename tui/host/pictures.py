"""The data that a host shows a session: the lobby, tables, the player's account. Always whole snapshots.

Texts that players typed are cleaned already. Seats are numbered from 1; times are seconds of the host's
clock. How snapshots arrive is left to `tui.host.port`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from engine.analysis.rounds import Curve
from engine.game import Ask, Moment, Standing, Verdict
from engine.plans import Plan
from engine.records.course import Course
from tui.host.clubs import ClubNews
from tui.host.cups import CupNews
from tui.host.dice import FairDice
from tui.host.ratings import RatingChange, ShownRating
from tui.host.trophies import SeatTrophy

StageName = Literal["open", "running", "over", "frozen", "damaged"]
"""Of a frozen table the rules are not here any more; of a damaged one the log on disk is not whole, and what
happened there last is not known. Neither can go on.
"""
SavingName = Literal["", "saving", "not-saved", "unreached"]
"""What everybody at a table waits for: nothing; the host's disk, for longer than usual; room on it, or
another one: what was asked for did not happen.
"""
Ending = Literal["", "played", "conceded", "abandoned", "expired", "closed", "left", "lesson"]
"""How a table ended: played to its end; by conceding; by agreement, without a result; because no player came
for long, without a result; before the game began; because a lesson was played to its end.
"""


SOMEBODY = "somebody"
"""Whose name is not told: nobody has this one."""


class Account(Struct, frozen=True):
    """The player as the host knows them. `settings` are kept with the account (a guest's for the session):
    "bell" is "on" or "off"; "mode" is "plain" or not set; "hints", "lang", "display-" followed by a
    terminal's type, and whatever else screens store.
    """

    name: str
    guest: bool
    keys: int = 0
    """The number of keys that open this account; 0 for a guest."""
    settings: Mapping[str, str] = {}
    ignored: tuple[str, ...] = ()
    """The names of the players whom this player ignores, as they were at that time."""
    provisional: bool = False
    """The account is forgotten after a day, unless its player makes a move in a game."""
    moderator: bool = False
    """May decide reports (`tui.host.moderation`)."""
    name_refused: str = ""
    """The code of why this session's player cannot have the name that its client sent; empty: has it, could
    have it, or was known before.
    """
    drawn: bool = False
    """The host has drawn the name, and the player has chosen none yet."""
    played: frozenset[str] = frozenset()
    """The games of which the player has lately finished one."""
    login_name: str = ""
    """The name that the player's client sent, if they may take it instead of the drawn one; nobody else is
    told it.
    """
    refused: bool = False
    """A guest whose key got no account: too many were made from their network."""


class NoticePlace(Struct, frozen=True):
    """A recipient at one of the host's services."""

    service: str
    recipient: str


class NoticeChoice(Struct, frozen=True):
    """Where a player's notices go while they are away: a recipient at one of the host's services, and all
    that are confirmed; none if `service` is empty. `services` are all services, and what a recipient is
    there: "mail" or "topic".
    """

    services: Mapping[str, str] = {}
    service: str = ""
    recipient: str = ""
    confirmed: bool = False
    """True once the code was typed that was sent there."""
    recipients: tuple[NoticePlace, ...] = ()


class HostLine(Struct, frozen=True):
    """What the host says in a chat: a code of `tui.language.host_lines`, and what is put into its words."""

    code: str
    params: Mapping[str, str | int] = {}

    def __hash__(self) -> int:
        return hash((self.code, tuple(sorted(self.params.items()))))


class ChatLine(Struct, frozen=True):
    """A chat line: cleaned text. `name` is empty where it was said at a seat by who hides the profile, to who
    has none there. `place` is whose chat it belongs to; `watchers` are followers of a table without a seat, a
    `message` is for one player alone. `host`: what the host says of the player; then `text` is for those who
    do not know the code.
    """

    name: str
    text: str
    time: float
    place: Literal["lobby", "table", "watchers", "message"] = "table"
    host: HostLine | UnsetType = UNSET


class FinishedGame(Struct, frozen=True):
    """A finished game of this player. `name` is the name of its table."""

    id: str
    name: str
    game: str
    names: tuple[str, ...]
    """By seat; '' for a player who wants to be forgotten."""
    places: tuple[int, ...]
    """By seat; empty if the game ended without a result."""
    your_seat: int
    ended: float
    ending: Ending = "played"
    code: str = ""
    """Of a private table."""


class ReplayedGame(Struct, frozen=True):
    """An ended game to look at again; or a record that was never a table here."""

    id: str
    """Of its table; '' if it has none here."""
    course: Course
    your_seat: int | None = None
    """The seat that this player had."""
    public: bool = False
    """Its table was open to everybody."""


class SeatNews(Struct, frozen=True):
    """What a player hears of a table at which they have a seat, wherever they are: somebody sat down or stood
    up, or said something; the game began; it is this player's turn. What was said there,
    or told to this player, was taken away (`who`, `text`): nobody is to read it any more.
    """

    kind: Literal[
        "sat", "stood", "said", "taken", "began", "turn", "told", "invited", "followed", "reminder", "called",
        ClubNews, CupNews,
    ]  # fmt: skip
    """From "told" on they are for this player alone, wherever they are: a player who follows them back wrote
    to them (`text`); `who` invites them to a table, or follows them from now on; a table with a start time
    where they have a seat begins soon; `who` waits for them at the table `name`; or it is of a club, whose
    name is `name`; or the cup `text` begins soon, has a table for them (`name`), or is over.
    """
    table: str
    """The table's id; empty if it is about none."""
    name: str
    """The table's name."""
    who: str = ""
    """Who sat down, stood up, said or wrote something, invites or follows; cleaned text."""
    text: str = ""
    """What was said; cleaned text."""
    watching: bool = False
    """True if whoever said it has no seat there."""


class TimeAway(Struct, frozen=True):
    """A player's vacation: until when their slow clocks stand still (None: they run), and how many days are
    left this year.
    """

    until: float | None
    left: int


class ReceivedNote(Struct, frozen=True):
    """A message or an invitation that waited for this player, and when it was sent."""

    news: SeatNews
    sent: float


class FollowedPlayer(Struct, frozen=True):
    """Somebody whom this player follows: whether they are `here`, which is not told of who hides the profile
    and does not follow `back`.
    """

    name: str
    here: bool
    back: bool


class Seat(Struct, frozen=True):
    """A seat as everybody sees it. `name` is cleaned text, empty if the seat is free and, to those who have
    none at the table, if its player hides the profile.
    """

    name: str = ""
    held_by: Literal["nobody", "player", "bot"] = "nobody"
    bot: str = ""
    away_since: float | None = None
    """Since when no terminal of its player is connected; None: one is."""
    stalled: bool | UnsetType = UNSET
    """True while the line of its player has not moved for some seconds; else programs are not told of it."""
    lent: bool = False
    """`bot` plays for the absent owner until they are back."""
    conceded: bool = False
    """Its player has conceded; `bot` plays on if the game goes on."""
    timed_out: bool | UnsetType = UNSET
    """True where that was since the time was up."""
    left: bool | UnsetType = UNSET
    """True once the game is over where its player had left: the seat counts as last, whatever it reached."""
    kept_for: str = ""
    """A free seat that only this player may take (before a rematch); SOMEBODY: who hides the profile."""
    program: bool = False
    """Its player took it, or moved, through the API."""
    rating: ShownRating | None = None
    """Of its player or bot, at this game; None: none yet, or not known."""
    vacation: float | UnsetType = UNSET
    """Until when the clock of its player stands or stood still, where they went on a vacation."""
    bank: float | UnsetType = UNSET
    """Where the clock has a bank: the seconds that are left in it, while the seat's time does not run."""


class Proposal(Struct, frozen=True):
    """A proposal of some seats to the others: to end without a result, or to play again."""

    kind: Literal["abandon", "rematch"]
    seats: tuple[int, ...]
    """The seats that agreed."""
    table: str = ""
    """The id of the rematch."""


class TableInfo(Struct, frozen=True):
    """A table as the lobby lists it, seen by one player."""

    id: str
    name: str
    """The table's name: short, typable, unique among the host's tables (KIWI-7)."""
    game: str
    options: Mapping[str, str | int]
    seats: tuple[Seat, ...]
    stage: StageName
    since: float
    """When the present stage began."""
    watching: int = 0
    round: int = 0
    """0 before the deal; and of a running game whose log has not been read since the host's start."""
    your_seat: int | None = None
    given_up: int | None = None
    """The seat that this player had here and conceded."""
    yours: bool = False
    """True if this player may start the game and kick others: they opened the table, or its owner is gone."""
    startable: bool = False
    """Everybody who sits there may start the game: its owner could have, for some time."""
    private: bool = False
    """Listed only to players who sit there or know its code."""
    code: str = ""
    """The code to join by; only for players who sit there."""
    clock: str = "none"
    """As `tui.host.turn_clocks` says."""
    searching: bool = False
    """Players are searched: the game begins by itself as soon as every seat is taken."""
    starts: float | None = None
    """When its players have agreed to begin; until some minutes past that it stays open without them."""
    bots_at: float | None = None
    """When bots take the free seats; None: they do not."""
    proposals: tuple[Proposal, ...] = ()
    lendable: tuple[int, ...] = ()
    """The seats whose players are gone: they may be lent to a bot or, where no clock runs, called first."""
    ending: Ending = ""
    """Only if the table is over."""
    lasted: float | UnsetType = UNSET
    """The seconds from the deal to the end: only of a game that is over."""

    @property
    def may_start(self) -> bool:
        """Whether this player may start the game, once every seat is taken."""
        return self.yours or (self.startable and self.your_seat is not None)


class LobbySnapshot(Struct, frozen=True):
    """Who is here, the player's own tables, and a page of the others (`tui.host.table_search`)."""

    you: str
    people: tuple[str, ...]
    """The first hundred who are here, in the order of arrival, without others who hide their profile."""
    tables: tuple[TableInfo, ...]
    """First those where the player has a seat, newest first; then the page."""
    chat: tuple[ChatLine, ...] = ()
    """The lobby's chat that this player reads: the last 100 lines, oldest first."""
    finished: tuple[FinishedGame, ...] = ()
    """This player's own finished games, newest first."""
    notice: str = ""
    """The message of the day or the host's present announcement; cleaned text."""
    draining: bool = False
    """True if the host is about to stop: no new tables, running games go on."""
    restored: float = 0.0
    """When the backup was made that the host was restored from, some days ago at most; 0: it was not."""
    unreached: bool = False
    """True while the host does not reach its store: nothing can be stored, and so nothing begins."""
    here: int = 0
    """How many people are here."""
    total: int = 0
    """How many tables there are."""
    found: int = 0
    """How many tables fit the search of which a page is shown."""
    first: int = 0
    """How many of those come before the page."""
    ratings: Mapping[str, ShownRating] = {}
    """This player's own ratings by game, as far as they are known and wanted."""


class LessonStep(Struct, frozen=True):
    """Where a lesson is (`engine.lessons`): the code of what is said, and which of its steps this is."""

    code: str
    """Empty: nothing is said while others play. At the end of the lesson: "end"."""
    number: int
    steps: int
    is_read: bool = False
    """True if the learner reads here and goes on (`Port.go_on`)."""
    move: str = ""
    """The learner's next move, in notation; empty if they have none to make."""


class TableSnapshot(Struct, frozen=True):
    """What one seat (or a spectator) may know of a table: after a step, or when it begins to follow.

    It has a view, never a state. `events` are those of this step; `past` (only in the first snapshot after
    following a table) are earlier events, oldest first.
    """

    info: TableInfo
    seq: int
    """The number of journaled steps; it grows with every step, undo included."""
    seat: int | None
    view: Any = None
    """None before the deal."""
    ask: Ask | None = None
    """The question to this seat that is open now."""
    waiting_for: tuple[int, ...] = ()
    """The seats that everybody may know to be asked."""
    since: float = 0.0
    """When the present question was asked."""
    events: tuple[Any, ...] = ()
    past: tuple[Any, ...] = ()
    earlier: bool = False
    """True if there were events before those of `past`: `Port.past` has them."""
    can_undo: bool = False
    standings: tuple[Standing, ...] = ()
    """Only of a finished game with a result."""
    verdict: Verdict | None = None
    """Why the first seats are first; only of such a game."""
    moments: tuple[Moment, ...] = ()
    """What decided such a game, in the order it happened."""
    deadline: float | None = None
    """By the host's clock: when the time is up for this seat's question or, if it has none, for the first
    open question.
    """
    chat: tuple[ChatLine, ...] = ()
    """The table's chat that this player may read: the last 100 lines, oldest first."""
    notice: str = ""
    """The same as in the lobby."""
    saving: SavingName = ""
    beforehand: tuple[str, ...] = ()
    """The standing answers of this seat that are valid (`engine.standing_answers`); nobody else is shown
    them.
    """
    plan: Plan | None = None
    """What this seat has planned (`engine.plans`); nobody else is shown it."""
    dice: FairDice = FairDice()
    lesson: LessonStep | None = None
    """Only of a table that is a lesson."""
    ratings: tuple[RatingChange, ...] = ()
    """What a rated game did to the ratings of its seats: shortly after its end."""
    curve: Curve | None = None
    """Everybody's chances over such a game, by rounds: at its end or shortly after it, if there are any."""
    trophies: tuple[SeatTrophy, ...] = ()
    """What such a game has given: shortly after its end. Who hides their profile is told theirs alone."""
