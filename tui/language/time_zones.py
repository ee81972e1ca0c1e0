"""Time zones by their names, such as "Europe/Berlin"."""

from __future__ import annotations

import re
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

NAME = re.compile(r"[A-Za-z][A-Za-z0-9+_-]*(/[A-Za-z0-9+_-]+)*")
LONGEST = 64
NO_PLACES = re.compile(r"(posix|right)/.*|posixrules|Factory|localtime")
"""Files beside those of the zones: `right/` counts leap seconds, the last is the host's own zone."""


def zone_of(name: str) -> tzinfo | None:
    """The time zone of a name such as "Europe/Berlin"; None: there is none. To list all opens 600 files."""
    if name == "UTC":
        return UTC
    if not NAME.fullmatch(name) or len(name) > LONGEST or NO_PLACES.fullmatch(name):
        return None
    try:
        return ZoneInfo(name)
    except (OSError, ValueError, LookupError):  # not there, a folder, or not a zone
        return None
