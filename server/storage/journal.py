"""What a table's log is: entries in order, an optimistic lock, and who is told of new ones.

A table is the fold of its entries; nothing about it is true before its entry is durable.
Several implementations share one conformance suite (`tests/server/storage/test_journal.py`): SQLite
for a host, memory for a game in one's own terminal and for simulations. What entries mean
is `server.log.table_state`'s business.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, Protocol

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tui.pictures import Ending

log = logging.getLogger(__name__)

Kind = Literal[
    "sit", "stand", "kick", "bot", "keep", "start", "move", "concede", "agree", "lend", "back", "name",
    "code", "beforehand", "end",
]  # fmt: skip
By = Literal["player", "bot", "timeout", "host"]
Listener = Callable[[Sequence["Entry"]], None]
Release = Callable[[], None]


class Opening(Struct, frozen=True):
    """What a table is from its first moment. The seed is stored here before anybody sees
    the commitment to it, and leaves the host only when the game is over.
    """

    id: str
    name: str
    game: str
    rules_version: int
    seats: int
    options: Mapping[str, str | int]
    owner: str
    seed: bytes
    commitment: str
    opened: float
    private: bool = False
    code: str = ""
    """What opens a private table to whoever knows it."""
    clock: str = "none"
    rematch_of: str = ""
    """The table whose players meet here again."""

    def __repr__(self) -> str:  # a seed must not get into a log
        return f"Opening({self.id!r}, {self.name!r}, {self.game!r})"


class Entry(Struct, frozen=True, kw_only=True):
    """One line of a table's log. `seq` starts at 1 and has no gaps; 0: not yet numbered.

    `who` is the account that sits, is kept a seat, called otherwise or sent away, or the key of
    the bot that gets or is lent a seat; `name` what the seat is called, `move` the move in JSON,
    `draws` the tokens that chance gave, `time` seconds of the host's clock. `note` is the hash
    of a seat's code (code, sit), an `Outcome` in JSON (end), or the words that a seat holds from
    now on, with blanks between them (beforehand): these are nobody else's business.
    """

    seq: int = 0
    kind: Kind
    time: float = 0.0
    seat: int = 0
    by: By = "host"
    ask: int = 0
    who: str = ""
    name: str = ""
    move: str = ""
    draws: tuple[str, ...] = ()
    note: str = ""


class Outcome(Struct, frozen=True):
    """How a table ended, all by seat: names, places (none: without a result), and the accounts
    that played, empty text for bots. Who wants to be forgotten has neither name nor account.
    """

    ending: Ending
    names: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """Their keys; empty text for players."""


def outcome_of(end: Entry) -> Outcome:
    """What an `end` entry tells; one that tells nothing is of a table that never began."""
    return msgspec.json.decode(end.note, type=Outcome) if end.note else Outcome("left")


def without(outcome: Outcome, player: str) -> Outcome:
    """An outcome that does not know an account any more."""
    who = outcome.players
    names = ("" if who[place] == player else name for place, name in enumerate(outcome.names))
    return replace(outcome, names=tuple(names), players=tuple("" if one == player else one for one in who))


class Ended(Struct, frozen=True):
    """A game that was begun and is over, and when it ended."""

    opening: Opening
    time: float
    outcome: Outcome


class Listing(Struct, frozen=True):
    """A table that has not ended, with its few entries that are no moves, and the time of its
    last entry of all.
    """

    opening: Opening
    entries: tuple[Entry, ...]
    changed: float = 0.0


class Conflict(Exception):  # noqa: N818  (the name says what it is)
    """The log is not where the writer believed: somebody else wrote first."""


class NoTable(LookupError):  # noqa: N818  (likewise)
    """There is no table of that id."""


class Journal(Protocol):
    """All tables' logs. Every coroutine returns once what it says is durable."""

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        """A new table with its first entries. Raises Conflict where the id is taken."""
        ...

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """Adds entries numbered from `expected` + 1. Raises Conflict where the log has another
        length than `expected`, NoTable, or whatever kept it from being written; then nothing
        was added.
        """
        ...

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries with a number above `after`. Raises NoTable."""
        ...

    async def open_tables(self) -> tuple[Listing, ...]:
        """Every table without an `end` entry, oldest first."""
        ...

    def subscribe(self, table: str, listener: Listener) -> Release:
        """Calls `listener` with new entries, from the event loop, after they are durable and
        before `append` returns to its caller.
        """
        ...

    async def find(self, table: str) -> Opening:
        """A table's opening, ended or not. Raises NoTable."""
        ...

    async def finished(self, player: str, most: int) -> tuple[Ended, ...]:
        """The latest ended games of an account, newest first."""
        ...

    async def hand_over(self, player: str, to: str) -> None:
        """The ended games of one account are another's from now on."""
        ...

    async def forget(self, player: str) -> None:
        """No ended or frozen table knows this account or its name any more."""
        ...

    async def close(self) -> None:
        """Writes what waits and lets go of everything."""
        ...


class Subscriptions:
    """Who wants to hear of which table's entries. One failing listener harms no other."""

    def __init__(self) -> None:
        self._listeners: dict[str, list[Listener]] = {}

    def subscribe(self, table: str, listener: Listener) -> Release:
        """Release may be called twice."""
        listeners = self._listeners.setdefault(table, [])
        listeners.append(listener)

        def release() -> None:
            if listener in listeners:
                listeners.remove(listener)
            if not listeners and self._listeners.get(table) is listeners:
                del self._listeners[table]

        return release

    def publish(self, table: str, entries: Sequence[Entry]) -> None:
        """Tells everybody; what a listener raises is logged."""
        for listener in tuple(self._listeners.get(table, ())):
            try:
                listener(entries)
            except Exception:
                log.exception("a listener of table %s failed", table)


def numbered(expected: int, entries: Sequence[Entry]) -> None:
    """Raises ValueError where entries do not follow on `expected`: a programming error."""
    if [entry.seq for entry in entries] != list(range(expected + 1, expected + 1 + len(entries))):
        raise ValueError(f"entries do not follow on number {expected}")
