"""The results of ended games in memory, worked out from the logs whenever they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from server.log.entries import FinishedTable, Outcome
from server.results.head_to_head import HeadToHead, against
from server.results.of_log import GameResult, result_of
from server.results.queries import Cursor, HistoryQuery, matches
from server.results.rated_games import ENOUGH_MOVES
from server.results.tallies import PlayedGame, played_by
from server.store.journal.history import HistoryStore


class MemoryHistory(HistoryStore):
    """`finished` returns all games that began and are over."""

    def __init__(self, finished: Callable[[], Iterable[FinishedTable]]) -> None:
        self._finished = finished

    def every_result(self) -> list[GameResult]:
        """Return all results, newest first."""
        return self._results()

    async def result(self, table: str) -> GameResult | None:
        return next((one for one in self._results() if one.table == table), None)

    async def results(self, tables: Sequence[str]) -> Sequence[GameResult]:
        found = {one.table: one for one in self._results()}
        return [found[table] for table in tables if table in found]

    async def has_finished(self, account: str) -> bool:
        seats = (one.seat_of(account) for one in self._results())
        return any(
            seat.place and not seat.fate and (seat.moves or 0) >= ENOUGH_MOVES for seat in seats if seat
        )

    async def page(self, query: HistoryQuery) -> Sequence[GameResult]:
        return [one for one in self._results() if matches(query, one)][: query.most]

    async def played(self, account: str, *, private: bool) -> Sequence[PlayedGame]:
        results = [one for one in reversed(self._results()) if private or not one.private]
        return [played for one in results if (played := played_by(account, one))]

    async def against(self, account: str, most: int, *, private: bool) -> Sequence[HeadToHead]:
        results = [one for one in self._results() if private or not one.private]
        return list(against(account, results)[:most])

    async def counts(self, times: Sequence[float]) -> Sequence[int]:
        ends = [one.ended for one in self._results() if not one.private]
        return [sum(first <= end < last for end in ends) for first, last in pairwise(times)]

    async def ended(self, after: str, most: int) -> Sequence[str]:
        return sorted(one.opening.id for one in self._finished() if one.opening.id > after)[:most]

    async def ended_after(self, place: Cursor, most: int) -> Sequence[Cursor]:
        return sorted(at for one in self._results() if (at := Cursor(one.ended, one.table)) > place)[:most]

    async def filled(self) -> str | None:
        """Return None: nothing is missing, because results follow from the logs."""
        return None

    async def note_filled(self, upto: str | None) -> None:
        """Do nothing, likewise."""

    async def write(self, table: str, ended: float, outcome: Outcome) -> None:
        """Do nothing: results follow from the logs."""

    def _results(self) -> list[GameResult]:
        """Return all results, newest first."""
        found = [result_of(one.opening, one.time, one.outcome) for one in self._finished()]
        return sorted((one for one in found if one), key=lambda one: (one.ended, one.table), reverse=True)
