"""An analysis is made in a process of its own, which ends with it."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import psutil
import pytest

from engine import codec
from server.analysis import processes
from server.analysis.processes import AnalysisProcesses
from server.analysis.work import AnalysisFailed, AnalysisProgress, AnalysisTask, stages
from tests.waiting import WITHIN

RECORD = (Path(__file__).parents[2] / "records" / "one-round.record").read_text("utf-8")


async def made(task: AnalysisTask) -> list[AnalysisProgress]:
    async with AnalysisProcesses().analyse(task) as found:
        return [stage async for stage in found]


async def test_a_process_says_the_same_as_this_one() -> None:
    """At another priority, and however often it tells how far it is."""
    task = AnalysisTask(RECORD, (2,), nice=19)
    here = list(stages(task, iter(range(10**6)).__next__))
    there = await made(task)
    assert there[-1] == here[-1] == AnalysisProgress(1.0, here[-1].analysis)
    assert here[-1].analysis.complete
    assert here[-1].analysis.done == (2, 1)
    assert len(here) > 5


@pytest.mark.parametrize("passes", range(5))
async def test_who_is_cancelled_as_it_starts_waits_for_no_end_that_never_comes(passes: int) -> None:
    """Whatever the event loop has done for it until then; no process is left."""
    pipes = dict.fromkeys(("stdin", "stdout"), asyncio.subprocess.PIPE)
    starting = asyncio.ensure_future(processes.started("cat", **pipes))
    for _ in range(passes):
        await asyncio.sleep(0)
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asyncio.wait_for(starting, WITHIN)
    assert "cat" not in {child.name() for child in psutil.Process().children()}


async def test_an_operators_ctrl_c_does_not_reach_a_process() -> None:
    process = await processes.started("cat", stdin=asyncio.subprocess.PIPE)
    assert os.getsid(process.pid) == process.pid
    process.kill()
    await process.wait()


async def test_between_two_messages_is_half_a_second() -> None:
    """However many parts there are meanwhile."""
    times = iter(range(10**6))
    every_tenth = list(stages(AnalysisTask(RECORD), lambda: next(times) * 0.05))
    each = list(stages(AnalysisTask(RECORD), iter(range(10**6)).__next__))
    assert len(every_tenth) <= len(each) // 9 + 1


@pytest.mark.parametrize(
    ("record", "why"), [("no record", "NotARecord"), (RECORD.rsplit("\n", 3)[0], "not-over")]
)
async def test_a_process_that_fails_says_why(record: str, why: str) -> None:
    with pytest.raises(AnalysisFailed, match="Traceback") as failed:
        await made(AnalysisTask(record))
    assert why in str(failed.value)


async def test_a_process_is_ended_with_the_wish_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would go on for ever."""
    monkeypatch.setattr(
        processes, "PROGRAM", "import os, sys; print(os.getpid(), flush=True); sys.stdin.read()"
    )
    monkeypatch.setattr(processes.codec, "decode", lambda _, line: int(line))
    async with AnalysisProcesses().analyse(AnalysisTask(RECORD)) as found:
        pid = int(str(await anext(aiter(found))))
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_a_process_that_says_nothing_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "PROGRAM", "import sys; sys.stdin.read()")
    monkeypatch.setattr(processes, "SILENCE", 0.01)
    with pytest.raises(AnalysisFailed, match="no word"):
        await made(AnalysisTask(RECORD))


async def test_a_process_ends_when_the_host_is_gone() -> None:
    """Its input ends then, whatever it is doing."""
    busy = "import threading; from server.analysis import worker_main as it; "
    busy += "it.stages = lambda *_: iter(threading.Event().wait, 1); it.main()"
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-c", busy, stdin=asyncio.subprocess.PIPE
    )
    assert process.stdin
    process.stdin.write(codec.encode(AnalysisTask(RECORD)) + b"\n")
    process.stdin.close()
    assert await process.wait() == 1
