"""Changes a little piece of the code at a time, and looks whether the tests that should notice do.

    python -m tests.mutants [--jobs N] [--only TEXT]
    python -m tests.mutants --fresh COUNT [--seed N] [--jobs N] [--only PACKAGE]

A process forks for each change in `mutants.jsonl`, in which the changed module is imported instead of the
one on the disk, and runs the few tests that found the change when they were written. Prints which changes
nobody notices and which are not to be found any more, since their code has gone, and exits 1 if there is
one that nobody notices. `--fresh` draws new changes instead: `tests.mutants.fresh`.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter

from tests.mutants import fresh
from tests.mutants.changes import Mutant, kept
from tests.mutants.trial import BROKEN, FOUND, LIVES, Trial, in_processes, ready, trial


def _tried(mutant: Mutant) -> Trial:
    return trial(mutant, mutant.tests)


def again(only: str, jobs: int) -> int:
    """Try the changes that are kept, say what was found, and return the exit status."""
    ready()
    mutants = [one for one in kept() if only in one.file]
    counted: Counter[str] = Counter()
    for mutant, (what, _) in zip(mutants, in_processes(_tried, mutants, jobs), strict=True):
        counted[what] += 1
        if what != FOUND:
            sys.stdout.write(f"{what}: {mutant.file} {mutant.scope}: {mutant.old!r} -> {mutant.new!r}\n")
            sys.stdout.flush()
    sys.stdout.write(
        f"{len(mutants)} changes: {', '.join(f'{n} {what}' for what, n in sorted(counted.items()))}\n"
    )
    return 1 if counted[LIVES] or counted[BROKEN] else 0


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", default="", help="those in files whose path has this text")
    parser.add_argument("--fresh", type=int, metavar="COUNT", help="draw so many new changes")
    parser.add_argument("--seed", type=int, default=1, help="which new ones")
    given = parser.parse_args()
    return (
        fresh.run(given.fresh, given.seed, given.jobs, given.only)
        if given.fresh
        else again(given.only, given.jobs)
    )


if __name__ == "__main__":
    raise SystemExit(main())
