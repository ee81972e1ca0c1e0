"""Runs the installed console script, as a user does."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

SCRIPT = Path(sys.executable).with_name("crownhouse")
RECORDS = Path(__file__).parents[2] / "records"


class Finished(NamedTuple):
    status: int
    out: list[str]
    err: list[str]


def crownhouse(*arguments: object, **environment: str) -> Finished:
    done = subprocess.run(
        [SCRIPT, *map(str, arguments)],
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
        env={**os.environ, "PYTHONUTF8": "1", **environment},
    )
    return Finished(done.returncode, done.stdout.splitlines(), done.stderr.splitlines())
