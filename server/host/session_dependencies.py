"""What a session needs of its host, whatever door it came through."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from engine.game import AnyGame
from server.host.port import HostPort
from server.identity.accounts import Player
from server.settings.limits import Limits
from server.settings.pace import Paces
from server.telemetry.meter import Meter, NoMeter
from tui.host.port import Release
from tui.host.session import MakeScreen


class SessionDependencies(Struct, frozen=True):
    """`enter` and `port` are the lobby's, for one player; `paces` is how fast programs may ask."""

    limits: Limits
    games: Mapping[str, AnyGame]
    enter: Callable[[Player], Release]
    port: Callable[[Player], HostPort]
    make_screen: MakeScreen
    paces: Paces
    meter: Meter = NoMeter()
