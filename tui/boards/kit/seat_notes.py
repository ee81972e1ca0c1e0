"""Who has a seat, and the note after the name: who plays it, since when its player is away, what its bank has
left.
"""

from __future__ import annotations

from msgspec import UNSET

from tui.host.pictures import SOMEBODY
from tui.host.port import Seat
from tui.language import elapsed
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.wire.terminal import palette

NOTHING: Part = ("", palette.DIM)


def name(texts: Texts, seat: Seat) -> str:
    """Return who has a seat, also where that is not told."""
    if seat.held_by == "nobody":
        return texts._("free")
    return seat.name or texts._("a player")


def note(texts: Texts, seat: Seat, now: float, *, you: bool = False) -> Part:
    """Return a note in parentheses, or an empty part. `now` is the host's clock, in seconds."""
    if seat.conceded:
        up = seat.timed_out is True
        return texts._("(time up, bot)") if up else texts._("(conceded, bot)"), palette.DIM
    if seat.lent:
        return _lent(texts, now - (now if seat.away_since is None else seat.away_since)), palette.WARNING
    if seat.held_by == "bot":
        return texts._("(bot)"), palette.DIM
    if seat.program:
        return texts._("(program)"), palette.DIM
    bank = "" if seat.bank is UNSET else elapsed.left_in_words(texts, seat.bank)
    if you:
        return texts._("(you, {left})", left=bank) if bank else texts._("(you)"), palette.DIM
    if seat.vacation is not UNSET and (ahead := elapsed.ahead_in_words(texts, seat.vacation - now)):
        return texts._("(vacation, {time})", time=ahead), palette.DIM
    if seat.away_since is not None:
        return _away(texts, now - seat.away_since), palette.WARNING
    if seat.stalled:
        return texts._("(line stalled)"), palette.WARNING
    if seat.kept_for:
        kept = seat.kept_for if seat.kept_for != SOMEBODY else texts._("a player")
        return texts._("(kept for {name})", name=kept), palette.DIM
    return (f"({bank})", palette.DIM) if bank else NOTHING


def _away(texts: Texts, seconds: float) -> str:
    since = elapsed.in_coarse_words(texts, seconds)
    return texts._("(away {since})", since=since) if since else texts._("(away)")


def _lent(texts: Texts, seconds: float) -> str:
    since = elapsed.in_coarse_words(texts, seconds)
    return texts._("(away {since}, bot)", since=since) if since else texts._("(away, bot)")


def until_next(seats: tuple[Seat, ...], now: float) -> float | None:
    """Return the seconds until one of these notes changes by itself; None: never."""
    waits = [
        elapsed.until_next(now - seat.away_since, elapsed.SLOW_STEPS)
        for seat in seats
        if seat.away_since is not None
    ]
    return min((wait for wait in waits if wait is not None), default=None)
