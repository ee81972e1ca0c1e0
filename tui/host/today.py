"""What a host shows a player beside tables: the deals of the day, next opponents, what has just ended, and
what seven days add up to.
"""

from __future__ import annotations

from msgspec import Struct

from tui.host.cups import CupInfo
from tui.host.deals import DailyDeal
from tui.host.history import HistoryGame, SoloLadder


class TodaysDeal(Struct, frozen=True):
    """A deal of the day, and what the player has reached in it so far."""

    deal: DailyDeal
    rank: int = 0
    """0: there is no result of theirs."""
    ranked: int = 0
    """How many have a result; 0 while the player has none."""
    points: int | None = None


class Today(Struct, frozen=True):
    """What a lobby tells beside its tables."""

    deals: tuple[TodaysDeal, ...] = ()
    ladders: tuple[SoloLadder, ...] = ()
    ended: tuple[HistoryGame, ...] = ()
    """The last games of others and the player's own that everybody may see, with a result; newest first."""
    may_play: bool = True
    """Whether the player may play deals of the day: with an account, after a first game."""
    cup: CupInfo | None = None
    """A cup that is near: the player's, or one to enter that begins within a day; None: there is none."""


class WeekOfGame(Struct, frozen=True):
    """What a player's games of one kind add up to in seven days."""

    game: str
    played: int
    won: int
    best: int | None = None
    """The most points; None: they are not known."""


class Week(Struct, frozen=True):
    """Seven days, up to now."""

    games: tuple[WeekOfGame, ...] = ()
    """The player's, of every kind that they have played."""
    streak: int = 0
    """How many games the player has won in a row, up to now."""
    longest: int = 0
    """The same of all the games that are looked at."""
    ended: tuple[int, ...] = ()
    """How many public games of everybody ended in each quarter of a day, oldest first."""
