"""An ended game is worked out once for all who ask, and kept while there is room."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from server.analysis.courses.process import CourseFailed
from server.analysis.courses.work import EndedGameTask, Task
from tests.server.courses_at_once import CoursesAtOnce
from tests.server.simulation import ADA, BERT, CY, Simulation, finished, refusal, settled
from tests.server.toy import GAMES


class HeldCourses(CoursesAtOnce):
    """Works when the test says so; `failed` is what comes of it, if anything does."""

    def __init__(self) -> None:
        super().__init__(GAMES)
        self.go_on = asyncio.Event()
        self.failed: Exception | None = None

    @asynccontextmanager
    async def work(self, task: Task) -> AsyncIterator[AsyncIterator[bytes]]:
        async with super().work(task) as parts:
            await self.go_on.wait()
            if self.failed:
                raise self.failed
            yield parts


@pytest.fixture
def courses() -> HeldCourses:
    return HeldCourses()


@pytest.fixture
async def at(courses: HeldCourses) -> AsyncIterator[Simulation]:
    stage = Simulation(courses=courses)
    await stage.host.open()
    yield stage
    courses.go_on.set()
    await stage.host.close()


async def games(stage: Simulation, count: int) -> list[str]:
    """Ended games of Ada and Bert."""
    return [await finished(stage, stage.port(ADA), stage.port(BERT)) for _ in range(count)]


def tables(courses: HeldCourses) -> list[str]:
    return [task.opening.id for task in courses.tasks if isinstance(task, EndedGameTask)]


async def test_it_is_worked_out_once_for_all_who_wait_and_who_come_later(
    at: Simulation, courses: HeldCourses
) -> None:
    (table,) = await games(at, 1)
    asked = [asyncio.create_task(at.port(who).replay(table)) for who in (ADA, BERT, CY)]
    await settled()
    courses.go_on.set()
    first, second, third = await asyncio.gather(*asked)
    assert first.course is second.course is third.course is (await at.port(CY).replay(table)).course
    assert [one.your_seat for one in (first, second, third)] == [1, 2, None]
    record = await at.port(CY).record(table)
    assert record.startswith("crownhouse record")
    assert tables(courses) == [table]


async def test_one_that_nobody_waits_for_any_more_does_not_begin(
    at: Simulation, courses: HeldCourses
) -> None:
    """What has begun goes on, and whoever asks next has it."""
    ended = await games(at, 3)
    asked = [asyncio.create_task(at.port(ADA).replay(table)) for table in ended]
    await settled()
    assert tables(courses) == ended[:2]
    for one in asked:
        one.cancel()
    await asyncio.wait(asked)
    courses.go_on.set()
    await settled()
    await at.port(BERT).replay(ended[0])
    assert tables(courses) == ended[:2]


async def test_addresses_take_turns(at: Simulation, courses: HeldCourses) -> None:
    """A game for which others wait, too, comes with the first of them."""
    eve = [await at.host.admit(None, f"Eve{number}") for number in range(4)]
    for player in eve:
        at.host.enter(player, "192.0.2.7")
    ended = await games(at, 5)
    asked = [asyncio.create_task(at.port(who).replay(table)) for who, table in zip(eve, ended, strict=False)]
    await settled()
    asked.append(asyncio.create_task(at.port(CY).replay(ended[4])))
    asked.append(asyncio.create_task(at.port(CY).replay(ended[3])))
    await settled()
    courses.go_on.set()
    await asyncio.gather(*asked)
    assert tables(courses) == [ended[0], ended[1], ended[4], ended[2], ended[3]]


async def test_what_was_looked_at_longest_ago_makes_room(at: Simulation, courses: HeldCourses) -> None:
    courses.go_on.set()
    one, two, three = await games(at, 3)
    port = at.port(CY)
    await port.replay(one)
    at.host.games._room = at.host.games.size * 5 // 2
    for table in (two, one, three, one):
        await port.replay(table)
    assert tables(courses) == [one, two, three]
    assert at.host.games.size <= at.host.games._room
    await port.replay(two)
    assert tables(courses) == [one, two, three, two]


async def test_one_larger_than_the_room_is_shown_and_not_kept(at: Simulation, courses: HeldCourses) -> None:
    courses.go_on.set()
    at.host.games._room = 10
    (table,) = await games(at, 1)
    for _ in range(2):
        assert (await at.port(CY).replay(table)).course.last > 0
    assert at.host.games.size == 0
    assert tables(courses) == [table, table]


async def test_a_player_who_was_forgotten_is_in_no_course(at: Simulation, courses: HeldCourses) -> None:
    courses.go_on.set()
    (table,) = await games(at, 1)
    assert BERT.name in (await at.port(ADA).replay(table)).course.header.seats
    await at.journal.forget(BERT.id)
    again = await at.port(ADA).replay(table)
    assert BERT.name not in again.course.header.seats
    assert BERT.name not in await at.port(ADA).record(table)


@pytest.mark.parametrize(
    ("error", "code", "logged"),
    [(CourseFailed("killed"), "course-failed", "killed"), (OSError("no disk"), "busy", "no disk")],
)
async def test_one_that_fails_is_told_and_tried_again(
    at: Simulation,
    courses: HeldCourses,
    caplog: pytest.LogCaptureFixture,
    error: Exception,
    code: str,
    logged: str,
) -> None:
    courses.go_on.set()
    courses.failed = error
    (table,) = await games(at, 1)
    with caplog.at_level(logging.ERROR):
        assert (await refusal(at.port(ADA).replay(table))).code == code
    assert logged in caplog.text
    courses.failed = None
    assert (await at.port(ADA).replay(table)).course.end.over
