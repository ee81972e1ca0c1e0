"""What a session needs of its host, whatever door it came through."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from server.accounts import Player
from server.limits import Limits
from server.meter import Meter, NoMeter
from server.port import HostPort
from tui.port import Release
from tui.session import MakeScreen

ENVIRONMENT = ("LANG", "LC_ALL", "LC_MESSAGES", "LC_CTYPE", "COLORTERM", "NO_COLOR", "ESCDELAY")
"""The variables of a client that screens want to know; all others are dropped as they come."""


class Reception(Struct, frozen=True):
    """`games` are their keys; `enter` and `port` are the lobby's, for one player."""

    limits: Limits
    games: Sequence[str]
    enter: Callable[[Player], Release]
    port: Callable[[Player], HostPort]
    make_screen: MakeScreen
    meter: Meter = NoMeter()
