"""Courses are worked out in a process apart, which ends with what it is for and is started again."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.game import Refused
from engine.records.course import read_course
from engine.registry import GAMES
from server.analysis.courses import process as module
from server.analysis.courses.casts import Casts
from server.analysis.courses.process import CourseFailed, CourseProcess
from server.analysis.courses.work import CastTask, EndedGameTask, Task, WorkedOutGame, encode, parts
from server.budget.fair_order import Asker
from server.log.entries import Entry, Opening, Outcome
from tests.bench._ended import EndedGame, log_of, opening_of
from tests.server.simulation import refusal

RECORD = (Path(__file__).parents[3] / "records" / "two-pages.record").read_text("utf-8")
COURSE = read_course(RECORD, GAMES)
CAST = CastTask("t1", COURSE.kept, "en")
GAME = EndedGame("t1", seats=2)


def ended_game(opening: Opening | None = None) -> EndedGameTask:
    log = tuple(log_of(GAME, opening_of(GAME)))
    outcome = msgspec.json.decode(log[-1].note, type=Outcome)
    pieces = (msgspec.msgpack.encode(log[:40]), msgspec.msgpack.encode(log[40:]))
    return EndedGameTask(opening or opening_of(GAME), outcome, pieces)


@pytest.fixture
async def worker() -> AsyncIterator[CourseProcess]:
    worker = CourseProcess()
    yield worker
    await worker.close()


async def done(worker: CourseProcess, task: Task) -> bytes:
    async with worker.work(task) as found:
        return b"".join([part async for part in found])


async def exhausted(parts: AsyncIterator[bytes]) -> None:
    async for _ in parts:
        pass


def pid_of(worker: CourseProcess) -> int:
    assert worker._running
    return worker._running._process.pid


async def test_a_process_says_the_same_as_this_one(worker: CourseProcess) -> None:
    task = ended_game()
    here = b"".join([part async for part in parts(task, GAMES)])
    assert await done(worker, task) == here
    game = msgspec.msgpack.decode(here, type=WorkedOutGame)
    record = zlib.decompress(game.record).decode()
    assert game.course == read_course(record, GAMES).kept
    assert await done(worker, CAST) == b"".join([part async for part in parts(CAST, GAMES)])


async def test_what_a_process_refuses_is_refused(worker: CourseProcess) -> None:
    """With what the sentence needs; and the process goes on."""
    task = ended_game(msgspec.structs.replace(opening_of(GAME), rules_version=99))
    with pytest.raises(Refused) as why:
        await done(worker, task)
    assert (why.value.code, why.value.params["rules"]) == ("rules-not-here", 99)
    number = pid_of(worker)
    assert await done(worker, ended_game())
    assert pid_of(worker) == number


async def test_what_goes_wrong_in_a_process_is_said(worker: CourseProcess) -> None:
    broken = msgspec.structs.replace(ended_game(), entries=(b"\xc1",))
    with pytest.raises(CourseFailed, match="Traceback"):
        await done(worker, broken)
    assert await done(worker, ended_game())


async def test_tasks_take_turns(worker: CourseProcess) -> None:
    """Of a cast only what is wanted is drawn, and other tasks are done meanwhile."""
    async with worker.work(CAST) as cast:
        first = await anext(aiter(cast))
        assert first.startswith(b'{"version": 2')
        assert await done(worker, ended_game())
        async with worker.work(CAST) as other:
            assert (await anext(aiter(other))).startswith(b'{"version": 2')
    assert await done(worker, ended_game())


async def test_a_process_that_dies_fails_what_waits_and_is_started_again(
    worker: CourseProcess, caplog: pytest.LogCaptureFixture
) -> None:
    async with worker.work(CAST) as cast:
        await anext(aiter(cast))
        number = pid_of(worker)
        os.kill(number, 9)
        with caplog.at_level(logging.ERROR), pytest.raises(CourseFailed, match="status -9"):
            await exhausted(cast)
    assert "has ended" in caplog.text
    assert await done(worker, ended_game())
    assert pid_of(worker) != number


async def test_one_sentence_is_told_of_a_cast_that_fails(worker: CourseProcess) -> None:
    casts = Casts(worker)
    drawn = casts.draw(CAST, Asker("home", "ada"))
    await anext(drawn)
    os.kill(pid_of(worker), 9)
    assert (await refusal(exhausted(drawn))).code == "course-failed"
    assert [part async for part in casts.draw(CAST, Asker("home", "ada"))]


async def test_one_sentence_is_told_where_no_process_can_be_started(
    worker: CourseProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none_left() -> Any:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(module._RunningProcess, "start", none_left)
    assert (await refusal(exhausted(Casts(worker).draw(CAST, Asker("home", "ada"))))).code == "course-failed"
    monkeypatch.undo()
    assert await done(worker, CAST)


async def test_a_process_that_says_nothing_has_failed(
    worker: CourseProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PROGRAM", "import sys; sys.stdin.read()")
    monkeypatch.setattr(module, "SILENCE", 0.01)
    with pytest.raises(CourseFailed, match="no word"):
        await done(worker, CAST)


async def test_a_process_is_ended_once_nothing_is_wanted_of_it(
    worker: CourseProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "IDLE", 0.0)
    await done(worker, ended_game())
    running = worker._running
    assert running
    assert await running._process.wait() == 0
    assert await done(worker, ended_game())


async def test_a_process_ends_when_the_host_is_gone() -> None:
    """Its input ends then."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-P", "-c", module.PROGRAM, stdin=asyncio.subprocess.PIPE
    )
    assert process.stdin
    process.stdin.write(encode(module.Begin(1, CAST)))
    process.stdin.close()
    assert await process.wait() == 0


def test_a_log_in_pieces_is_whole() -> None:
    entries = [
        one for piece in ended_game().entries for one in msgspec.msgpack.decode(piece, type=list[Entry])
    ]
    assert [one.seq for one in entries] == list(range(1, len(entries) + 1))
