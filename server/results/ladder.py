"""The order of a ladder, and its places as they are shown."""

from __future__ import annotations

from collections.abc import Container, Sequence

from msgspec import Struct
from msgspec.structs import replace

from server.results.rated_games import Entrant
from server.results.rating import Rating, shown_rating, surely
from tui.host.ratings import ACTIVE_DAYS, LadderRow

ACTIVE = ACTIVE_DAYS * 86_400.0
"""Seconds without a rated game after which nobody has a place."""
LISTED = 50
"""The most places that a ladder lists."""


class LadderEntry(Struct, frozen=True):
    """A rating on a ladder. `name` is the present one; `ahead` is how many have a better place."""

    entrant: Entrant
    name: str
    rating: Rating
    ahead: int = 0

    @property
    def surely(self) -> float:
        return surely(self.rating.mu, self.rating.sigma)


class Standings(Struct, frozen=True):
    """The first places of a ladder, how many have a rating, and that of whoever asks, listed or not."""

    entries: tuple[LadderEntry, ...]
    players: int
    own: LadderEntry | None = None


def is_listed(rating: Rating, since: float) -> bool:
    """Return whether a rating has a place: it is established, and its last game was not before `since`."""
    return rating.since > 0 and rating.last >= since


def ranked(entries: Sequence[LadderEntry]) -> tuple[LadderEntry, ...]:
    """Return places of a ladder in their order, each with how many are ahead of it."""
    ordered = sorted(
        ((entry.surely, entry) for entry in entries), key=lambda one: (-one[0], one[1].entrant.who)
    )
    ahead: dict[float, int] = {}
    for place, (sure, _) in enumerate(ordered):
        ahead.setdefault(sure, place)
    return tuple(replace(entry, ahead=ahead[sure]) for sure, entry in ordered)


def ladder_row(
    entry: LadderEntry, now: float, viewer: str, hidden: Container[str] = frozenset()
) -> LadderRow:
    """Return an entry as it is shown to an account: of accounts that are `hidden`, not who it is."""
    rating = shown_rating(entry.rating)
    bot = entry.entrant.who if entry.entrant.kind == "bot" else ""
    you = not bot and entry.entrant.who == viewer
    is_hidden = not bot and not you and entry.entrant.who in hidden
    listed = is_listed(entry.rating, now - ACTIVE)
    return LadderRow(
        rank=entry.ahead + 1 if listed else 0,
        name="" if is_hidden else entry.name,
        bot=bot,
        rating=rating,
        last=entry.rating.last,
        inactive=now - entry.rating.last > ACTIVE,
        you=you,
        hidden=is_hidden,
    )
