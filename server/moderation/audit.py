"""The audit log: who did what to whom, moderators and operators alike. Pure."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

OPERATOR = "operator"
"""Who did it, if it came through the admin socket."""
FORGOTTEN = "(deleted)"
"""Stands for the name of a player whose account was deleted."""


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
    """Return an entry without the name of a player."""
    by, about = entry.players
    return replace(
        entry,
        by=FORGOTTEN if by == player else entry.by,
        about=FORGOTTEN if about == player else entry.about,
        text="" if about == player else entry.text,
        players=("" if by == player else by, "" if about == player else about),
    )
