"""Everybody's chances are worked out while a game runs, by one node, and shown after its end alone."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import MappingProxyType
from typing import Any

from engine.value.seats import Seats, seated
from engine.value.values import Chances
from server.analysis.courses.process import CourseFailed
from server.analysis.courses.work import RoundsTask
from server.store.analyses import AnalysisStore
from server.store.sqlite.memory import MemorySql
from tests.server.analysis.courses.test_store import HeldCourses
from tests.server.courses_at_once import CoursesAtOnce
from tests.server.simulation import ADA, BERT, CY, ReceivedSnapshots, Simulation, play, settled, started
from tests.server.toy import State, Think, Toy
from tui.host.pictures import TableSnapshot


class ToyValue:
    """A chance as large as a seat's part of the points."""

    def playing(self, bots: Sequence[str]) -> Seats:
        return seated(bots)

    def boundary(self, state: State, seats: Seats) -> Chances:
        assert seats == seated(("", ""))
        own = [1 + points for points in state.points]
        return tuple([one / sum(own) for one in own])


class ValuedToy(Toy):
    value: Any = ToyValue()


GAMES: Any = MappingProxyType({"toy": ValuedToy()})


async def played(stage: Simulation, table: str) -> None:
    """A game until its end."""
    players = {1: stage.port(ADA), 2: stage.port(BERT)}
    while stage.lobby.table(table).state.stage == "running":
        await play(stage, table, *players.values())
        await settled()


async def seen_game(stage: Simulation, goal: int = 25) -> tuple[str, ReceivedSnapshots]:
    """A game that has begun, and what a spectator sees of it."""
    await stage.host.open()
    table = await started(stage, stage.port(ADA), stage.port(BERT), goal=goal)
    seen = ReceivedSnapshots()
    stage.port(CY).follow_table(table, seen.see)
    await settled()
    return table, seen


def tasks(courses: CoursesAtOnce) -> list[RoundsTask]:
    return [task for task in courses.tasks if isinstance(task, RoundsTask)]


async def test_each_round_is_worked_out_once_and_shown_after_the_end_alone() -> None:
    courses = CoursesAtOnce(GAMES)
    stage = Simulation(games=GAMES, courses=courses)
    table, seen = await seen_game(stage, goal=100)
    await played(stage, table)
    running = [one for one in seen if one.info.stage == "running"]
    assert len(running) > 5
    assert not any(one.curve for one in running)
    last: TableSnapshot = seen.last
    assert last.curve is not None
    assert len(last.curve.chances) == last.info.round + 1
    assert last.curve.chances[0] == (0.5, 0.5)
    winner = last.standings[0].seat
    assert last.curve.of(winner)[-1] == 1.0
    assert all(abs(one.change) >= 0.05 for one in last.curve.turnings)
    begun = [task.since for task in tasks(courses)]
    assert begun == sorted(begun)
    assert last.info.round > 20
    assert begun[-1] >= last.info.round - 1  # only the last round is left to the end
    await stage.host.close()


async def test_no_move_waits_for_it_and_without_it_the_end_is_shown() -> None:
    courses = HeldCourses()
    stage = Simulation(games=GAMES, courses=courses)
    table, seen = await seen_game(stage)
    await played(stage, table)
    assert seen.last.standings
    assert seen.last.curve is None
    courses.failed = CourseFailed("on purpose")
    courses.go_on.set()
    await settled()
    assert seen.last.curve is None
    assert not stage.host.curves._tasks
    await stage.host.close()


async def test_it_is_known_although_its_table_was_closed_meanwhile() -> None:
    courses = HeldCourses()
    courses._games = GAMES
    stage = Simulation(games=GAMES, courses=courses)
    table, _ = await seen_game(stage)
    await played(stage, table)
    stage.host.curves.drop(table)
    courses.go_on.set()
    await settled()
    assert stage.host.curves.of(table) is not None
    await stage.host.close()


async def test_a_host_that_was_killed_works_it_out_anew() -> None:
    stage = Simulation(games=GAMES)
    table, _ = await seen_game(stage)
    for _ in range(4):
        await play(stage, table, stage.port(ADA), stage.port(BERT))
    again = await stage.restarted(games=GAMES)
    seen = ReceivedSnapshots()
    again.port(CY).follow_table(table, seen.see)
    await settled()
    await played(again, table)
    assert len(seen.last.curve.chances) == seen.last.info.round + 1
    await again.host.close()


class NoDuties:
    """The duties of a node that acts for no table."""

    def acts_for(self, _: str) -> bool:
        return False


async def test_a_node_that_does_not_act_for_a_table_finds_it_in_the_store() -> None:
    kept = AnalysisStore(MemorySql())
    stage = Simulation(games=GAMES, analyses=kept)
    table, seen = await seen_game(stage)
    await played(stage, table)
    other = Simulation(stage.journal, games=GAMES, analyses=kept)
    other.host.curves._acts_for = NoDuties().acts_for
    await other.host.open()
    here = other.lobby.find(table)
    if here is None:  # it is over: only a table that is still looked at is there
        here = stage.lobby.find(table)
    assert here is not None
    other.host.curves.table_changed(here)
    await asyncio.gather(*other.host.curves._tasks.values())
    assert other.host.curves.of(table) == seen.last.curve
    courses: Any = other.host.dependencies.courses
    assert not tasks(courses)
    await stage.host.close()
    await other.host.close()


async def test_what_is_undone_is_no_part_of_it() -> None:
    stage = Simulation(games=GAMES)
    table, seen = await seen_game(stage)
    ports = stage.port(ADA), stage.port(BERT)
    await play(stage, table, *ports, move=Think())
    seat = stage.lobby.table(table).state.asks[0].seat
    await ports[seat - 1].undo(table)
    await played(stage, table)
    assert len(seen.last.curve.chances) == seen.last.info.round + 1
    await stage.host.close()
