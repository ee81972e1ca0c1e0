"""What games of a cup are worth, and the order of its entrants. Scores are counted in 24ths, so that all that
can be shared is a whole number. Pure.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from math import sqrt

from msgspec import Struct

from server.identity.accounts import AccountFacts
from server.results.cups.log import Cup, CupTable, Entrant
from server.results.cups.seating import PlayedTable, Seats
from server.results.of_log import GameResult
from tui.host.clubs import BEST_EVENINGS, ClubSeasonRow

WHOLE = 24
"""What a game is worth that nobody shares."""
LATE, STRUCK = WHOLE // 4, WHOLE // 2
"""What a round before an entrant came is worth, and a game that was struck."""
GAMES_LEFT = 2
"""After so many games that they left, an entrant is out."""

Results = Mapping[str, GameResult]
"""The results of games that are over, by their tables' ids."""


class Mark(Struct, frozen=True):
    """What one game, or a round without one, is to an entrant."""

    score: int | None
    """In 24ths; None: the game goes on."""
    table: int = 0
    """0: there is no game."""
    round: int = 0
    struck: bool = False
    left: bool = False


class CupRow(Struct, frozen=True):
    """An entrant's row of the standing. Who shares a place shares all three numbers."""

    entrant: Entrant
    place: int
    sum: int
    won: int
    opponents: int
    marks: tuple[Mark, ...] = ()


def luck(games: int) -> float:
    """Return the difference that is within one standard error of luck after so many games."""
    return 0.53 * sqrt(games)


def scores(result: GameResult) -> tuple[int, ...]:
    """Return what a game is worth by seat: who left has nothing, places that are shared count as their mean.
    Without a result it is worth nothing.
    """
    seats = len(result.seats)
    shared = Counter(seat.place for seat in result.seats if not seat.fate)
    return tuple(
        0
        if seat.fate or not seat.place
        else WHOLE // 2 * (2 * (seats - seat.place) - shared[seat.place] + 1) // (seats - 1)
        for seat in result.seats
    )


def table_scores(table: CupTable, results: Results) -> tuple[int, ...] | None:
    """Return what a table's game is worth by seat; None: it is not over."""
    if table.struck:
        return (STRUCK,) * len(table.seats)
    found = results.get(table.id)
    return scores(found) if found and len(found.seats) == len(table.seats) else None


def played(cup: Cup, results: Results) -> tuple[PlayedTable, ...]:
    """Return all tables that were drawn, with what is known of their scores."""
    return tuple(PlayedTable(table.seats, table_scores(table, results) or ()) for table in cup.tables)


def games_left(cup: Cup, results: Results) -> Counter[int]:
    """Return how many games each entrant has left."""
    found = Counter[int]()
    for table in cup.tables:
        result = results.get(table.id)
        if result and not table.struck and len(result.seats) == len(table.seats):
            pairs = zip(table.seats, result.seats, strict=True)
            found.update(one for one, seat in pairs if seat.fate)
    return found


def standing(cup: Cup, results: Results) -> tuple[CupRow, ...]:
    """Return the rows of a cup, the best first: by their sums, then games won, then the sums of opponents;
    who is equal in all of them shares the place.
    """
    marks = {one.number: _marks(cup, one, results) for one in cup.shown}
    sums = {number: sum(mark.score or 0 for mark in own) for number, own in marks.items()}
    met = _opponents(cup, results)
    found = [
        CupRow(
            one,
            0,
            sums[one.number],
            sum(mark.score == WHOLE for mark in marks[one.number]),
            sum(sums.get(other, 0) * times for other, times in met.get(one.number, {}).items()),
            marks[one.number],
        )
        for one in cup.shown
    ]
    found.sort(key=lambda row: (*_worth(row), row.entrant.number))
    worths = [_worth(row) for row in found]
    return tuple(
        CupRow(row.entrant, worths.index(worth) + 1, row.sum, row.won, row.opponents, row.marks)
        for row, worth in zip(found, worths, strict=True)
    )


def _worth(row: CupRow) -> tuple[int, int, int]:
    return -row.sum, -row.won, -row.opponents


def _marks(cup: Cup, one: Entrant, results: Results) -> tuple[Mark, ...]:
    found: list[Mark] = []
    for round_ in cup.rounds:
        own = [table for table in round_.tables if one.number in table.seats]
        found += [_mark(table, table.seats.index(one.number), results) for table in own]
        if not own:
            gone = one.left is not None and one.left < round_.number
            found.append(Mark(0 if gone else LATE, round=round_.number, left=gone))
    return tuple(found)


def _mark(table: CupTable, seat: int, results: Results) -> Mark:
    known, result = table_scores(table, results), results.get(table.id)
    left = bool(result and not table.struck and known and result.seats[seat].fate)
    score = known[seat] if known else None
    return Mark(score, table.number, table.round, bool(table.struck), left)


def _opponents(cup: Cup, results: Results) -> Mapping[int, Counter[int]]:
    """Return how often each entrant has met each other in games that are over."""
    found: dict[int, Counter[int]] = {}
    for table in cup.tables:
        if table_scores(table, results) is not None:
            for one in table.seats:
                found.setdefault(one, Counter()).update(_others(table.seats, one))
    return found


def _others(seats: Seats, one: int) -> Seats:
    return tuple(other for other in seats if other != one)


def season_rows(
    evenings: Iterable[Sequence[CupRow]], names: Mapping[str, AccountFacts], own: str
) -> Iterator[ClubSeasonRow]:
    """Yield what evenings with these standings add up to for each entrant, the most first; `own` is the
    account that asks.
    """
    scores = dict[str, list[int]]()
    for row in chain.from_iterable(evenings):
        scores.setdefault(row.entrant.account, []).append(row.sum)
    sums = {who: sum(sorted(each, reverse=True)[:BEST_EVENINGS]) for who, each in scores.items()}
    for who in sorted(sums, key=lambda one: (-sums[one], one)):
        place = 1 + sum(other > sums[who] for other in sums.values())
        name = names[who].name if who in names else ""
        yield ClubSeasonRow(place, name, round(sums[who] / WHOLE, 4), len(scores[who]), who == own)
