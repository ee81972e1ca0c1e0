"""The dependencies of a lobby: those of its tables, and chance, limits and timers."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import field

from server.cluster.nodes import Nodes
from server.lobby.listing.viewers import LobbyPace
from server.settings.current_limits import CurrentLimits
from server.store.outages import OutageStore, StoredOutages
from server.store.sqlite.memory import MemorySql
from server.table.dependencies import TableDependencies
from server.telemetry.metrics_sink import MetricsSink


class LobbyDependencies(TableDependencies, frozen=True, kw_only=True):
    """The part of a host's dependencies that the lobby uses. `new_id()` returns an id that nobody can guess,
    `pick(n)` a number from 0 to n - 1, `secret(n)` n secret bytes. `nodes` is what it
    shares with other nodes of the host; `pace` is how often it is sent; `address_days` how long addresses are
    kept, in days.
    """

    new_id: Callable[[], str]
    pick: Callable[[int], int]
    secret: Callable[[int], bytes]
    limits: CurrentLimits = field(default_factory=CurrentLimits)
    outages: OutageStore = field(default_factory=lambda: StoredOutages(MemorySql()))
    metrics: MetricsSink = MetricsSink()
    nodes: Nodes = field(default_factory=Nodes)
    pace: LobbyPace = LobbyPace()
    address_days: int = 30
