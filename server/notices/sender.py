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
    stop_at: str = ""
    """Where a program that reads mail asks for the same (RFC 8058); '': nowhere."""


def notice_of(text: NoticeText, code: str = "", web: str = "") -> Notice:
    """Return the notice with these words; `code` stops what goes there, also at the window on the web."""
    stop = f"notify off {code}" if code else ""
    stop_at = f"{web}/notices/{code}" if code and web.startswith("https:") else ""
    return Notice(text.title, "\n".join(text.lines), stop, stop_at)


class Sender(Protocol):
    """Sends notices."""

    async def send(self, service: NoticeService, recipient: str, notice: Notice) -> bool:
        """Return whether the service took the notice. Raises Refused ("wrong-recipient")."""

    def close(self) -> None:
        """Stop, whatever is being sent."""
