"""The priority of processes that think while players press keys: they get what nobody else wants."""

from __future__ import annotations

import os
import sys
from contextlib import suppress


def work_idly(nice: int = 19) -> None:
    """Let this process have a processor only while nothing else wants it, for good: Linux has a policy for
    that, under which whatever wakes up takes over at once; elsewhere, and where that is forbidden, it is
    `nice`, and where that is forbidden, too (by a filter of system calls), it is like all others.
    """
    with suppress(OSError):
        if sys.platform == "linux":
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
            return
    with suppress(OSError):
        os.nice(nice)
