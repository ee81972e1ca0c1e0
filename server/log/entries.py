"""The parts of a table's log: its opening, its entries, and the outcome in the last entry.

Storing them is left to `server.store.journal.journal`, their meaning to `server.log.table_state`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from server.identity.accounts import is_guest, pseudonym
from tui.host.history import SeatFate
from tui.host.pictures import Ending

EntryKind = Literal[
    "sit", "stand", "kick", "bot", "keep", "start", "move", "concede", "agree", "lend", "back", "name",
    "code", "beforehand", "end", "contribute", "lock", "reveal", "void",
    "read", "restore", "credit", "late", "call", "away", "plan",
]  # fmt: skip


KINDS: frozenset[str] = frozenset(get_args(EntryKind))
LOG_VERSION = 3
"""Grows with the kinds of entries, and of clocks, that older nodes do not understand. They are written while
all nodes that are alive have this version (`server.cluster.nodes.Nodes.alike`): 1 has "credit", 2 has clocks
of seconds, hours and several days, banks, "late", "call" and "away", 3 has "plan".
"""
UNDO = '{"type":"undo"}'
"""A move that takes one back, as logs have it."""
By = Literal["player", "program", "bot", "timeout", "host"]
"""A program is a player who came through the API."""


PEOPLE_ONLY = "people"
"""A search for people alone."""


class Opening(Struct, frozen=True):
    """What is fixed when a table is opened. The seed is stored here before anybody sees the commitment to it,
    and leaves the host only when the game is over.
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
    """The code of a private table."""
    clock: str = "none"
    rematch_of: str = ""
    """The id of the table whose players meet here again."""
    starts: float = 0.0
    """When its players have agreed to begin; 0: as soon as they are there."""
    matching: str = ""
    """Whether it was opened by a search for players, who begin as soon as every seat is taken: "" (no),
    PEOPLE_ONLY, or the key of the bot that takes free seats after a while.
    """

    def __repr__(self) -> str:  # keep the seed out of logs
        return f"Opening({self.id!r}, {self.name!r}, {self.game!r})"


class Entry(Struct, frozen=True, kw_only=True):
    """One entry of a table's log. `seq` starts at 1 and has no gaps; 0: not yet numbered.

    `who` is the account that sits, is kept a seat, is renamed or is kicked, or the key of the bot that gets
    or is lent a seat. `name` is the name at the seat, `move` the move in JSON, `draws` the tokens of its
    draws, `time` seconds of the host's clock. `note` is the hash of a seat's code (code, sit), an `Outcome`
    in JSON (end), the seat's standing answers from now on, separated by blanks (beforehand), or its plan in
    JSON, '' if it has none any more (plan); it is never shown to others. A plan by the host was used for the
    answer to `ask`, which is the next entry. Where the clock has a bank, the `note` of a move is how many
    seconds since the deal the host was down while it ran. An entry `credit` has the seconds of a round trip
    and of a stall as its `note`. An entry `late` says that the time of a seat is up at a table where nothing
    is done then, `call` that its player was told that others wait, `away` until when (`note`, in seconds) its
    player is on a vacation, and as its `move` for how many seconds of the turn the host was down before.
    An entry `restore` has the new seed in hex as its `move`, and the time of the backup in
    seconds as its `note`.
    """

    seq: int = 0
    kind: EntryKind
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
    """How a table ended. By seat: names, places (empty: no result) and accounts ('' for bots). A player who
    wants to be forgotten has neither name nor account.
    """

    ending: Ending
    names: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    bots: tuple[str, ...] = ()
    """The keys of the bots by seat, '' for players."""
    points: tuple[int, ...] = ()
    """By seat, in the game's own unit; empty as places are, or in logs of earlier versions."""
    fates: tuple[SeatFate, ...] = ()
    """By seat; empty in logs of earlier versions."""
    started: float = 0.0
    """When the game was dealt; 0 in logs of earlier versions."""
    gone: tuple[str, ...] = ()
    """By seat, the pseudonyms of accounts that were forgotten, '' for others; empty: there are none."""
    programs: tuple[bool, ...] = ()
    """By seat, whether its player moved through the API; empty in logs of earlier versions."""
    keys: tuple[tuple[str, ...], ...] = ()
    """By seat, the fingerprints of its player's keys when it ended; empty in logs of earlier versions."""
    moves: tuple[int, ...] = ()
    """By seat, how many moves its player made, those of bots and the clock aside, and those that were taken
    back since 0.3.0; empty in logs of earlier versions.
    """
    void: bool = False
    """Whether a moderator has decided that the game changes no ratings."""


def outcome_of(end: Entry) -> Outcome:
    """Return the outcome in an `end` entry; an empty one if the table never began."""
    return msgspec.json.decode(end.note, type=Outcome) if end.note else Outcome("left")


def without_player(outcome: Outcome, player: str) -> Outcome:
    """Return the outcome with an account's pseudonym in the place of the account and its name."""
    seats = [one == player for one in outcome.players]
    if not any(seats):
        return outcome
    gone = outcome.gone or ("",) * len(seats)
    return replace(
        outcome,
        names=tuple("" if its else name for its, name in zip(seats, outcome.names, strict=True)),
        players=tuple("" if its else one for its, one in zip(seats, outcome.players, strict=True)),
        keys=tuple(() if its else keys for its, keys in zip(seats, outcome.keys, strict=False)),
        gone=tuple(pseudonym(player) if its else one for its, one in zip(seats, gone, strict=True)),
    )


def handed_over(outcome: Outcome, player: str, to: str) -> Outcome:
    """Return the outcome with another account in a player's place; in that of a guest only beside bots: else
    somebody could take over those games alone that went well against others.
    """
    if is_guest(player) and set(outcome.players) - {"", player}:
        return outcome
    return replace(outcome, players=tuple(to if who == player else who for who in outcome.players))


class FinishedTable(Struct, frozen=True):
    """A game that began and is over, and when it ended."""

    opening: Opening
    time: float
    outcome: Outcome


class StoredSignature(Struct, frozen=True):
    """A player's signature of a record: `base64` is what stands between the lines of an OpenSSH signature's
    armor, without line breaks.
    """

    player: str
    seat: int
    base64: str


class TableSummary(Struct, frozen=True):
    """A table that has not ended: its entries that are not moves (few), and the time of its last entry."""

    opening: Opening
    entries: tuple[Entry, ...]
    changed: float = 0.0
    damage: str = ""
    """What is wrong with its log on disk, for the operator; empty: nothing that is known."""
    length: int = 0
    """The number of its last entry."""
