"""No turn of the host's event loop is long, whatever a client causes: all of the catalogues, each by few.

`make edge` tries the same by crowds, and where there is most to show.
"""

from __future__ import annotations

import json
import subprocess
import sys

from tests.edge.longest_turn import MOST


def test_no_turn_is_long_whatever_a_client_causes() -> None:
    """In a process of its own; a figure is processor time, not the clock."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.edge.longest_turn", "quick"],
        capture_output=True,
        text=True,
        check=False,
    )
    groups = [json.loads(line) for line in done.stdout.splitlines()]
    assert {group["group"]: group["at"] for group in groups if group["longest turn, ms"] > 1000 * MOST} == {}
    assert done.returncode == 0, done.stderr
    assert sum(group["cases"] for group in groups) > FEWEST


FEWEST = 500
"""Cases that there are at least."""
