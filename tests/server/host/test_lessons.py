"""A lesson at a table: its course is fixed, it can be left at any time, and it counts for nothing."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest

from engine.game import AnyGame, Refused
from engine.lessons import LEARNER, Lesson
from engine.records.replay import replay
from engine.registry import GAMES
from server.host.port import HostPort
from server.store.journal.journal import NotSaved
from tests.server.simulation import ADA, BERT, ReceivedSnapshots, Simulation, refusal, settled
from tui.host.pictures import TableSnapshot

WITH_LESSONS = [game for game in GAMES.values() if game.lesson]
MARKED = pytest.mark.parametrize("game", WITH_LESSONS, ids=lambda game: game.key)


class Learner:
    """Somebody at a lesson, who does what it says."""

    def __init__(self, port: HostPort, table: str, game: AnyGame) -> None:
        self.port, self.table, self.game = port, table, game
        self.seen = ReceivedSnapshots()
        port.follow_table(table, self.seen.see)

    @property
    def now(self) -> TableSnapshot:
        snapshot: TableSnapshot = self.seen.last
        return snapshot

    async def obey(self) -> None:
        """One step."""
        await settled()
        step, ask = self.now.lesson, self.now.ask
        assert step is not None
        if step.is_read:
            await self.port.go_on(self.table)
        else:
            assert ask is not None, step
            await self.port.submit(self.table, ask.id, self.game.parse(step.move, self.now.view))
        await settled()


def lesson(game: AnyGame) -> Lesson:
    assert game.lesson is not None
    return game.lesson


async def begun(game: AnyGame, stage: Simulation | None = None) -> tuple[Simulation, Learner]:
    stage = stage or Simulation(games=GAMES)
    port, _ = stage.enter(ADA)
    return stage, Learner(port, await port.learn(game.key), game)


def other_move(game: AnyGame, snapshot: TableSnapshot) -> Any | None:
    """A move that the rules allow and the lesson does not make; None: there is none."""
    assert snapshot.lesson is not None
    meant = game.parse(snapshot.lesson.move, snapshot.view)
    return next((move for move in game.legal(snapshot.view) if move != meant), None)


@MARKED
async def test_a_lesson_is_played_whole_and_counts_for_nothing(game: AnyGame) -> None:
    stage, learner = await begun(game)
    numbers = []
    for _ in range(lesson(game).steps):
        await settled()
        assert learner.now.lesson is not None
        numbers.append(learner.now.lesson.number)
        await learner.obey()
    assert numbers == list(range(1, lesson(game).steps + 1))
    assert learner.now.info.stage == "over"
    assert learner.now.info.ending == "lesson"
    assert learner.now.lesson is not None
    assert learner.now.lesson.code == "end"
    assert learner.port.home() is None
    assert stage.lobby.members.of(ADA).finished == ()
    counts = await stage.journal.dice_counts()
    assert (counts.opened, counts.dealt, counts.finished, counts.unfinished) == (0, 0, 0, 0)


@MARKED
async def test_its_record_says_that_nothing_was_drawn_and_follows_the_rules(game: AnyGame) -> None:
    _, learner = await begun(game)
    for _ in range(lesson(game).steps):
        await learner.obey()
    record = await learner.port.record(learner.table)
    assert "# a lesson: deal, dice and cards were fixed beforehand, nothing was drawn" in record
    assert "seed" not in record
    assert "commitment" not in record
    played = sum(not item.is_read for item in lesson(game).items)
    assert len(list(replay(record, GAMES))) == played + 1


@MARKED
async def test_another_move_is_refused_kindly_and_changes_nothing(game: AnyGame) -> None:
    _, learner = await begun(game)
    tried = 0
    for _ in range(lesson(game).steps):
        await settled()
        now = learner.now
        if now.ask and now.lesson and (wrong := other_move(game, now)) is not None:
            said = await refusal(learner.port.submit(learner.table, now.ask.id, wrong))
            assert said.code == "lesson-move"
            assert said.params == {"game": game.key, "step": now.lesson.code, "move": now.lesson.move}
            assert learner.now.seq == now.seq
            tried += 1
        await learner.obey()
    assert tried >= lesson(game).steps // 3


@MARKED
async def test_it_is_found_again_where_it_was_left_even_by_another_host(game: AnyGame) -> None:
    stage, learner = await begun(game)
    for _ in range(lesson(game).steps // 2):
        await learner.obey()
    step = learner.now.lesson
    again = await stage.restarted(games=GAMES)
    _, back = await begun(game, again)
    await settled()
    assert back.table == learner.table
    assert back.now.lesson == step
    for _ in range(lesson(game).steps - lesson(game).steps // 2):
        await back.obey()
    assert back.now.info.ending == "lesson"


@MARKED
async def test_it_goes_on_by_itself_only_between_steps(game: AnyGame) -> None:
    """While the learner reads, nobody is asked; nothing is late, lent, undone or answered beforehand."""
    stage, learner = await begun(game)
    await settled()
    assert learner.now.lesson is not None
    assert learner.now.lesson.is_read
    assert learner.now.waiting_for == ()
    assert (await refusal(learner.port.undo(learner.table))).code == "not-in-lesson"
    assert (await refusal(learner.port.answer_beforehand(learner.table, "all", True))).code == "not-in-lesson"
    await stage.time.pass_by(3600)
    assert learner.now.seq == 0
    await learner.obey()
    assert learner.now.lesson.number == 2
    while learner.now.lesson and learner.now.lesson.is_read:
        await learner.obey()
    assert (await refusal(learner.port.go_on(learner.table))).code == "nothing-to-read"


async def test_what_has_no_lesson_says_so_and_nobody_opens_one_by_an_option() -> None:
    stage = Simulation(games=GAMES)
    port, _ = stage.enter(ADA)
    said = await refusal(port.learn("chess"))
    assert (said.code, said.params) == ("unknown-game", {"game": "chess", "games": tuple(GAMES)})
    with pytest.raises(Refused):
        await port.open_table("court", 2, {"lesson": "1"})


async def test_each_player_has_a_lesson_of_their_own_and_may_end_it() -> None:
    stage, learner = await begun(GAMES["court"])
    other, _ = stage.enter(BERT)
    assert await other.learn("court") != learner.table
    await learner.port.concede(learner.table)
    assert learner.now.info.ending == "abandoned"
    assert learner.now.lesson is None
    again = await learner.port.rematch(learner.table)
    assert again not in {learner.table, ""}
    assert stage.lobby.table(again).state.lesson_at == 0
    await learner.port.end_table(again)
    assert learner.port.home() is None


async def test_a_lesson_whose_start_was_not_saved_is_started_the_next_time() -> None:
    stage = Simulation(games=GAMES)
    port, _ = stage.enter(ADA)
    with mock.patch.object(stage.journal, "append", side_effect=NotSaved):
        assert (await refusal(port.learn("court"))).code == "not-saved"
    table = await port.learn("court")
    assert [one.opening.id for one in stage.lobby.tables] == [table]
    assert stage.lobby.table(table).state.stage == "running"


async def test_a_table_of_another_version_goes_on_as_a_free_game() -> None:
    from dataclasses import replace

    from msgspec.structs import replace as changed

    stage, learner = await begun(GAMES["court"])
    await learner.obey()
    newer = replace(GAMES["court"], lesson=changed(lesson(GAMES["court"]), version=2))
    again = await stage.restarted(games={**GAMES, "court": newer})
    port, _ = again.enter(ADA)
    seen = ReceivedSnapshots()
    port.follow_table(learner.table, seen.see)
    await settled()
    assert seen.last.lesson is None
    assert seen.last.ask.seat == LEARNER
    await port.submit(learner.table, seen.last.ask.id, newer.parse("roll", seen.last.view))
    assert await port.learn("court") != learner.table
