"""The trophies that a host shows: at the end of a game, and all of a player. Their words are left to the
presenters.
"""

from __future__ import annotations

from msgspec import Struct


class SeatTrophy(Struct, frozen=True):
    """A trophy that a game has given a seat."""

    seat: int
    trophy: str
    times: int
    """How often its player has got it by now; 1: for the first time here."""


class WonTrophy(Struct, frozen=True):
    """A trophy that somebody has: how often, and when the first and the last game ended that gave it."""

    trophy: str
    times: int
    first: float
    last: float
    table: str = ""
    """The id of the first game; '' for others, since its table may have been private."""


class TrophyCase(Struct, frozen=True):
    """The trophies of a player, in all or in a month or a season (a quarter), the last first."""

    name: str
    period: str = ""
    """As 2026-11 or 2026-Q4; '': in all."""
    trophies: tuple[WonTrophy, ...] = ()


class Honour(Struct, frozen=True):
    """A trophy of a time: who had it first, and who most often. A name is '' of somebody who has left a club
    since.
    """

    trophy: str
    first: str
    first_at: float
    most: str
    times: int


class Honours(Struct, frozen=True):
    """What games of a time have given, by trophies: the one that was given first of all comes first."""

    period: str
    honours: tuple[Honour, ...] = ()
