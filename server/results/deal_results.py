"""The results of a deal, compared: with the bot's at the same seat, or with the others' of a match. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean

from msgspec.structs import replace

from server.results.deal import StewardResult
from server.results.of_log import GameResult, SeatResult
from tui.host.deals import DealRow


def seat_row(result: GameResult, seat: SeatResult, name: str, *, you: bool) -> DealRow:
    """Return the row of a seat of an ended game, without what it is compared with."""
    has_result = bool(seat.place) and seat.fate != "conceded"
    return DealRow(
        name=name,
        state="finished" if has_result else "left",
        seat=seat.seat,
        place=seat.place if has_result else 0,
        points=seat.points if has_result else None,
        table=result.table,
        table_name=result.name,
        you=you,
        program=seat.program,
    )


def with_steward(rows: Iterable[DealRow], steward: StewardResult | None) -> tuple[DealRow, ...]:
    """Return the rows of a deal of the day in order, each compared with the bot's result."""
    return ranked(_compared(row, steward.place, steward.points) if steward else row for row in rows)


def cut(rows: Sequence[DealRow], most: int) -> tuple[DealRow, ...]:
    """Return the first rows, and the player's own wherever it is."""
    return (*rows[:most], *(row for row in rows[most:] if row.you))


def with_means(rows: Sequence[DealRow]) -> tuple[DealRow, ...]:
    """Return the rows of a match by seats and in order, each compared with the mean of its seat."""
    return tuple(row for seat in sorted({row.seat for row in rows}) for row in _seat_of_match(rows, seat))


def _seat_of_match(rows: Sequence[DealRow], seat: int) -> Iterator[DealRow]:
    own = [row for row in rows if row.seat == seat]
    places = [row.place for row in own if row.place]
    points = [row.points for row in own if row.points is not None]
    if len(places) < 2 or len(points) < 2:
        yield from ranked(own)
        return
    yield from ranked(_compared(row, fmean(places), fmean(points)) for row in own)


def ranked(rows: Iterable[DealRow]) -> tuple[DealRow, ...]:
    """Return rows with their ranks, the best first: by place at the table, then by points; equals share a
    rank. Those without a result come last; who began after another of the same network has no rank.
    """
    ordered = sorted(rows, key=_worth)
    worths = [_worth(row) for row in ordered if not row.second]
    return tuple(
        replace(row, rank=bisect_left(worths, _worth(row)) + 1 if row.place and not row.second else 0)
        for row in ordered
    )


def _worth(row: DealRow) -> tuple[int, int, int]:
    points = row.points if row.points is not None else 0
    return (not row.place, row.place, -points)


def _compared(row: DealRow, place: float, points: float) -> DealRow:
    if not row.place or row.points is None:
        return row
    return replace(
        row, better_places=round(place - row.place, 2), better_points=round(row.points - points, 2)
    )
