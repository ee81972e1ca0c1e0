"""The open table that suits somebody who looks for a game. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean

from msgspec import Struct

MANY = 4
"""The number of tables from which on those with players of a similar rating are preferred."""
NEAR = 200.0
"""The most between two ratings that are near each other."""


class Seeker(Struct, frozen=True, kw_only=True):
    """Somebody who looks for a game. `game` is None if any will do; `bots`: bots may fill seats; `ratings`
    are theirs by game, as far as they are known.
    """

    player: str
    game: str | None = None
    bots: bool = True
    ratings: Mapping[str, float] = {}


class Candidate(Struct, frozen=True, kw_only=True):
    """An open table where somebody may sit down. `people` sit there, `free` seats are left; `ratings` are
    those of its people that are known; `bots`: bots sit there or will.
    """

    table: str
    game: str
    people: int
    free: int
    opened: float
    bots: bool = False
    ratings: Sequence[float] = ()


def best_tables(candidates: Iterable[Candidate], seeker: Seeker) -> list[Candidate]:
    """Return the tables that suit a seeker, the best first: where most people sit, then where few seats are
    left, then the oldest. Of many, those with players of a similar rating come first.
    """
    fitting = [one for one in candidates if seeker.game in {None, one.game} and (seeker.bots or not one.bots)]
    is_choice = len(fitting) >= MANY

    def rank(one: Candidate) -> tuple[bool, int, int, float]:
        far = is_choice and not _is_near(one, seeker)
        return far, -one.people, one.free, one.opened

    return sorted(fitting, key=rank)


def _is_near(one: Candidate, seeker: Seeker) -> bool:
    """Return whether the players of a table are about as strong as the seeker, as far as that is known."""
    own = seeker.ratings.get(one.game)
    return own is None or not one.ratings or abs(fmean(one.ratings) - own) <= NEAR
