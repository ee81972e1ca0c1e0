"""What can be asked about ended games. Journals write their results, each with the last entry of its log.

The implementations share one conformance suite (`tests/server/store/journal/test_history.py`). What results
are, and what they add up to, is left to `server.results`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from server.log.entries import Outcome
from server.results.head_to_head import HeadToHead
from server.results.of_log import GameResult
from server.results.queries import Cursor, HistoryQuery
from server.results.tallies import PlayedGame
from tui.host.history import GameKind

RESULTS_FILLED = "results 3"
"""What databases call it that the results of older games were filled in. A new number has all of them worked
out again and, once that is done, all games rated again: 2, since all who left share the last place; 3, since
ratings are worked out in another way.
"""


def played_games(text: str | None) -> list[PlayedGame]:
    """Return games from one text in which a database lists them: each as a word, its fields behind slashes.
    There are few kinds of them, so that this costs less than a row for each.
    """
    words = text.split(" ") if text else []
    known = {word: _played_game(*word.split("/")) for word in set(words)}
    return [known[word] for word in words]


def _played_game(game: str, kind: str, place: str, seats: str, shared: str) -> PlayedGame:
    return PlayedGame(game, cast("GameKind", kind), int(place), int(seats), shared == "1")


class HistoryStore(Protocol):
    """The results of all ended games. Names are those of that time."""

    async def result(self, table: str) -> GameResult | None:
        """Return the result of a game by its table's id; None: there is none."""

    async def results(self, tables: Sequence[str]) -> Sequence[GameResult]:
        """Return the results of games by their tables' ids, in this order; those without one are left out."""

    async def has_finished(self, account: str) -> bool:
        """Return whether an account has played a game to its end: it has a result, kept its seat, and made
        `ENOUGH_MOVES` moves.
        """

    async def page(self, query: HistoryQuery) -> Sequence[GameResult]:
        """Return the games that are asked for, newest first."""

    async def played(self, account: str, *, private: bool) -> Sequence[PlayedGame]:
        """Return all games of an account, oldest first, those of private tables included if `private`."""

    async def against(self, account: str, most: int, *, private: bool) -> Sequence[HeadToHead]:
        """Return the record of an account against other accounts, those played most first."""

    async def counts(self, times: Sequence[float]) -> Sequence[int]:
        """Return how many games of public tables ended from each time up to the next one."""

    async def ended(self, after: str, most: int) -> Sequence[str]:
        """Return the ids of ended tables in their order, those after an id."""

    async def ended_after(self, place: Cursor, most: int) -> Sequence[Cursor]:
        """Return the places of ended games behind one, in the order of their ends."""

    async def filled(self) -> str | None:
        """Return the id of the last ended table whose result was filled in after an upgrade; '': none yet;
        None: all were.
        """

    async def note_filled(self, upto: str | None) -> None:
        """Note what `filled` is to return."""

    async def write(self, table: str, ended: float, outcome: Outcome) -> None:
        """Store the result of an ended table again. Raises NoTable, DamagedLog."""
