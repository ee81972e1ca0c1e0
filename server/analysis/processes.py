"""Starts a process for each analysis, of low priority, which is gone once the analysis is made.

A process for each keeps whatever goes wrong in one of them away from everything else, and an idle host has
none. It takes a third of a second to start.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, asynccontextmanager, suppress
from typing import Any

from engine import codec
from server.analysis.work import AnalysisFailed, AnalysisProgress, AnalysisTask

PROGRAM = "from server.analysis.worker_main import main; main()"
LONGEST = 16 * 1024 * 1024
"""Bytes of one message; the largest analysis seen has 40,000."""
SILENCE = 300.0
"""Seconds without a message after which a process hangs. The longest time between two parts is one second of
a core of its own.
"""
TRACE = 4000
"""Characters of a trace that are logged: its end."""


class AnalysisProcesses:
    """Makes each analysis in a process of its own (see `Analysts`)."""

    @asynccontextmanager
    async def analyse(self, task: AnalysisTask) -> AsyncIterator[AsyncIterator[AnalysisProgress]]:
        process = await started(sys.executable, "-P", "-c", PROGRAM, stdin=PIPE, stdout=PIPE, limit=LONGEST)
        try:
            async with aclosing(_stages(process, task)) as found:
                yield found
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
            await process.wait()


async def started(*command: str, **given: Any) -> Process:
    """Start a process in a session of its own, as an operator's Ctrl-C is the host's; a pipe has its errors.

    Who is cancelled leaves no process, and waits for its end: asyncio's own start never returns if it is
    cancelled before it has connected the pipes.
    """
    starting = asyncio.ensure_future(
        asyncio.create_subprocess_exec(*command, stderr=PIPE, start_new_session=True, **given)
    )
    try:
        return await asyncio.shield(starting)
    except asyncio.CancelledError:
        process = await starting
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        raise


async def _stages(process: Process, task: AnalysisTask) -> AsyncGenerator[AnalysisProgress, None]:
    assert process.stdin and process.stdout and process.stderr  # noqa: S101, PT018  (they are pipes)
    errors = asyncio.ensure_future(process.stderr.read())
    try:
        process.stdin.write(codec.encode(task) + b"\n")
        while line := await asyncio.wait_for(process.stdout.readline(), SILENCE):
            yield codec.decode(AnalysisProgress, line)
        if status := await process.wait():
            why = (await errors).decode("utf-8", "replace").strip()[-TRACE:]
            raise AnalysisFailed(why or f"the process ended with status {status}")
    except TimeoutError:
        raise AnalysisFailed(f"no word from the process within {SILENCE:g} s") from None
    finally:
        errors.cancel()
