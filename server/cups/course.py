"""What is due in a cup: its next entry, as it follows from its log, its results and the time. Pure, so that
every node finds the same.
"""

from __future__ import annotations

from collections.abc import Callable

from server.cups.log import Cup, CupEntry, CupRound, Drawn, Ended, Left, RoundClosed, TableOpened
from server.cups.seating import LEAST_ENTRANTS, Tables, draw, draw_league
from server.cups.standing import GAMES_LEFT, Results, games_left, played, standing, table_scores

DAY = 86_400.0
WEEK = 7 * DAY
LEAGUE_WEEKS = 10
"""How long a league's games are meant to take."""
LAST_WEEKS = 4
"""Weeks after that in which running games still count."""


def closes_at(cup: Cup) -> float | None:
    """Return when a league's last games end without a result; None: no time is set."""
    if cup.opened.kind == "evening":
        return None
    return cup.opened.starts + (LEAGUE_WEEKS + LAST_WEEKS) * WEEK


def tables_of_round(cup: Cup, number: int, results: Results, again: int = 0) -> Tables:
    """Return the tables of a round; of a league all of them. Nothing: too few are here."""
    here, seed = [one.number for one in cup.here], cup.seed_of(again)
    if cup.opened.kind == "league":
        return draw_league(seed, here, cup.apart)
    sums = {row.entrant.number: row.sum for row in standing(cup, results)}
    past = [one for one, table in zip(played(cup, results), cup.tables, strict=True) if table.round < number]
    return draw(seed, number, here, past, sums, cup.apart)


def due(cup: Cup, results: Results, now: float, new_id: Callable[[], str]) -> CupEntry | None:
    """Return the next entry; None: a cup waits, for its time or for games."""
    if cup.ended:
        return None
    if not cup.rounds:
        return _next_round(cup, results, now) if cup.opened.starts <= now else None
    last = cup.rounds[-1]
    for table in last.tables:
        if not table.id and not table.struck:
            return TableOpened(last.number, table.number, new_id(), now)
    if not last.closed:
        return _closing(cup, last, results, now)
    if last.number == _rounds(cup):
        return Ended("over", now)
    return _next_round(cup, results, now)


def is_over(last: CupRound, results: Results) -> bool:
    """Return whether all games of a round are over."""
    return all(table_scores(table, results) is not None for table in last.tables)


def _rounds(cup: Cup) -> int:
    return cup.opened.rounds if cup.opened.kind == "evening" else 1


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
