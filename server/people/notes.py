"""Notes: what one player, or the host, has to tell another one, whether they are here or not. Pure.

Keeping them is left to `server.store.people`, bringing them to sessions to `server.notices.notes`.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Literal

from msgspec import Struct

from server.identity.accounts import is_guest
from tui.host.clubs import ClubNews
from tui.host.cups import CupNews
from tui.host.pictures import SeatNews
from tui.host.setting_names import FRIENDS, INVITATIONS

NoteKind = Literal["told", "invited", "followed", "reminder", "called", ClubNews, CupNews]
KEPT_SECONDS = 30 * 86_400.0
"""Seconds for which a note waits for a player who does not come."""
LINGER_SECONDS = 60.0
"""Seconds for which a note stays after it was shown: every node with a session of the player reads it."""


class Note(Struct, frozen=True, kw_only=True):
    """A note for the player `to`. `sender` is the account or guest that it comes from, `name` their name
    then; both are '' if it comes from the host. `place` is the id of the table that it is about, `table` the
    table's name.
    """

    id: str
    to: str
    kind: NoteKind
    sent: float
    sender: str = ""
    name: str = ""
    place: str = ""
    table: str = ""
    text: str = ""
    """What was said; cleaned text."""


def news_of(note: Note) -> SeatNews:
    """Return a note as its reader is shown it."""
    return SeatNews(note.kind, note.place, note.table, note.name, note.text)


def is_lapsed(note: Note, now: float) -> bool:
    """Return whether a note has waited too long."""
    return note.sent + KEPT_SECONDS <= now


def may_tell(sender: str, followed: Container[str], ignored: Container[str]) -> bool:
    """Whether a player may write to somebody who follows `followed` and ignores `ignored`."""
    return sender in followed and sender not in ignored


def may_invite(
    sender: str,
    followed: Container[str],
    ignored: Container[str],
    settings: Mapping[str, str],
    *,
    is_here: bool,
) -> bool:
    """Return whether a player may invite another one, with the same words: whoever is here hears everybody
    whom they do not ignore; who is away hears accounts, or if they want that (INVITATIONS), only those whom
    they follow.
    """
    from_all = settings.get(INVITATIONS) != FRIENDS and not is_guest(sender)
    return sender not in ignored and (is_here or from_all or sender in followed)
