"""A whole host in memory for fuzzing, with generous limits: what is refused is refused for its content."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from msgspec.structs import replace

from engine.registry import GAMES
from server.bots.worker_main import BotTask, OddsTask, choose_move
from server.bots.workers import Workers
from server.settings.limits import Limits
from tests.server.simulation import AtOnce, Simulation
from tui.host.refusals import refused

MANY = 10_000
LIMITS = Limits(
    chat_lines=MANY, chat_lines_per_address=MANY, renames=MANY, renames_per_address=MANY, code_guesses=MANY,
    code_guesses_per_address=MANY, api_burst=MANY, api_line_bytes=2048,
)  # fmt: skip


def simulation() -> Simulation:
    """A host with the three games."""
    return Simulation(games=GAMES, limits=LIMITS, workers=Workers(AtOnce, _at_once))


def _at_once(task: BotTask | OddsTask) -> bytes:
    """Bots play the first thing they think of; nobody works out odds."""
    if isinstance(task, OddsTask):
        raise refused("no-odds", game=task.game)
    return choose_move(replace(task, bot="random", limit=0.0))


class _LoggedErrors(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(self.format(record))


@contextmanager
def nothing_fails() -> Iterator[None]:
    """Claim that nothing is logged as a fault meanwhile."""
    errors = _LoggedErrors()
    logging.getLogger().addHandler(errors)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(errors)
    assert not errors.found, "\n".join(errors.found)[-1500:]
