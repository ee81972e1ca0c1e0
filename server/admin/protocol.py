"""What operators and a running host say to each other over the admin socket: a line of JSON each.

One connection, one request, one answer; after `BackupMade` follow as many bytes as it says.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

SOCKET_FILE = "admin.sock"
LONGEST_ADDRESS = 100
"""Bytes of a path that every system takes for a socket."""


class AdminRequest(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What an operator wants."""


class WhoRequest(AdminRequest, frozen=True, tag="who"):
    """Sessions and tables."""


class AnnounceRequest(AdminRequest, frozen=True, tag="announce"):
    """Tell everybody; empty: no longer, the message of the day instead."""

    text: str


class KickRequest(AdminRequest, frozen=True, tag="kick"):
    """End the sessions of a player."""

    name: str


class BanRequest(AdminRequest, frozen=True, tag="ban"):
    """Keep out, for some days or for good, or let in again; without a target: list them."""

    target: str = ""
    days: float | None = None
    lift: bool = False


class DrainRequest(AdminRequest, frozen=True, tag="drain"):
    """No new tables, or new ones again; `stop`: end the host after the last game."""

    on: bool = True
    stop: bool = False


class BackupRequest(AdminRequest, frozen=True, tag="backup"):
    """A copy of the database as it is now."""


class AdminAnswer(Struct, frozen=True, tag_field="is"):
    """What the host says."""


class Confirmed(AdminAnswer, frozen=True, tag="said"):
    """It is done; lines for the operator."""

    lines: tuple[str, ...]


class Declined(AdminAnswer, frozen=True, tag="declined"):
    """It is not done; one sentence."""

    sentence: str


class SessionRow(Struct, frozen=True):
    """A player at a terminal. `table`: where they look on, empty in the lobby."""

    name: str
    key: str
    since: float
    address: str
    table: str


class TableRow(Struct, frozen=True):
    """A table that is not closed. `seats` as people call them, a dash for free ones."""

    name: str
    game: str
    stage: str
    since: float
    seats: tuple[str, ...]
    watching: int


class HostStatus(AdminAnswer, frozen=True, tag="picture"):
    """Who is here, which tables there are."""

    sessions: tuple[SessionRow, ...]
    tables: tuple[TableRow, ...]
    draining: bool
    notice: str


class BackupMade(AdminAnswer, frozen=True, tag="copy"):
    """So many bytes of a database follow."""

    size: int


AnyRequest = WhoRequest | AnnounceRequest | KickRequest | BanRequest | DrainRequest | BackupRequest
AnyAnswer = Confirmed | Declined | HostStatus | BackupMade


def encode(message: AdminRequest | AdminAnswer) -> bytes:
    return msgspec.json.encode(message) + b"\n"


def decode_request(data: bytes) -> AnyRequest:
    """Raises msgspec.MsgspecError where it is none."""
    asked: AnyRequest = msgspec.json.decode(data, type=AnyRequest)
    return asked


def decode_answer(data: bytes) -> AnyAnswer:
    """Raises msgspec.MsgspecError where it is none."""
    said: AnyAnswer = msgspec.json.decode(data, type=AnyAnswer)
    return said


@contextmanager
def socket_address(folder: Path) -> Iterator[str]:
    """A name for the folder's socket that is short enough, while this lasts. Raises OSError."""
    path = folder / SOCKET_FILE
    if len(os.fsencode(path)) <= LONGEST_ADDRESS:
        yield str(path)
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield f"/proc/self/fd/{descriptor}/{SOCKET_FILE}"
    finally:
        os.close(descriptor)
