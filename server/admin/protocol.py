"""The messages between operators and a running host over the admin socket: one line of JSON each.

A connection carries one request and one answer; `BackupMade` is followed by as many bytes as it says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from tui.host.moderation import Verdict

SOCKET_FILE = "admin.sock"
NOT_UNDERSTOOD = "This host does not understand that: "
"""How what is said to a request that is none begins: it came from another version."""
LONGEST_ADDRESS = 100
"""The longest socket path in bytes that every system accepts."""


class AdminRequest(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """A command of an operator."""


class NodeRequest(AdminRequest, frozen=True, kw_only=True):
    """A command for one node of the host: `node` is its name, "" the one that is asked."""

    node: str = ""


class WhoRequest(NodeRequest, frozen=True, tag="who"):
    """List sessions and tables. Without a node: of all of them."""


class HealthRequest(NodeRequest, frozen=True, tag="health"):
    """Tell how the host is; exit status 1 if it is not well."""


class AnnounceRequest(AdminRequest, frozen=True, tag="announce"):
    """Show a message to everyone. An empty text brings back the message of the day."""

    text: str


class KickRequest(AdminRequest, frozen=True, tag="kick"):
    """End the sessions of a player or an address; seats are kept. `name`: of a player, an address or a
    network; `wide`: also of a network that is wide.
    """

    name: str
    wide: bool = False


class CloseRequest(AdminRequest, frozen=True, tag="close"):
    """End a table without a result. By its id or name."""

    table: str


class GuestsRequest(AdminRequest, frozen=True, tag="guests"):
    """Off: let nobody new in without a key. `on`: let them in again."""

    on: bool


class BanRequest(AdminRequest, frozen=True, tag="ban"):
    """Ban a player or an address; without arguments, list the bans. For some `days` (None: for good), or
    `lift` the ban, which its account is told. `wide` as in KickRequest.
    """

    target: str = ""
    days: float | None = None
    lift: bool = False
    reason: str = ""
    """Told to the account."""
    wide: bool = False


class ModeratorRequest(AdminRequest, frozen=True, tag="moderator"):
    """Make an account a moderator, who is told; without arguments, list the moderators. Or no longer (`on`
    False).
    """

    name: str = ""
    on: bool = True


class AuditRequest(AdminRequest, frozen=True, tag="audit"):
    """List what moderators and operators did. `name`: by or about somebody."""

    name: str = ""
    most: int = 50


class ReportsRequest(AdminRequest, frozen=True, tag="reports"):
    """List the reports that wait, also those about moderators; show one, decide it. `report`: how its id
    begins.
    """

    report: str = ""
    verdict: Verdict | None = None
    reason: str = ""
    minutes: int | None = None


class AccountsRequest(AdminRequest, frozen=True, tag="accounts"):
    """Search for accounts. By a part of a name, a key or an id."""

    text: str
    most: int = 50


class AccountRequest(AdminRequest, frozen=True, tag="account"):
    """Show an account: keys, tables, ratings, reports, what was decided."""

    name: str


class KeyRequest(AdminRequest, frozen=True, tag="key"):
    """Give an account a key, or take one; its player is told. By its fingerprint, or (`add` False) by how
    that begins. `taken`: also one that another account has.
    """

    name: str
    key: str
    add: bool = True
    taken: bool = False


class RenameRequest(AdminRequest, frozen=True, tag="rename"):
    """Give an account another name; its player is told."""

    name: str
    to: str


class MuteRequest(AdminRequest, frozen=True, tag="mute"):
    """Let a player not talk for a time. `minutes` None: let them talk again."""

    name: str
    reason: str
    minutes: int | None = None


class TableRequest(AdminRequest, frozen=True, tag="table"):
    """Show a table, or a game that has ended."""

    table: str


class GamesRequest(AdminRequest, frozen=True, tag="games"):
    """List the last games that have ended, of public tables or of an account. `name`: of one account."""

    name: str = ""
    most: int = 50


class VoidRequest(AdminRequest, frozen=True, tag="void"):
    """Have an ended game change no ratings. `void` False: have it change them after all."""

    table: str
    reason: str
    void: bool = True


class ExportRequest(AdminRequest, frozen=True, tag="export"):
    """Print everything that the host knows of an account, as JSON."""

    name: str


class ForgetRequest(AdminRequest, frozen=True, tag="forget"):
    """Delete an account, its keys and its name in finished games."""

    name: str


class DrainRequest(NodeRequest, frozen=True, tag="drain"):
    """Stop opening tables and let running games finish. Or (`on` False) open them again; `stop`: end the
    host after the last game; `move`: move all players to the other nodes of the host and end this one,
    whatever runs.
    """

    on: bool = True
    stop: bool = False
    move: bool = False


class HostKeyRequest(AdminRequest, frozen=True, tag="host-key"):
    """Show the host's key with its lines for the DNS, or replace it in two steps. `step`: of the rotation."""

    step: Literal["", "next", "switch", "drop"] = ""


