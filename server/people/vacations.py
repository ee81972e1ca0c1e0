"""Vacations: on so many days of a year a player's slow clocks stand still. Pure.

What a player has used is kept with the account as a setting that only the host writes; tables note when their
players are back (`server.log.entries`, "away").
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from msgspec import Struct

from tui.host.pictures import TimeAway
from tui.host.refusals import refused

VACATION = "vacation"
"""The name of the setting."""
DAYS_A_YEAR = 30
DAY = 86_400.0


class Vacation(Struct, frozen=True):
    """How many days of a year, in UTC, a player has used, and when the last vacation ends."""

    year: int = 0
    used: int = 0
    until: float = 0.0

    @property
    def text(self) -> str:
        return f"{self.year} {self.used} {int(self.until)}"

    def at(self, now: float) -> TimeAway:
        """Return how the player is shown it."""
        used = self.used if self.year == _year(now) else 0
        return TimeAway(until=self.until if self.until > now else None, left=DAYS_A_YEAR - used)


def vacation_of(settings: Mapping[str, str]) -> Vacation:
    """Return a player's vacation from the settings of their account."""
    kept = settings.get(VACATION, "").split()
    return Vacation(int(kept[0]), int(kept[1]), float(kept[2])) if len(kept) == 3 else Vacation()


def longer(vacation: Vacation, days: int, now: float) -> Vacation:
    """Return a vacation that begins now, or goes on, for so many days more. Raises Refused
    ("too-many-days-away").
    """
    left = vacation.at(now).left
    if not 0 < days <= left:
        raise refused("too-many-days-away", days=left)
    return Vacation(_year(now), DAYS_A_YEAR - left + days, max(now, vacation.until) + days * DAY)


def ended(vacation: Vacation, now: float) -> Vacation:
    """Return a vacation that ends now: whole days that were not used are given back."""
    if vacation.until <= now:
        return vacation
    unused = int((vacation.until - now) // DAY)
    return Vacation(vacation.year, max(0, vacation.used - unused), now)


def _year(now: float) -> int:
    return datetime.fromtimestamp(now, UTC).year
