"""What a host shows of ended games: histories, and what a player's games add up to. Always as they are now.

What may be asked for is `HistoryFilter`; how it is asked is left to `tui.host.port`. Names are those that
accounts have now; guests and bots keep the name of that time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tui.host.pictures import Ending
from tui.host.ratings import ShownRating
from tui.host.trophies import WonTrophy

HolderKind = Literal["account", "guest", "bot", "gone"]
"""Of a seat: a guest has no account; an account that is gone was forgotten and has a pseudonym."""
SeatFate = Literal["", "conceded", "replaced"]
"""What became of a player during a game: they played to the end; gave the seat up for good; or had stopped
playing at the end, while a bot or the clock played for them. Who left in either way has the last place.
"""
GameKind = Literal["match", "practice", "continued"]
"""A match has two people or more. Practice is against bots alone. A continued game went on from a position of
another one. Only matches count.
"""
ResultFilter = Literal["", "won", "lost", "none"]
"""The result for the player whose games they are; "none": the game ended without places."""
PROFILE_SETTING, HIDDEN = "profile", "hidden"
"""The setting of a player who hides the profile, and its value."""


class HistorySeat(Struct, frozen=True):
    """A seat of an ended game."""

    name: str
    """'' for an account that is gone or `hidden`."""
    holder: HolderKind
    place: int = 0
    """0: the game has no result."""
    points: int | None = None
    """None: there are none, or they are not known any more."""
    fate: SeatFate = ""
    program: bool = False
    """Whether a program moved for its player."""
    hidden: bool = False
    """Whether its player hides the profile from whoever looks, who had no seat in this game."""

    @property
    def has_profile(self) -> bool:
        """Whether its player's profile can be looked at."""
        return self.holder == "account" and not self.hidden


class HistoryGame(Struct, frozen=True):
    """An ended game. `id` is its table's, by which its record and its course are found; `name` the table's
    name.
    """

    id: str
    name: str
    game: str
    options: Mapping[str, str | int]
    kind: GameKind
    private: bool
    started: float
    """0: not known."""
    ended: float
    ending: Ending
    seats: tuple[HistorySeat, ...]
    seat: int | None = None
    """The seat of the player whose games they are; None among everybody's."""

    @property
    def place(self) -> int:
        """The place of that player; 0: none."""
        return self.seats[self.seat - 1].place if self.seat else 0

    @property
    def won(self) -> bool:
        """Whether that player alone has the first place."""
        return self.place == 1 and sum(seat.place == 1 for seat in self.seats) == 1


class HistoryFilter(Struct, frozen=True, kw_only=True):
    """Ended `games`, newest first: your own, those of a `player`, or with `"everybody":true` all of tables
    that were not private; only those with an `opponent`, of a `game`, with a `result` (`won`, `lost`, or
    `none` at all), that ended from `since` and before `until`; at most `count` (20; at most 100). `more` is
    what to send as `before` for the next page, empty after the last. Private games are shown to those who had
    a seat. A seat is `hidden`, and has no name, if its player hides the profile and you had no seat in that
    game. With `"now":true` the `tables` where a game is being played instead.
    """

    player: str | None = ""
    everybody: bool = False
    opponent: str | None = ""
    game: str | None = ""
    result: ResultFilter | None = ""
    since: float | None = None
    until: float | None = None
    before: str | None = ""
    count: Annotated[int, Meta(ge=1, le=100)] = 20
    now: bool = False


class HistoryPage(Struct, frozen=True):
    """Ended games, newest first."""

    games: tuple[HistoryGame, ...]
    player: str = ""
    """The name of the player whose games they are, as it is now; '': everybody's."""
    more: str = ""
    """What to give as `before` for the next page; '': there is none."""


class BotTally(Struct, frozen=True):
    """What somebody's games against bots alone add up to, those with a result."""

    played: int = 0
    won: int = 0
    best: int | None = None
    """The most points, of games that were played to the end; None: not known, or of several games."""
    streak: int = 0
    """The games won in a row, up to now."""
    best_streak: int = 0


class GameTally(Struct, frozen=True):
    """What somebody's games of one kind add up to."""

    game: str
    """'': of all games together."""
    played: int = 0
    """Matches with a result."""
    places: Mapping[int, int] = {}
    """How often each place."""
    unfinished: int = 0
    """Matches that ended without a result."""
    practice: int = 0
    """Games against bots alone, or continued ones: they count for nothing else."""
    streak: int = 0
    """The matches won in a row, up to now."""
    best_streak: int = 0
    shared: int = 0
    """How often the first place was shared."""
    rating: ShownRating | None = None
    """At this game; None: there is none, or the viewer wants to see none."""
    bots: BotTally = BotTally()
    """Of the games of practice those against bots alone."""

    @property
    def won(self) -> int:
        """How many matches were won."""
        return self.places.get(1, 0) - self.shared


WINS_TO_GO_ON = 2
"""So many wins against an opponent open the next one."""


class Rung(Struct, frozen=True):
    """One of a game's opponents, and a player's ladder games against it: games of three with the opponent
    `beside` it, at the usual rules.
    """

    name: str
    bot: str
    """The key of the bot."""
    beside: str
    """The name of the opponent who sits there, too."""
    rating: int | None
    """As measured; None: it was not."""
    games: int = 0
    won: int = 0
    """How often the player had a better place than this opponent."""
    open: bool = False
    """Whether the player may play it: the first one, and each after one that was beaten twice."""

    @property
    def missing(self) -> int:
        """How many wins are missing until the next opponent is open."""
        return max(0, WINS_TO_GO_ON - self.won)


class SoloLadder(Struct, frozen=True):
    """The opponents of a game, the weakest first, as a player stands to them."""

    game: str
    rungs: tuple[Rung, ...]
    kept: bool = True
    """Whether wins are kept for good: a guest's are only as long as the guest is here."""

    @property
    def next(self) -> Rung | None:
        """Whom to play next: the first one not beaten yet, at the end the strongest. None: there is none."""
        return next((one for one in self.rungs if one.missing), self.rungs[-1] if self.rungs else None)

    @property
    def beaten(self) -> int:
        """How many opponents were beaten as often as it takes."""
        return sum(not one.missing for one in self.rungs)


class OpponentRecord(Struct, frozen=True):
    """The matches with a result against one opponent, by how the two were placed."""

    name: str
    played: int
    better: int
    """How often the player was placed better than the opponent."""
    worse: int
    last: float
    """When the last of these games ended."""

    @property
    def level(self) -> int:
        """How often both had the same place."""
        return self.played - self.better - self.worse


class PlayerProfile(Struct, frozen=True):
    """An account and what its games add up to. Others are shown what was played at tables that were not
    private; of a hidden profile, only that it is hidden.
    """

    name: str
    you: bool = False
    hidden: bool = False
    here: bool = False
    """Whether the player is connected."""
    since: float = 0.0
    """When the account was made."""
    total: GameTally = GameTally("")
    games: tuple[GameTally, ...] = ()
    """The game played most first."""
    opponents: tuple[OpponentRecord, ...] = ()
    """Those played most first, fifty at most."""
    more_opponents: bool = False
    """Whether there are more of them."""
    recent: tuple[HistoryGame, ...] = ()
    """The newest first."""
    trophies: tuple[WonTrophy, ...] = ()
    """The last first."""
