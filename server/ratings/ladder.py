"""The order of a ladder, and its places as they are shown."""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec import Struct
from msgspec.structs import replace

from server.ratings.rated_games import Entrant
from server.ratings.rating import Rating, shown_rating
from tui.host.ratings import PROVISIONAL_GAMES, LadderRow

INACTIVE = 60 * 86_400.0
"""Seconds without a rated game after which somebody is shown as inactive."""
LISTED = 50
"""The most places that a ladder lists."""


class LadderEntry(Struct, frozen=True):
    """A rating on a ladder. `name` is the present one; `ahead` is how many have a better rating, of those
    whose rating is not provisional either.
    """

    entrant: Entrant
    name: str
    rating: Rating
    ahead: int = 0


class Standings(Struct, frozen=True):
    """The first places of a ladder, how many stand on it, and the place of whoever asks."""

    entries: tuple[LadderEntry, ...]
    players: int
    own: LadderEntry | None = None


def ladder_order(entry: LadderEntry) -> tuple[bool, float, str]:
    """Return the sort key of a ladder: provisional ratings last, the best first."""
    return entry.rating.games < PROVISIONAL_GAMES, -entry.rating.mu, entry.entrant.who


def ranked(entries: Sequence[LadderEntry]) -> tuple[LadderEntry, ...]:
    """Return a whole ladder in its order, each entry with how many are ahead of it."""
    ordered = sorted(entries, key=ladder_order)
    ahead: dict[float, int] = {}
    for place, entry in enumerate(ordered):
        ahead.setdefault(entry.rating.mu, place)
    return tuple(replace(entry, ahead=ahead[entry.rating.mu]) for entry in ordered)


def ladder_row(
    entry: LadderEntry, now: float, viewer: str, hidden: Container[str] = frozenset()
) -> LadderRow:
    """Return an entry as it is shown to an account: of accounts that are `hidden`, not who it is."""
    rating = shown_rating(entry.rating)
    bot = entry.entrant.who if entry.entrant.kind == "bot" else ""
    you = not bot and entry.entrant.who == viewer
    is_hidden = not bot and not you and entry.entrant.who in hidden
    return LadderRow(
        rank=0 if rating.provisional else entry.ahead + 1,
        name="" if is_hidden else entry.name,
        bot=bot,
        rating=rating,
        last=entry.rating.last,
        inactive=not bot and now - entry.rating.last > INACTIVE,
        you=you,
        hidden=is_hidden,
    )