class PruneRequest(AdminRequest, frozen=True, tag="prune"):
    """Tell what may go from the disk, or delete it. `yes`: delete it."""

    yes: bool = False


class ReloadRequest(NodeRequest, frozen=True, tag="reload"):
    """Read the limits of the configuration again."""


class BackupRequest(AdminRequest, frozen=True, tag="backup"):
    """Copy the database into a new file."""


class NoBackup(Exception):  # noqa: N818
    """The host does not copy what it stores; the message is one sentence that says what to do instead."""


class AdminAnswer(Struct, frozen=True, tag_field="is"):
    """A host's answer."""


class CommandDone(AdminAnswer, frozen=True, tag="said"):
    """The command was carried out; `lines` are for the operator."""

    lines: tuple[str, ...]
    facts: Any = None
    """The same for programs."""


class CommandDeclined(AdminAnswer, frozen=True, tag="declined"):
    """The command was not carried out; one sentence says why."""

    sentence: str


class SessionRow(Struct, frozen=True):
    """A player's session. `key` is the fingerprint that it proved, empty for a guest; `since`: seconds since
    the epoch; `table`: names of tables that the player looks at, or is told of their turn at.
    """

    name: str
    key: str
    since: float
    address: str
    table: str
    here: bool = True
    """False for a session on another node."""
    node: str = ""
    """The name of the node; empty on a host of one process."""


class TableRow(Struct, frozen=True):
    """A table that is not closed. `seats`: the names at them, a dash for free ones; `since`: seconds since
    the epoch.
    """

    name: str
    game: str
    stage: str
    since: float
    seats: tuple[str, ...]
    watching: int
    damage: str = ""
    """What is wrong with the log of a table that is set aside."""


class HostStatus(AdminAnswer, frozen=True, tag="picture"):
    """All sessions and tables of the host."""

    sessions: tuple[SessionRow, ...]
    tables: tuple[TableRow, ...]
    draining: bool
    notice: str
    guests: bool = True
    """Whether new guests get in."""
    provisional: int = 0
    """Accounts that have not made a move."""
    moving: bool = False
    """Whether this node moves its players to other nodes."""
    damage: str = ""
    """What is wrong with the database, as far as is known."""
    reached: bool = True
    """Whether this node reaches the store: sessions of other nodes may be missing otherwise."""


class HostHealth(AdminAnswer, frozen=True, tag="health"):
    """How the host is. `reached`: whether this node reaches the store; `damage` as in HostStatus; `node` is
    its name, `nodes` are those that are alive, as far as it knows; `nameless` as in Config.
    """

    reached: bool
    sessions: int
    tables: int
    draining: bool = False
    moving: bool = False
    damage: str = ""
    node: str = ""
    nodes: tuple[str, ...] = ()
    nameless: bool = False

    @property
    def is_well(self) -> bool:
        return self.reached and not self.damage


class BackupMade(AdminAnswer, frozen=True, tag="copy"):
    """A database of `size` bytes follows."""

    size: int


REQUESTS = tuple(
    kind for base in (AdminRequest, NodeRequest) for kind in base.__subclasses__() if kind is not NodeRequest
)
AnyAnswer = CommandDone | CommandDeclined | HostStatus | HostHealth | BackupMade


def is_good(answer: AnyAnswer) -> bool:
    """Return whether a command was carried out, and all is well."""
    return answer.is_well if isinstance(answer, HostHealth) else not isinstance(answer, CommandDeclined)


def encode(message: AdminRequest | AdminAnswer) -> bytes:
    """Return a message as one line of JSON."""
    return msgspec.json.encode(message) + b"\n"


def decode_request(data: bytes | msgspec.Raw) -> AdminRequest:
    """Return the request in a line. Raises msgspec.MsgspecError if it is not a request."""
    request: AdminRequest = msgspec.json.decode(data, type=reduce(or_, REQUESTS))
    return request


def decode_answer(data: bytes) -> AnyAnswer:
    """Return the answer in a line. Raises msgspec.MsgspecError if it is not an answer."""
    answer: AnyAnswer = msgspec.json.decode(data, type=AnyAnswer)
    return answer


@contextmanager
def socket_address(folder: Path) -> Iterator[str]:
    """An address of the folder's socket that is short enough, valid inside the `with` block. Raises
    OSError.
    """
    path = folder / SOCKET_FILE
    if len(os.fsencode(path)) <= LONGEST_ADDRESS:
        yield str(path)
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET_FILE}"
    finally:
        os.close(descriptor)
