"""What a session needs of its host, and nothing more. The server implements it, tests script it.

One `Port` belongs to one session of one player. Requests are coroutines that return once the change is true
for everybody (a move: journaled), or raise `Refused` with a code and parameters. Snapshots of the lobby and
of tables (`tui.host.pictures`) arrive through listeners and are always whole, so a missed one does not
matter. Times are seconds of the host's clock (`now`). A request that names a table takes its id or its name
in any case; a private table that this player does not know can only be named by its code (`join`, `watch`).
What docs/api.md says of a request is the first paragraph of its docstring: `you` is the player there.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import Annotated, Any, Protocol

from msgspec import Meta

from engine.analysis.rounds import Curve
from tui.host.checks import CheckPort
from tui.host.clubs import ClubPort
from tui.host.cups import CupPort
from tui.host.deals import DealPort
from tui.host.dice import DiceCounts
from tui.host.game_analysis import AnalysisPort
from tui.host.history import HistoryFilter, HistoryPage, PlayerProfile, SoloLadder
from tui.host.moderation import ModerationPort
from tui.host.pictures import (
    Account,
    ChatLine,
    Ending,
    FinishedGame,
    FollowedPlayer,
    LobbySnapshot,
    NoticeChoice,
    Proposal,
    ReceivedNote,
    ReplayedGame,
    Seat,
    SeatNews,
    StageName,
    TableInfo,
    TableSnapshot,
    TimeAway,
)
from tui.host.ratings import Ladder
from tui.host.table_search import FIRST_PAGE, FoundTables, TableSearch
from tui.host.tables import TablePort
from tui.host.today import Today, Week
from tui.host.trophies import Honours, TrophyCase

__all__ = [
    "Account",
    "ChatLine",
    "Ending",
    "FinishedGame",
    "FoundTables",
    "LobbySnapshot",
    "Port",
    "Proposal",
    "Release",
    "Seat",
    "SeatNews",
    "StageName",
    "TableInfo",
    "TableSearch",
    "TableSnapshot",
]

Release = Callable[[], None]
"""Ends a subscription; calling it twice is harmless."""


class Port(AnalysisPort, CheckPort, ClubPort, CupPort, DealPort, ModerationPort, TablePort, Protocol):
    """One session's access to the host. Where an action asks one of these methods and no more, the names of
    its parameters are those of the request's fields, and stay.
    """

    ssh_host: str
    """What is typed after `ssh` to come here, such as "-p 2222 play.example.org". "HOST" if the host
    does not know how it is called; '' if nobody else can come here.
    """
    web: str
    """The address of the host's window on the web, such as https://play.example.org; '': it has none."""

    @property
    def name(self) -> str:
        """The player's name, cleaned."""

    @property
    def zone(self) -> str:
        """The name of the player's time zone: the one they set ("zone"), their client's, or the host's."""

    def now(self) -> float:
        """The host's clock, in seconds since the epoch."""

    def follow_lobby(
        self, listener: Callable[[LobbySnapshot], None], search: TableSearch = FIRST_PAGE
    ) -> Release:
        """Calls `listener` with the lobby and a page of its tables, from the event loop: at once; after each
        change of what is the player's own; after others' changes on that page every two seconds at most; with
        new counts every ten seconds at most.
        """

    def find_tables(self, search: TableSearch) -> FoundTables:
        """Returns the tables that fit a search, the player's own ones and private ones they know among
        them.
        """

    async def catch_up(self, table: str = "") -> None:
        """Returns once what is shown of a table (of all where none is named) is no older than this call,
        on whichever node of the host it was changed; without that while the store is not reached.
        """

    def people(self) -> tuple[str, ...]:
        """Returns the names of the players who are here, in the order of arrival, without others who hide
        their profile.
        """

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        """Calls `listener` at once and after every step. Raises Refused: no such table.

        If nobody has looked at the table since the host's start, its log is read first, and the first
        snapshot comes a moment later.
        """

    def follow_seats(self, listener: Callable[[SeatNews], None]) -> Release:
        """Calls `listener` with what happens at tables at which this player has a seat, once it has
        happened; never with what the player did.
        """

    def home(self) -> str | None:
        """The running table at which this player has a seat, to return to after a lost connection."""

    def look(self, table: str) -> LobbySnapshot:
        """The lobby with only one table in it, and the host's notice. Raises Refused: no such table."""

    # Who one is

    def account(self) -> Account:
        """The player's account as it is now."""

    async def rename(self, name: str) -> None:
        """Changes the player's name, here and at every table; it is kept with the account."""

    async def set(self, setting: str, value: str) -> None:
        """Remembers a setting with your account; an empty value forgets it. Three mean something to the host:
        `profile` is `hidden` to hide your profile and your games from others, `ratings` is `off` to have none
        shown on your screens, `zone` is the name of your time zone. What screens know takes their words
        alone.
        """

    async def new_key_code(self) -> str:
        """A `code` for this session's key, good for a few minutes: the account in whose session it is typed,
        or sent by `add_key`, is opened by this key from then on. A guest's `code` gives that account what the
        guest has played against bots.
        """

    async def add_key(self, code: str) -> bool:
        """Opens your account to the key whose session was given that code, too; that session's requests are
        refused (`account-moved`) until it connects again.

        Returns False if it was a guest's session, whose games against bots are added, else True.
        """

    async def notices(self) -> NoticeChoice:
        """Returns where notices go while the player is away. Refused to guests ("no-account")."""

    async def send_notices_to(self, service: str, recipient: str, language: str) -> None:
        """Has a code sent to a recipient at one of the host's services; notices go there once the code came
        back (`confirm_notices`), and nowhere else then.
        """

    async def confirm_notices(self, code: str) -> NoticeChoice:
        """Has notices sent to where the code came from."""

    async def stop_notices(self) -> None:
        """Has no notices sent any more, and the recipient forgotten."""

    async def stop_notices_of(self, code: str) -> None:
        """Has nothing more sent where a code went, whoever asks for it. Guests may, too."""

    async def forget_me(self) -> None:
        """Deletes your account, its keys and settings, and your name in finished games, for good; `who` must
        be `me`, so that nobody does it by mistake. Refused while you have a seat at a running game
        (`still-playing`); what you ask for afterwards is refused (`account-gone`).
        """

    # Talk

    async def say(self, table: str | None, text: str) -> None:
        """Sends a chat line to the lobby (None) or to a table that the player may look at. While a game with
        secrets runs, its seats are not shown lines of spectators.
        """

    async def ignore(self, name: str, on: bool = True) -> None:
        """Ignores someone, or with `"on":false` stops ignoring them."""

    async def be_away(self, days: Annotated[int, Meta(ge=0)] = 0, *, off: bool = False) -> TimeAway:
        """`away`: with `days`, the clocks of your games that allow for hours and days stand still for so many
        more days, `until` when (else null); `"off":true` ends that now, and gives whole days back that were
        not used; how many days are `left` this year, of 30. Not begun while a shorter clock of yours runs.
        """

    # Other players

    async def follow(self, name: str, on: bool = True) -> None:
        """Follows a player, who is told, or with `"on":false` no longer."""

    async def following(self) -> tuple[FollowedPlayer, ...]:
        """Whom you are `following`: each `name`, whether they are `here`, and whether they follow `back`."""

    async def tell(self, name: str, text: str) -> bool:
        """Writes to one player who follows you; `here` is false if they read it when they come."""

    async def messages(self) -> tuple[ReceivedNote, ...]:
        """The `messages` and invitations that wait for you, oldest first: `kind` (as the [news of your
        seats](#seats)), `who`, `text`, `table` and its `name`, and when it was `sent`. They count as read
        from then on.
        """

    async def invite(self, table: str, name: str) -> bool:
        """Invites a player to a table that has not begun; `here` likewise, also of who hides the profile and
        does not follow you.
        """

    # What was played

    async def ladder(self, game: str, *, programs: bool = False) -> Ladder:
        """The [ladder](#ratings) of a game; with `"programs":true` that of programs.

        Raises Refused: "unknown-game".
        """

    async def dice_counts(self) -> DiceCounts:
        """What became of the commitments of this host."""

    async def record(self, table: str) -> str:
        """The game's `record` as text, after the end for everybody who knows its id (`docs/record.md`); of a
        running game what you may know: if the game has secrets (`secrets` of the greeting), the header and
        your own moves as comments. Who had no seat in the game reads `somebody` for a player who hides the
        profile.
        """

    async def past(self, table: str, step: int) -> tuple[Any, ...]:
        """Returns all events of a table's game up to a step (`TableSnapshot.seq`), oldest first, as this
        player's seat, or a spectator, is shown them.
        """

    async def replay(self, table: str) -> ReplayedGame:
        """Returns an ended game to look at again, by its id or, of the player's own games, its table's name.
        Refused like `record`, and if the game never began ("not-dealt").
        """

    async def finished(self, table: str) -> tuple[ReplayedGame, Curve | None]:
        """Returns an ended game of the player's own and everybody's chances over it, for `share` alone: also
        while others play the same deal. Raises Refused like `replay` otherwise, and "not-seated".
        """

    async def odds_then(self, table: str, position: int, seat: int | None, effort: int = 0) -> Any:
        """Returns the odds at a position of an ended game, as a seat or a spectator could have asked for
        them. Refused like `replay`, and "no-odds".
        """

    def cast(self, table: str, language: str) -> AsyncGenerator[bytes, None]:
        """Yields an ended game as an asciicast, part by part. Raises Refused like `replay`, and "busy",
        "course-failed".
        """

    async def play_on(self, table: str, position: Annotated[int, Meta(ge=0, le=100_000)], seat: int) -> str:
        """A private table of yours where an ended game goes on from a position, with bots at the other seats;
        its id as for `open`.

        Refused like `replay` and `open_table`; "game-over" if nobody is to move there.
        """

    async def trophies(self, name: str = "", period: str = "") -> TrophyCase:
        """The `trophies` of a player with an account, without a name your own: their `name`, the `period`
        that was asked for (a year, a quarter as 2026-Q4, a month or a day; `""`: all time), and `trophies`,
        the last first: each `trophy`, how many `times` it was got, when the `first` and the `last` game ended
        that gave it, and of your own the id of the `table` of the first. Who hides their profile shows none
        (`profile-hidden`).

        Raises Refused: "no-account-called", "guest-history", "profile-hidden", "no-period".
        """

    async def honours(self, period: str = "") -> Honours:
        """Returns who had each trophy of a time first and most often, '': of this season. Raises Refused:
        "no-period".
        """

    async def curve(self, table: str) -> Curve | None:
        """Returns everybody's chances over an ended game by rounds, if there are any. Raises Refused like
        `replay`.
        """

    async def history(self, wanted: HistoryFilter) -> HistoryPage:
        """Returns ended games, newest first, a page at a time. Games of private tables are among them only if
        the player had a seat there. Refused: "no-account-called"; "guest-history", "account-later" for
        a guest's own; "profile-hidden" for the games of somebody who hides them; "unknown-game", "no-page".
        """

    async def profile(self, name: str = "") -> PlayerProfile:
        """The `profile` of a player with an account, without a name your own: `name`, `since` (when the
        account was made), whether the player is `here`; in `total` and for each game in `games` how many
        matches with a result were `played`, how often each of the `places`, in how many the first was
        `shared`, `unfinished` matches, games for `practice`, the matches won alone in a row (`streak`,
        `best_streak`), the `rating` at that game, or null, and of the games against `bots` those with a
        result (`played`, `won`, `best`: the most points, `streak`, `best_streak`); `opponents`, at most the
        fifty played most (`more_opponents`: there are others), with matches `played`, how often the player
        was placed `better` and `worse`, and when `last`; `recent` games as in `history`. Others' have what
        was played at tables that were not private; one that is `hidden` says no more, and is nobody's
        opponent but in your own.

        Refused like `history`, but of a hidden profile it returns that it is hidden.
        """

    async def opponents(self, game: str) -> SoloLadder:
        """The `opponents` of a game as its `rungs`, the weakest first: each `name`, its `bot`, the one
        `beside` it in a ladder game, its measured `rating`, your `games` against it, how many of them you
        have `won`, and whether it is `open` to you; `kept` is false for guests, whose wins count as long as
        they are connected.

        Raises Refused: "unknown-game".
        """

    async def today(self) -> Today:
        """What there is `today`: the `deals` of the day, each with the `deal` as `daily` tells it and your
        `rank` of `ranked` and `points`; the `ladders` as `opponents` tells them; the games that have just
        `ended` as `history` does; whether you `may_play` deals; the `cup` that is near, as `cup` lists it.
        """

    async def week(self) -> Week:
        """Your last seven days: your `games` by kind, each with how many you have `played` and `won` and the
        `best` points; how many you have won in a row (`streak`), and the `longest` such row; how many public
        games of everybody `ended` in each quarter of a day, oldest first.
        """

    async def sign_record(self, table: str, signature: str) -> None:
        """Adds your `signature` to the record of a game that you played to its end, as `ssh-keygen -Y sign -n
        crownhouse-record` writes it ([fair dice](fair-dice.md)).
        """
