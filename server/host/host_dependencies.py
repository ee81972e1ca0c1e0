"""What a host is built from."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct, field

from engine.game import AnyGame
from server.bots.workers import Workers
from server.identity.accounts import Accounts
from server.identity.bans import BanStore, MemoryBans
from server.lobby.environment import Timer, loop_timer
from server.settings.bot_timing import BotTiming
from server.settings.limits import Limits
from server.settings.timeouts import Timeouts
from server.storage.journal import Journal
from server.storage.outages import NoOutages, OutageStore
from server.telemetry.meter import Meter, NoMeter


class HostDependencies(Struct, frozen=True):
    """What a host lives on. `clock` gives seconds since the epoch, `pick(n)` a number from 0 to
    n - 1, `secret(n)` n secret bytes, `new_id` what nobody can guess; `pause` waits for seconds,
    `timer` calls back after seconds.
    """

    games: Mapping[str, AnyGame]
    journal: Journal
    accounts: Accounts
    workers: Workers
    clock: Callable[[], float]
    pause: Callable[[float], Awaitable[None]]
    new_id: Callable[[], str]
    pick: Callable[[int], int]
    secret: Callable[[int], bytes]
    bots: BotTiming = BotTiming()
    limits: Limits = Limits()
    patience: Timeouts = Timeouts()
    outages: OutageStore = NoOutages()
    timer: Timer = loop_timer
    meter: Meter = NoMeter()
    bans: BanStore = field(default_factory=MemoryBans)
    address_days: int = 30
