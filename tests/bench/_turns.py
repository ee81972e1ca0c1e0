"""How long the turns of a host's event loop take, measured inside its process.

`python -m tests.bench._turns FILE serve ...` is the program `crownhouse serve ...`, but notes each turn that
took long: when it ended, how long it was by the clock, and how much of a core it used. A turn that is long by
the clock and short in computing had to wait for a core: others had it. `read` reads the notes.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any, NamedTuple
from unittest.mock import patch

from server.budget.fair_loop import FairSelector

NOTED = 0.0004
"""Seconds above which a turn is noted."""


class LoopTurn(NamedTuple):
    """When a turn ended, by the clock of all processes; its length; the time it computed. Seconds."""

    at: float
    wall: float
    cpu: float


class _Noting(FairSelector):
    """What is between two looks for events is a turn."""

    def __init__(self, file: int) -> None:
        super().__init__()
        self._file = file
        self._wall = self._cpu = 0.0

    def select(self, timeout: float | None = None) -> Any:
        now = perf_counter()
        if self._wall and now - self._wall > NOTED:
            os.write(self._file, f"{now} {now - self._wall} {thread_time() - self._cpu}\n".encode())
        ready = super().select(timeout)
        self._wall, self._cpu = perf_counter(), thread_time()
        return ready


def read(file: Path, since: float = 0.0) -> list[LoopTurn]:
    """The turns noted after a moment of `perf_counter`."""
    turns = (LoopTurn(*map(float, line.split())) for line in file.read_text(encoding="ascii").splitlines())
    return [turn for turn in turns if turn.at > since]


def main(file: str, *words: str) -> int:
    from server.budget import fair_loop
    from server.budget.fair_loop import FairLoop
    from server.start.main import main as crownhouse

    noted = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    with patch.object(fair_loop, "FairLoop", lambda: FairLoop(_Noting(noted))):
        return crownhouse(list(words))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
