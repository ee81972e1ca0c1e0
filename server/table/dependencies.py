"""What a table needs from outside: rules, a journal, a clock, and how long it waits for players."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from engine.game import AnyGame
from server.settings.timeouts import Timeouts
from server.storage.journal import Journal


class TableDependencies(Struct, frozen=True, kw_only=True):
    """The part of a host's dependencies that tables use. `games` by key; `clock` returns seconds
    since the epoch.
    """

    games: Mapping[str, AnyGame]
    journal: Journal
    clock: Callable[[], float]
    timeouts: Timeouts = Timeouts()
