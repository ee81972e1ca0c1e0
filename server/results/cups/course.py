"""What is due in a cup: its next entry, as it follows from its log, its results and the time. Pure, so that
every node finds the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from server.results.cups.log import Cup, CupEntry, CupRound, Drawn, Ended, Left, RoundClosed, TableOpened
from server.results.cups.seating import LEAST_ENTRANTS, Tables, draw, draw_league, draw_match
from server.results.cups.standing import GAMES_LEFT, Results, games_left, played, standing, table_scores

DAY = 86_400.0
WEEK = 7 * DAY
LEAGUE_WEEKS = 10
"""How long a league's games are meant to take."""
LAST_WEEKS = 4
"""Weeks after that in which running games still count."""
BEFORE = 3600.0
"""Seconds before the start of a cup at which its entrants are told."""
ROUND_MINUTES: Mapping[str, int] = MappingProxyType({"intrigue": 40, "laurin": 75})
"""Minutes of a round after which clocks hurry, by game; else an hour."""


def round_limit(game: str) -> int:
    """Return the seconds of a round after which clocks hurry."""
    return 60 * ROUND_MINUTES.get(game, 60)


def closes_at(cup: Cup) -> float | None:
    """Return when a league's last games end without a result; None: no time is set."""
    if cup.opened.kind == "evening":
        return None
    return cup.opened.starts + (LEAGUE_WEEKS + LAST_WEEKS) * WEEK


def moments(cup: Cup, kept: float) -> Sequence[float]:
    """Return when something is due in a cup by its time alone; one that has ended is `kept` for seconds."""
    if cup.ended:
        return (cup.ended.at + kept,)
    closes = closes_at(cup)
    starts = () if cup.begun else (cup.opened.starts - BEFORE, cup.opened.starts)
    return (*starts, *(() if closes is None else (closes,)))


def tables_of_round(cup: Cup, number: int, results: Results, again: int = 0) -> Tables:
    """Return the tables of a round; of a league all of them. Nothing: too few are here."""
    here, seed = [one.number for one in cup.here], cup.seed_of(again)
    if cup.opened.kind == "league":
        return draw_league(seed, here, cup.apart)
    if cup.opened.against:
        return draw_match(seed, number, cup.sides)
    sums = {row.entrant.number: row.sum for row in standing(cup, results)}
    past = [one for one, table in zip(played(cup, results), cup.tables, strict=True) if table.round < number]
    return draw(seed, number, here, past, sums, cup.apart)


def due(cup: Cup, results: Results, now: float, new_id: Callable[[], str]) -> CupEntry | None:
    """Return the next entry; None: a cup waits, for its time or for games."""
    if cup.ended:
        is_closing = not cup.is_settled and is_over(cup.rounds[-1], results)
        return RoundClosed(len(cup.rounds), now) if is_closing else None
    if not cup.rounds:
        return _next_round(cup, results, now) if cup.opened.starts <= now else None
    last = cup.rounds[-1]
    for table in last.tables:
        if not table.id and not table.struck:
            return TableOpened(last.number, table.number, new_id(), now)
    if not last.closed:
        return _closing(cup, last, results, now)
    if last.number == (cup.opened.rounds if cup.opened.kind == "evening" else 1):
        return Ended("over", now)
    return _next_round(cup, results, now)


def drawn_again(cup: Cup, results: Results, now: float) -> Drawn | None:
    """Return the entry that voids a running round whose luck players may know, and draws it from the next
    seed; None: there is none.
    """
    last = cup.rounds[-1] if cup.rounds and not cup.ended else None
    if last is None or last.closed or not cup.opened.equal:
        return None
    again = last.again + 1
    before = replace(cup, rounds=cup.rounds[:-1])
    return Drawn(last.number, tables_of_round(before, last.number, results, again), now, again)


def is_over(last: CupRound, results: Results) -> bool:
    """Return whether all games of a round that were begun are over."""
    return all(table_scores(table, results) is not None for table in last.tables if table.id)


def _closing(cup: Cup, last: CupRound, results: Results, now: float) -> CupEntry | None:
    if not is_over(last, results):
        return None
    left = games_left(cup, results)
    for one in cup.here:
        if left[one.number] >= GAMES_LEFT:
            return Left(one.number, "host", now)
    return RoundClosed(last.number, now)


def _next_round(cup: Cup, results: Results, now: float) -> CupEntry:
    number = len(cup.rounds) + 1
    tables = tables_of_round(cup, number, results) if len(cup.here) >= LEAST_ENTRANTS else ()
    if not tables:
        return Ended("over" if cup.begun else "too-few", now)
    return Drawn(number, tables, now)
