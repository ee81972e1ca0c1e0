"""What a host shows a player of the day beside tables: the deals, the next opponents, what has just ended."""

from __future__ import annotations

from msgspec import Struct

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
