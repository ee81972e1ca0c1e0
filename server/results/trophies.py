"""Trophies: what a game gives by its log (`engine.game.Trophies`), and what accounts get by results. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from engine.game import AnyGame, PastStep, with_rules
from engine.playthrough import TimeUp, trophies
from server.log import fold, table_state
from server.log.clocks import DAY, parse_clock
from server.log.entries import Entry, Opening
from server.log.table_options import DAILY, deal_of
from server.results.book import RatedSeat
from server.results.of_log import GameResult, SeatResult
from server.results.queries import Cursor
from server.results.rating import shown_rating

GIANT_KILLER, THREE_CROWNS, FAITHFUL = "giant-killer", "three-crowns", "faithful"
ABOVE_PAR, POSTMASTER, WOODEN_SPOON = "above-par", "postmaster", "wooden-spoon"
IN_TIME = "in-time"
"""No trophy, but what a postmaster collects: a game with a clock of a day or more, no turn out of time."""
HELD = "held"
"""No trophy, but what stands, without an account, for those of a game until its luck is nobody's any more."""
GIANT = 300
"""Points of ratings between a giant and who is first before it."""
DAYS, LETTERS, SPOONS = 7, 5, 4
"""Days of deals, games in time, and last places, after which a trophy is given."""


class TrophyRow(NamedTuple):
    """A trophy as it is stored: whose, which, and the table, seat and end of the game that gave it."""

    account: str
    trophy: str
    table: str
    seat: int
    ended: float


def in_a_log(
    opening: Opening, entries: Iterable[Entry], games: Mapping[str, AnyGame]
) -> set[tuple[int, str]]:
    """The trophies of a game played to its end, each with its seat, also who left it. Raises BrokenLog."""
    game = with_rules(games.get(opening.game), opening.rules_version)
    state, steps, late = table_state.opened(opening), list[PastStep](), set[int]()
    for entry in entries:
        before = state.playthrough
        state, events, _ = fold.replay(state, (entry,), game)
        late |= {event.seat for event in events if isinstance(event, TimeUp) and not event.reaction}
        if entry.kind in {"start", "move", "concede"}:
            steps.append(PastStep(before and before.state, entry.seat if before else None, events))
    if state.playthrough is None or not state.playthrough.over:
        return set()
    clock = parse_clock(opening.clock)
    slow = clock is not None and clock.seconds >= DAY
    in_time = {(seat, IN_TIME) for seat in range(1, opening.seats + 1) if slow and seat not in late}
    return trophies(state.playthrough, steps) | in_time


def seats_with_trophies(result: GameResult) -> Sequence[SeatResult]:
    """Return the seats that can get trophies by a game: none if it does not count, was not played to its end,
    or had less than two accounts.
    """
    accounts = {seat.who for seat in result.seats if seat.holder in {"account", "gone"}}
    if not result.counts or result.ending != "played" or len(accounts) < 2:
        return ()
    return [seat for seat in result.seats if is_person(seat)]


def is_person(seat: SeatResult) -> bool:
    """Return whether a seat had an account that played by itself and to the end."""
    return seat.holder == "account" and not seat.program and not seat.fate and seat.place > 0


def killed_a_giant(seat: SeatResult, changes: Sequence[RatedSeat]) -> bool:
    """Return whether a seat is first before somebody rated much higher until then."""
    before = {one.seat: shown_rating(one.before) for one in changes if one.entrant.kind == "person"}
    own = before.get(seat.seat)
    if seat.place != 1 or own is None or own.provisional:
        return False
    return any(other.points - own.points >= GIANT and not other.provisional for other in before.values())


def is_crown(account: str, result: GameResult) -> bool:
    """Return whether an account is first in a game with two other accounts or more."""
    seat = result.seat_of(account)
    others = {one.who for one in result.seats if one.holder in {"account", "gone"}} - {account}
    return seat is not None and seat in seats_with_trophies(result) and seat.place == 1 and len(others) > 1


def has_three_crowns(game: str, earlier: Iterable[str], games: AbstractSet[str]) -> bool:
    """Return whether the crown of a game is the last one that was missing on its day, after earlier ones."""
    had = set(earlier)
    return game not in had and had | {game} >= games


def is_spoon(account: str, result: GameResult) -> bool:
    """Return whether an account is last alone in a game that counts."""
    seat = result.seat_of(account)
    return seat is not None and is_person(seat) and seat.place == len(result.seats)


def began_day(moment: float) -> float:
    """Return when the day of a moment began, in UTC."""
    return moment - moment % DAY


def began_quarter(moment: float) -> float:
    """Return when the season of a moment began: a quarter, in UTC."""
    day = datetime.fromtimestamp(moment, UTC)
    return datetime(day.year, 1 + 3 * ((day.month - 1) // 3), 1, tzinfo=UTC).timestamp()


def season_of(moment: float) -> str:
    """Return the season of a moment, such as 2026-Q4."""
    day = datetime.fromtimestamp(moment, UTC)
    return f"{day.year}-Q{1 + (day.month - 1) // 3}"


def daily_date(result: GameResult) -> str:
    """Return the date of the deal of the day that a game played; '': it did not."""
    deal = deal_of(result.options) or ""
    return deal[-10:] if deal.startswith(DAILY) else ""


def days_before(day: str, most: int) -> Sequence[str]:
    """Return the dates before one, the last first."""
    last = date.fromisoformat(day)
    return [(last - timedelta(days=days)).isoformat() for days in range(1, most + 1)]


def place_of(result: GameResult) -> Cursor:
    return Cursor(result.ended, result.table)
