"""Processes that think leave the processor to the host. Asked in processes of their own: it is for good."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from server.bots.withdrawals import Withdrawals
from server.bots.workers import host_pool

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such policy")
FORBIDDEN = """
import os
from server.budget.idle_priority import work_idly
def forbidden(*_): raise PermissionError
os.sched_setscheduler = forbidden
%s
work_idly()
print(os.getpriority(os.PRIO_PROCESS, 0))
"""


@LINUX
@pytest.mark.parametrize("idle", [True, False])
def test_bots_of_a_host_think_while_nothing_else_wants_the_processor(*, idle: bool) -> None:
    with host_pool(1, Withdrawals(), idle=idle) as pool:
        policy = pool.submit(os.sched_getscheduler, 0).result()
    assert policy == (os.SCHED_IDLE if idle else os.sched_getscheduler(0))


@pytest.mark.parametrize("nice", [True, False])
def test_where_the_policy_is_forbidden_they_are_nice(*, nice: bool) -> None:
    """Where that is forbidden, too, as under the unit of 0.2, they work all the same. Tests may have a
    priority of their own.
    """
    own = os.getpriority(os.PRIO_PROCESS, 0)
    code = FORBIDDEN % ("" if nice else "os.nice = forbidden")
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert int(said.stdout) == (min(19, own + 19) if nice else own)
