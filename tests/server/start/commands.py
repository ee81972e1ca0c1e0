"""Runs `crownhouse` in a process, or what it runs without one of its own; SCRIPT is the installed one."""

import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import NamedTuple

from server.start.main import main
from tests.forked import run

SCRIPT = Path(sys.executable).with_name("crownhouse")
RECORDS = Path(__file__).parents[2] / "records"


class CommandResult(NamedTuple):
    """How a command ended, and the lines it wrote."""

    status: int
    out: list[str]
    err: list[str]


def crownhouse(*arguments: object, **environment: str) -> CommandResult:
    done = run(["crownhouse", *arguments], env={**os.environ, **environment}, encoding="utf-8")
    return CommandResult(done.returncode, done.stdout.splitlines(), done.stderr.splitlines())


def in_this_process(*arguments: object) -> CommandResult:
    """The same in a fraction of the time, for commands that start no processes themselves."""
    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        try:
            status = main([str(argument) for argument in arguments])
        except SystemExit as ended:
            status = int(ended.code or 0)
    return CommandResult(status, out.getvalue().splitlines(), err.getvalue().splitlines())
