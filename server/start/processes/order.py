"""What a process is told when it starts, and its share of the host's workers."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from server.settings.config import Config
from server.store.host_keys import KeyChange


class ProcessOrder(NamedTuple):
    """How a process is to serve: with what settings, under what name in the log, and what becomes of a host
    key that players do not know.
    """

    config: Config
    name: str
    change: KeyChange


def config_of_process(config: Config) -> Config:
    """Return a host's settings as each of its processes has them: the workers are shared out. What each
    counts of the limits is shared out among those that are alive (`server.settings.current_limits`).
    """
    bots = replace(config.bots, workers=max(1, config.bots.processes // config.processes))
    workers = config.analyses.workers
    analyses = replace(config.analyses, workers=workers and max(1, workers // config.processes))
    return replace(config, analyses=analyses, bots=bots)
