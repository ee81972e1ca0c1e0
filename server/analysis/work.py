"""What a process is asked when it is to analyse a game, and what it says."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from random import Random
from typing import Protocol

from msgspec import Struct

from engine.analysis.analyse import analyse, begun
from engine.analysis.findings import Analysis, with_part
from engine.chance import Chance, QuickChance
from engine.records.course import read_course
from engine.registry import GAMES

INTERVAL = 0.5
"""Seconds from one message about an analysis under way to the next, at least."""


class AnalysisTask(Struct, frozen=True):
    """A finished game to analyse, as a record. The seats in `first` come before the others; `nice` is the
    niceness that the process adds to its own.
    """

    record: str
    first: tuple[int, ...] = ()
    nice: int = 0


class AnalysisProgress(Struct, frozen=True):
    """An analysis as far as it goes, and how much of the work that is (0 to 1)."""

    done: float
    analysis: Analysis


class AnalysisFailed(Exception):  # noqa: N818  (what it is, not a fault)
    """An analysis could not be made. The message says why, with a trace if there is one."""


class Analysts(Protocol):
    """Makes analyses somewhere else."""

    def analyse(self, task: AnalysisTask) -> AbstractAsyncContextManager[AsyncIterator[AnalysisProgress]]:
        """Return the stages of an analysis as they come, the last of them complete. It is stopped when the
        `async with` block is left. The stages raise AnalysisFailed.
        """


def stages(task: AnalysisTask, clock: Callable[[], float]) -> Iterator[AnalysisProgress]:
    """Yield an analysis as it grows, at most every INTERVAL seconds of the clock, and at its end. Raises
    Refused and what `read_course` raises.
    """
    course = read_course(task.record, GAMES)
    analysis, told = begun(course), clock()
    for part in analyse(course, chance_of, task.first):
        analysis = with_part(analysis, part)
        if analysis.complete or clock() - told >= INTERVAL:
            told = clock()
            yield AnalysisProgress(part.done, analysis)


def chance_of(name: str) -> Chance:
    """Draws that depend on the name alone, so that an analysis is the same wherever it is made."""
    return QuickChance(Random(name).random)  # noqa: S311  (nothing is kept secret by it)
