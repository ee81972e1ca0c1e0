"""The process that makes one analysis: its task is a line of input, what it finds are lines of output.

It knows a record and the rules, and nothing of the host. It ends itself when its input ends, because then the
host was killed. An analysis leaves no garbage in cycles, and does not last: nothing looks for any.
"""

from __future__ import annotations

import os
import sys
import time
from threading import Thread

from engine import codec
from server.analysis.work import AnalysisTask, stages
from server.budget.garbage_collection import paused
from server.budget.idle_priority import work_idly


def main() -> None:
    """Make the analysis. What goes wrong is a traceback on standard error and an exit status."""
    task: AnalysisTask = codec.decode(AnalysisTask, sys.stdin.buffer.readline())
    if task.nice:
        work_idly(task.nice)
    Thread(target=_end_with_the_host, daemon=True).start()
    output = sys.stdout.buffer
    with paused():
        for stage in stages(task, time.monotonic):
            output.write(codec.encode(stage) + b"\n")
            output.flush()


def _end_with_the_host() -> None:
    os.read(0, 1)  # not through `sys.stdin`, whose lock would stop the end of the process
    os._exit(1)
