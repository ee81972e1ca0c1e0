"""What a table's log consists of: its opening, its entries, and the outcome in the last one.

Keeping them is left to `server.storage.journal`, what they mean to `server.log.table_state`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from tui.host.pictures import Ending

Kind = Literal[
    "sit", "stand", "kick", "bot", "keep", "start", "move", "concede", "agree", "lend", "back", "name",
    "code", "beforehand", "end",
]  # fmt: skip


By = Literal["player", "bot", "timeout", "host"]


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
    of a seat's code (code, sit), an `SelfplayResult` in JSON (end), or the words that a seat holds from
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


def without_player(outcome: Outcome, player: str) -> Outcome:
    """An outcome that does not know an account any more."""
    who = outcome.players
    names = ("" if who[place] == player else name for place, name in enumerate(outcome.names))
    return replace(outcome, names=tuple(names), players=tuple("" if one == player else one for one in who))


class FinishedTable(Struct, frozen=True):
    """A game that was begun and is over, and when it ended."""

    opening: Opening
    time: float
    outcome: Outcome


class TableSummary(Struct, frozen=True):
    """A table that has not ended, with its few entries that are no moves, and the time of its
    last entry of all.
    """

    opening: Opening
    entries: tuple[Entry, ...]
    changed: float = 0.0
