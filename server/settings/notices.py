"""Whether and how often players who are away are sent notices."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from server.settings.limits import Count, Seconds


class NoticeSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The settings of notices."""

    services: str = ""
    """The path of the file that lists services (`server.settings.notice_services`); empty: no notices."""
    after: Annotated[float, Meta(ge=60)] = 900.0
    """Seconds that a player has to be away, and a table to wait for them, before a notice is sent."""
    a_day: Count = 20
    """Notices for one player in 24 hours."""
    codes_a_day: Count = 5
    """Codes that one player may ask for in 24 hours; the same for those that go to one recipient, of which
    one address may ask for half."""
    codes_a_day_per_address: Count = 20
    """Codes that all players of one address may ask for in 24 hours."""
    code: Seconds = 3600.0
    """Seconds in which a code has to be typed after the last one was asked for."""

    def text(self) -> str:
        """Return what the file lists, '' without one. Raises ValueError if it cannot be read."""
        if not self.services:
            return ""
        try:
            return Path(self.services).read_text("utf-8")
        except OSError as error:
            raise ValueError(f"{self.services}: {error.strerror}") from error
        except UnicodeDecodeError as error:
            raise ValueError(f"{self.services}: not valid UTF-8") from error
