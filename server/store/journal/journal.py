"""The logs of tables: entries in order, an optimistic lock, and listeners for new entries.

The state of a table is the fold of its entries; a change takes effect once its entry is durable. The
implementations share one conformance suite (`tests/server/store/journal/test_journal.py`): SQLite for a host,
PostgreSQL for several nodes of one host (`server.store.postgres`). What entries mean is left to
`server.log.table_state`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from engine.game import Refused
from server.log.entries import Entry, FinishedTable, Opening, StoredSignature, TableSummary
from server.store.history import HistoryStore
from server.store.journal.personal import PersonalRecords
from server.store.ratings import RatingStore
from tui.host.dice import DiceCounts
from tui.host.port import Release
from tui.host.refusals import refused

COUNTED = frozenset(("start", "end", "void"))
"""Kinds of entries that change what is kept beside the logs, in the same transaction."""
Listener = Callable[[Sequence["Entry"]], None]


class Conflict(Exception):  # noqa: N818  (the name says what it is)
    """The log does not have the length that the writer expected: somebody else wrote first."""


class TableNameTaken(Conflict):
    """An open table, on whichever node, has the name of the table that was to be added."""


class RematchTaken(Conflict):
    """An open table, on whichever node, is the rematch of the same table as the one that was to be added."""


class NotSaved(Exception):  # noqa: N818  (likewise)
    """The store could not write: nothing was added. What went wrong is its cause."""


class Unsure(Exception):  # noqa: N818  (likewise)
    """The store stopped answering while it wrote. Nobody knows whether the entries were added, or will be:
    the log has to be read before anything is decided.
    """


def save_refusal(error: Exception) -> Refused:
    """Return how somebody is refused whose change was not stored because of an error: "not-saved", or
    "unsure"
    if nobody knows.
    """
    return refused("unsure" if isinstance(error, Unsure) else "not-saved")


class Journal(Protocol):
    """The logs of all tables. Every coroutine returns after its change is durable."""

    history: HistoryStore
    """What can be asked about ended games. A result is written with the last entry of its log."""
    ratings: RatingStore
    """What can be asked about ratings. They are written with the result that they follow from."""

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        """Add a table with its first entries. Raises Conflict if the id is taken, NotSaved, Unsure. A journal
        that several nodes share raises TableNameTaken or RematchTaken, too; a single process knows by itself.
        """

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """Add entries numbered from `expected` + 1: all of them or none, and once, however often a store
        that is asked over a network has to be asked. Raises Conflict if the length of the log is not
        `expected`, NoTable, DamagedLog, NotSaved: then no entry is added; or Unsure. If the append is
        cancelled, the entries may be added all the same.
        """

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """Return all entries with numbers above `after`. Raises NoTable, DamagedLog."""

    async def tails(self, after: Mapping[str, int]) -> Mapping[str, tuple[Entry, ...]]:
        """Return the entries of several tables, of each those with numbers above a number. A table of which
        there are none, or none that can be read, is left out.
        """

    async def open_tables(self) -> tuple[TableSummary, ...]:
        """Return every table that has not ended, oldest first."""

    async def retire(self, table: str) -> None:
        """End a table whose log cannot take an entry; the log stays as it is. Raises NoTable."""

    def subscribe(self, table: str, listener: Listener, after: int = 0) -> Release:
        """Call `listener` with new entries, on the event loop: in order, without gaps, each once, and never
        before they are durable. Those of an own append come before it returns or raises Conflict, together
        with those in its way; those that other nodes append come soon, at the latest with the next poll.
        The listener knows the entries up to number `after`. Calling the result ends the subscription.
        """

    async def hear(self, table: str = "") -> None:
        """Return after the listeners to a table here ("": to all) were given all that was durable before the
        call, whoever appended it; or without that, if it cannot be read now.
        """

    async def find(self, table: str) -> Opening:
        """Return the opening of a table, ended or not. Raises NoTable, DamagedLog."""

    async def finished(self, player: str, most: int) -> tuple[FinishedTable, ...]:
        """Return the latest `most` ended games of an account that can be read, newest first."""

    async def dice_counts(self) -> DiceCounts:
        """Return how the commitments of all tables ended."""

    async def sign(self, table: str, signature: StoredSignature) -> None:
        """Add a player's signature to the record of an ended table; it replaces an earlier one of the player.
        Raises NoTable.
        """

    async def signatures(self, table: str) -> tuple[StoredSignature, ...]:
        """Return the signatures of a table's record, in the order in which they came."""

    async def personal(self, player: str) -> PersonalRecords:
        """Return what is known of an account besides its results."""

    async def void(self, table: str, void: bool) -> None:
        """Note in the log of an ended game that it changes no ratings, or that it does after all, and rate
        the games behind it again. Raises NoTable if there is none that ended.
        """

    async def hand_over(self, player: str, to: str) -> None:
        """Move the ended games of an account, or a guest's against bots alone, to another account."""

    async def forget(self, player: str) -> None:
        """Delete an account's id and name from all ended and frozen tables."""

    async def close(self) -> None:
        """Write all waiting entries, then close."""
