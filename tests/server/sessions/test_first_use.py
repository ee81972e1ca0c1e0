"""Nothing is imported, and no table is read, in a turn of the event loop of a host that serves players."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from server.identity.scripts import _ranges
from server.sessions.first_use import prepare
from tests.edge.in_process import in_process, run_measured
from tui.language.texts import _catalogue

KEPT = (_ranges, _catalogue)

def known():
    return {name for name in sys.modules if name.split(".")[0] in {"engine", "server", "tui"}}

async def main(clock):
    async with in_process(clock, ()) as house:
        if "prepared" in sys.argv:
            prepare()
        modules, read = known(), [one.cache_info().misses for one in KEPT]
        for command in ("api", "who", "plain", "lang de", "lang it", "lang nl", "name Argument", None):
            await house.guest(command, key="SHA256:ada")
        print(len(known() - modules), *(one.cache_info().misses - was for one, was in zip(KEPT, read)))

run_measured(main)
"""


def later(*prepared: str) -> list[int]:
    """How many modules are imported while clients are served, and how often a table or catalogue is read."""
    command = [sys.executable, "-c", PROGRAM, *prepared]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [int(number) for number in done.stdout.split()]


def test_what_is_needed_once_is_there_before_the_first_client() -> None:
    assert later("prepared") == [0, 0, 0]


def test_without_that_each_first_client_would_wait() -> None:
    assert min(later()) > 0
