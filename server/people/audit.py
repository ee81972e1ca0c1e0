"""The audit log: who did what to whom, moderators and operators alike. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from msgspec import Struct
from msgspec.structs import replace

from server.identity import bans

OPERATOR = "operator"
"""Who did it, if it came through the admin socket."""
PROPOSED = " proposed"
"""What is behind a verdict that takes two, as long as one has asked for it."""
FORGOTTEN = "(deleted)"
"""Stands for the name of a player whose account was deleted."""


RESTORED = "restore"
"""What is noted when a host was restored from a backup; the text is when that was made, in UTC."""
MINUTES = "%Y-%m-%d %H:%M UTC"
TOLD_FOR = 7 * 86400.0
"""Seconds for which everybody is told of it."""


class AuditEntry(Struct, frozen=True, kw_only=True):
    """An entry. `by` and `about` are names, `what` is a verdict of a moderator or a command of an operator,
    `text` its reason or arguments. `players` are the ids of those who are named.
    """

    id: str
    time: float
    by: str
    what: str
    about: str = ""
    text: str = ""
    players: tuple[str, str] = ("", "")
    """The ids that `by` and `about` stand for."""


def without_player(entry: AuditEntry, player: str) -> AuditEntry:
    by, about = entry.players
    return replace(
        entry,
        by=FORGOTTEN if by == player else entry.by,
        about=FORGOTTEN if about == player else entry.about,
        text="" if about == player else entry.text,
        players=("" if by == player else by, "" if about == player else about),
    )


def without_addresses(entry: AuditEntry) -> AuditEntry:
    text = bans.without_addresses(entry.text)
    return entry if text == entry.text else replace(entry, text=text)


def restoring(backup: float, now: float) -> AuditEntry:
    """Return the entry about a restored backup of a time."""
    made = datetime.fromtimestamp(backup, UTC).strftime(MINUTES)
    return AuditEntry(id=f"restore {now:.3f}", time=now, by=OPERATOR, what=RESTORED, text=made)


def moving(place: str, now: float) -> AuditEntry:
    """Return the entry about a store that was moved to a place, in which it is the first one."""
    return AuditEntry(id=f"move-store {now:.3f}", time=now, by=OPERATOR, what="move-store", text=place)


def restored_from(entries: Iterable[AuditEntry], now: float) -> float:
    """Return when the backup was made that a host was restored from lately; 0: it was not."""
    made = [one.text for one in entries if one.what == RESTORED and one.time > now - TOLD_FOR]
    return datetime.strptime(made[-1], MINUTES).replace(tzinfo=UTC).timestamp() if made else 0.0
