"""Changes a little piece of the code at a time, and looks whether the tests that should notice do.

    python -m tests.mutants [--jobs N] [--only TEXT]

A process forks for each change in `mutants.jsonl`, in which the changed module is imported instead of the
one on the disk, and runs the few tests that found the change when they were written. Prints which changes
nobody notices and which are not to be found any more, since their code has gone, and exits 1 if there is
one that nobody notices.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType

import pytest

from tests.mutants.changes import Mutant, changed, kept

LONGEST = 60
"""Seconds that the tests of one change may take; a change that makes them hang is noticed, too."""
IMPORTED = ("asyncssh", "hypothesis", "msgspec", "numpy", "pyte", "rich", "structlog", "textual.app")
"""What most tests need and no change is made in: imported once for all."""
FOUND, LIVES, GONE, BROKEN = "found", "lives", "gone", "broken"
NO_TESTS = (pytest.ExitCode.NO_TESTS_COLLECTED, pytest.ExitCode.USAGE_ERROR)


def verdict(mutant: Mutant) -> str:
    """What becomes of a change."""
    where = changed(mutant)
    if where is None:
        return GONE
    child = os.fork()
    if not child:
        _try(*where, mutant.tests)
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status):
        return FOUND
    code = os.waitstatus_to_exitcode(status)
    return BROKEN if code in NO_TESTS else FOUND if code else LIVES


def _try(path: Path, text: str, tests: Sequence[str]) -> None:
    """Run the tests with that text in the place of the file's, and end this process."""
    signal.alarm(LONGEST)
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    usual = SourceFileLoader.get_code

    def get_code(loader: SourceFileLoader, name: str) -> CodeType | None:
        if loader.get_filename(name) == str(path):
            return compile(text, str(path), "exec", dont_inherit=True)
        return usual(loader, name)

    SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    status = pytest.main(["-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", *tests])
    os._exit(int(status))


def verdicts(mutants: Sequence[Mutant], jobs: int) -> Iterator[tuple[Mutant, str]]:
    """What becomes of each, in their order; `jobs` processes share them."""
    ends = []
    for job in range(jobs):
        reading, writing = os.pipe()
        if not os.fork():
            os.close(reading)
            with os.fdopen(writing, "w") as told:
                for mutant in mutants[job::jobs]:
                    told.write(f"{verdict(mutant)}\n")
                    told.flush()
            os._exit(0)
        os.close(writing)
        ends.append(os.fdopen(reading))
    for number, mutant in enumerate(mutants):
        yield mutant, ends[number % jobs].readline().strip()


def main() -> int:
    """Try the changes and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="those in files whose path has this text")
    given = parser.parse_args()
    for name in IMPORTED:
        import_module(name)
    mutants = [one for one in kept() if given.only in one.file]
    counted: Counter[str] = Counter()
    for mutant, what in verdicts(mutants, given.jobs):
        counted[what] += 1
        if what != FOUND:
            sys.stdout.write(f"{what}: {mutant.file} {mutant.scope}: {mutant.old!r} -> {mutant.new!r}\n")
            sys.stdout.flush()
    sys.stdout.write(
        f"{len(mutants)} changes: {', '.join(f'{n} {what}' for what, n in sorted(counted.items()))}\n"
    )
    return 1 if counted[LIVES] or counted[BROKEN] else 0


if __name__ == "__main__":
    raise SystemExit(main())
