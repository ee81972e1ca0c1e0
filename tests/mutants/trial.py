"""Runs tests against a changed module, in a process that forks for it: the change never reaches the disk."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType
from typing import NamedTuple, TypeVar

import pytest

from tests import waiting
from tests.mutants.changes import Mutant, changed

LONGEST = 60
"""Seconds that the tests of one change may take; a change that makes them hang is noticed, too."""
WITHIN = 30.0
"""Seconds after which whoever waits for what does not come any more has found a change."""
IMPORTED = ("asyncssh", "hypothesis", "msgspec", "numpy", "pyte", "rich", "structlog", "textual.app")
"""What most tests need and no change is made in: imported once for all."""
FOUND, LIVES, GONE, BROKEN = "found", "lives", "gone", "broken"
NO_TESTS = (pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.USAGE_ERROR)

Item = TypeVar("Item")


class Trial(NamedTuple):
    """What became of a change, and the test that found it (empty: none, or it stood still)."""

    verdict: str
    finder: str = ""


class _FirstFailure:
    """Writes down which test fails first."""

    def __init__(self, told: int) -> None:
        self._told = told

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self._told, f"{report.nodeid}\n".encode())


def ready() -> None:
    """Import what most tests need."""
    for name in IMPORTED:
        import_module(name)


def trial(mutant: Mutant, tests: Sequence[str], longest: int = LONGEST) -> Trial:
    """What becomes of a change that these tests are run against, for so many seconds at most."""
    where = changed(mutant)
    if where is None:
        return Trial(GONE)
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _try(*where, tests, longest, writing)
    os.close(writing)
    with os.fdopen(reading) as told:
        finder = told.readline().strip()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return Trial(FOUND, finder)
    code = os.waitstatus_to_exitcode(status)
    return Trial(BROKEN if code in NO_TESTS else FOUND if code else LIVES, finder)


def _try(path: Path, text: str, tests: Sequence[str], longest: int, told: int) -> None:
    """Run the tests with that text in the place of the file's, and end this process."""
    signal.alarm(longest)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if loader.get_filename(name) == str(path):
            return compile(text, str(path), "exec", dont_inherit=True)
        return usual(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    waiting.WITHIN = WITHIN
    arguments = ["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests]
    status = pytest.main(arguments, plugins=[_FirstFailure(told)])
    os._exit(int(status))


def in_processes(work: Callable[[Item], Trial], items: Sequence[Item], jobs: int) -> Iterator[Trial]:
    """What becomes of each item, in their order; `jobs` processes share them."""
    ends = []
    for job in range(jobs):
        reading, writing = os.pipe()
        if not os.fork():
            os.close(reading)
            with os.fdopen(writing, "w") as told:
                for item in items[job::jobs]:
                    told.write("\t".join(work(item)) + "\n")
                    told.flush()
            os._exit(0)
        os.close(writing)
        ends.append(os.fdopen(reading))
    for number in range(len(items)):
        yield Trial(*ends[number % jobs].readline().rstrip("\n").split("\t"))
