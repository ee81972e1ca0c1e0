"""A notice, and what sends it. Sending from another process is left to `server.notices.delivery`."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from server.settings.notice_services import NoticeService
from tui.language.away_notices import NoticeText


class Notice(Struct, frozen=True):
    """What a player is sent."""

    title: str
    text: str
    stop: str = ""
    """What is typed after `ssh HOST` to get nothing more here, by anybody who reads it; '': nothing is."""


def notice_of(text: NoticeText, stop: str = "") -> Notice:
    """Return the notice with these words."""
    return Notice(text.title, "\n".join(text.lines), stop)


class Sender(Protocol):
    """Sends notices."""

    async def send(self, service: NoticeService, recipient: str, notice: Notice) -> bool:
        """Return whether the service took the notice. Raises Refused ("wrong-recipient")."""
        ...

    def close(self) -> None:
        """Stop, whatever is being sent."""
        ...
