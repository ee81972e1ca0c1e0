"""The program as it was on a day of its history, in a folder of its own."""

from __future__ import annotations

import compileall
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "tui", "server", "tests")


class DayProgram(NamedTuple):
    """Where a program's modules are. `commit` is of its history; "": it is what the folder has now."""

    root: Path
    commit: str = ""


class NoHistory(Exception):  # noqa: N818
    """The commit is not here: a shallow clone, or a package. The message is git's."""


@contextmanager
def program_of(commit: str) -> Iterator[DayProgram]:
    """Takes the program of a commit out of git, with its modules compiled. Raises NoHistory."""
    archive = _archive(commit)
    with tempfile.TemporaryDirectory() as name:
        subprocess.run(["tar", "-x", "-C", name], input=archive, check=True)
        for room in ROOMS[:-1]:
            compileall.compile_dir(Path(name) / room, quiet=1)
        yield DayProgram(Path(name), commit)


@contextmanager
def program_of_or_now(commit: str) -> Iterator[DayProgram]:
    """The same; where the history is not there it says so and gives the program as it is now."""
    with ExitStack() as until_end:
        try:
            program = until_end.enter_context(program_of(commit))
        except NoHistory as why:
            sys.stderr.write(f"the stock way paints as now: {why}\n")
            program = DayProgram(ROOT)
        yield program


def _archive(commit: str) -> bytes:
    try:
        found = subprocess.run(
            ["git", "-C", ROOT, "archive", commit, *ROOMS], check=False, capture_output=True
        )
    except OSError as error:
        raise NoHistory(f"there is no git here ({error})") from error
    if found.returncode:
        raise NoHistory(f"there is no commit {commit[:8]} here ({found.stderr.decode().strip()})")
    return found.stdout
