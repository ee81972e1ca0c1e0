"""What a process is told when it starts, and its share of the host's limits."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from server.settings.config import Config
from server.settings.limits import Limits


class ProcessOrder(NamedTuple):
    """How a process is to serve: with what settings, and the name that it has among the others. `private_key`
    is the host's key; empty for a host on PostgreSQL, whose nodes find it themselves.
    """

    config: Config
    name: str
    private_key: bytes


def config_of_process(config: Config) -> Config:
    """Return a host's settings as each of its processes has them: what is counted in each is shared out."""
    bots = replace(config.bots, workers=max(1, config.bots.processes // config.processes))
    workers = config.analyses.workers
    analyses = replace(config.analyses, workers=workers and max(1, workers // config.processes))
    limits = limits_of_process(config.limits, config.processes)
    return replace(config, analyses=analyses, bots=bots, limits=limits)


def limits_of_process(limits: Limits, processes: int) -> Limits:
    """Return the limits of one of several processes, so that all of them together keep to the host's."""
    return replace(
        limits,
        sessions=max(1, limits.sessions // processes),
        sessions_kept=limits.sessions_kept // processes,
    )
