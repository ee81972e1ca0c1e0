"""The program as it was on a day of its history, in a folder of its own."""

from __future__ import annotations

import compileall
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ROOMS = ("engine", "tui", "server", "tests")


class DayProgram(NamedTuple):
    """Where a program's modules are. `commit` is of its history; "": it is what the folder has now."""

    root: Path
    commit: str = ""


@contextmanager
def program_of(commit: str) -> Iterator[DayProgram]:
    """Takes the program of a commit out of git, with its modules compiled. Where the history is not there (a
    shallow clone, a package) it says so and gives the program as it is now.
    """
    archive = _archive(commit)
    if not archive:
        yield DayProgram(ROOT)
        return
    with tempfile.TemporaryDirectory() as name:
        with tarfile.open(fileobj=BytesIO(archive)) as kept:
            kept.extractall(name, filter="data")
        for room in ROOMS[:-1]:
            compileall.compile_dir(Path(name) / room, quiet=1)
        yield DayProgram(Path(name), commit)


def _archive(commit: str) -> bytes:
    try:
        found = subprocess.run(
            ["git", "-C", ROOT, "archive", commit, *ROOMS], check=False, capture_output=True
        )
        why = found.stderr.decode().strip()
    except OSError as error:
        found, why = None, str(error)
    if found is None or found.returncode:
        sys.stderr.write(f"the stock way paints as now: there is no commit {commit[:8]} here ({why})\n")
        return b""
    return found.stdout
