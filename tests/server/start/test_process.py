"""A host's workers are shared out among its processes."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.settings.config import Config
from server.start.processes.process import config_of_process


@pytest.mark.parametrize(
    ("bots", "analyses", "processes", "shares"),
    [(8, 8, 4, (2, 2)), (8, 4, 2, (4, 2)), (1, 1, 4, (1, 1)), (2, 0, 4, (1, 0))],
)
def test_each_process_has_its_share(
    bots: int, analyses: int, processes: int, shares: tuple[int, int]
) -> None:
    """One worker at least, but for analyses that are off."""
    config = Config()
    host = replace(
        config,
        processes=processes,
        bots=replace(config.bots, workers=bots),
        analyses=replace(config.analyses, workers=analyses),
    )
    each = config_of_process(host)
    assert (each.bots.workers, each.analyses.workers) == shares
