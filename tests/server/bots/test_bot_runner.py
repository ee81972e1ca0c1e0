"""Bots play from views alone, and whatever one of them does, its table goes on."""

from __future__ import annotations

import asyncio
import functools
import logging
import multiprocessing.connection
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import pytest

from engine import codec, playthrough
from engine.chance import FairChance, commitment
from engine.game import Setup
from engine.registry import GAMES as OUR_GAMES
from server.bots.bot_runner import BotRunner
from server.bots.worker_main import BotTask, BotTimeout, choose_move
from server.bots.workers import Workers, process_pool
from server.log import game_requests, requests
from server.log.entries import Entry, Opening
from server.settings.timeouts import BotTiming
from server.store.sqlite.memory import MemoryJournal
from server.table.table import Table
from tests.server import toy
from tests.server.simulation import ADA, AtOnce, Simulation, settled, started
from tests.server.table.test_table import SEED, UnwritableJournal, seated, table_of
from tests.server.toy import GAMES, CheatingBot, FirstMoveBot, Roll, StagedToy, Toy
from tests.waiting import WITHIN

AT_ONCE = BotTiming(pace=0, deadline=5, retry_interval=0)


async def no_pause(_: float) -> None:
    await asyncio.sleep(0)


class BotTable:
    """One table with Ada, Bert (who roll at once) and a bot, played until it is over or frozen."""

    def __init__(self, journal: MemoryJournal, games: Any = GAMES) -> None:
        self.journal = journal
        self.games = games
        self.done = asyncio.Event()
        self.answered: set[int] = set()
        self.tasks: list[asyncio.Task[None]] = []

    async def play(self, bot: str, runner: BotRunner) -> Table:
        self.runner = runner
        table = self.table = await seated(self.journal, goal=12, seats=3)
        table._on_change = self.changed
        table._log.game = self.games["toy"]
        await table.write(requests.add_bot("ada", self.games["toy"], bot))
        await table.write(requests.start("ada"))
        await asyncio.wait_for(self.done.wait(), WITHIN)
        await asyncio.gather(*self.tasks)
        await runner.close()
        return table

    def changed(self, table: Table) -> None:
        self.runner.table_changed(table)
        if table.state.stage in {"over", "frozen"}:
            self.done.set()
        for ask in table.state.playthrough.asks if table.state.playthrough else ():
            if table.state.holders[ask.seat - 1].held_by == "player" and ask.id not in self.answered:
                self.answered.add(ask.id)
                move = game_requests.move(ask.seat, ask.id, Roll(), "player")
                self.tasks.append(asyncio.ensure_future(table.write(move)))

    async def moves_of_the_bot(self) -> list[tuple[str, str]]:
        return [(e.by, e.move) for e in await self.journal.read("t") if e.kind == "move" and e.seat == 3]


def bots_with(work: Callable[[BotTask], bytes], timing: BotTiming = AT_ONCE) -> BotRunner:
    return BotRunner(
        workers=Workers(lambda: ThreadPoolExecutor(1), work), timing=timing, pause=no_pause, seed=os.urandom
    )


def in_this_process(games: Any = GAMES) -> BotRunner:
    return bots_with(functools.partial(choose_move, games=games))


async def test_a_bot_answers_from_its_view() -> None:
    """Its answers are journaled as a bot's, and the game comes to its end."""
    room = BotTable(MemoryJournal())
    table = await room.play("first", in_this_process())
    moves = await room.moves_of_the_bot()
    assert set(moves) == {("bot", '{"type":"roll"}')}
    assert table.state.stage == "over"


async def test_a_bot_takes_its_time_before_every_step() -> None:
    """A pause of the host's pace, or several while it thinks, between the question and its answer, step
    by step: whoever follows, people and programs alike, sees each of them by itself.
    """
    rests: list[tuple[float, int]] = []
    pictures: list[int] = []
    room = BotTable(MemoryJournal())

    async def pause(seconds: float) -> None:
        rests.append((seconds, len(await room.journal.read("t"))))
        await asyncio.sleep(0)

    work = functools.partial(choose_move, games=GAMES)
    runner = BotRunner(
        workers=Workers(lambda: ThreadPoolExecutor(1), work),
        timing=BotTiming(pace=0.8, retry_interval=0),
        pause=pause,
        seed=os.urandom,
    )
    follow = BotTable.changed

    def changed(room: BotTable, table: Table) -> None:
        pictures.append(table.state.seq)
        follow(room, table)

    room.changed = functools.partial(changed, room)  # type: ignore[method-assign]
    await room.play("first", runner)
    entries = await room.journal.read("t")
    by_bot = [entry.seq for entry in entries if entry.by == "bot"]
    assert by_bot
    assert {seconds for seconds, _ in rests} == {0.8}
    asked_at = sorted({length for _, length in rests})
    assert all(asked < written for asked, written in zip(asked_at, by_bot, strict=True))
    assert {seq for seq in by_bot if entries[seq].kind != "end"} <= set(pictures)


@pytest.mark.parametrize(
    ("game", "people", "pace"), [(StagedToy(), 1, 0.1), (Toy(), 1, 0.8), (StagedToy(), 2, 0.8)]
)
async def test_bots_are_ahead_of_who_reads_alone_what_is_staged(game: Toy, people: int, pace: float) -> None:
    """Whoever plays against bots has steps at a speed of their own; nobody else is hurried."""
    rests, moved = list[float](), asyncio.Event()

    async def pause(seconds: float) -> None:
        rests.append(seconds)
        await asyncio.sleep(0)

    work = functools.partial(choose_move, games=GAMES)
    runner = BotRunner(
        workers=Workers(lambda: ThreadPoolExecutor(1), work),
        timing=BotTiming(pace=0.8, retry_interval=0),
        pause=pause,
        seed=os.urandom,
    )
    journal = MemoryJournal()
    opening = Opening("t", "KIWI-7", "toy", 1, 3, {"goal": 12}, "ada", SEED, commitment(SEED, "t"), 1.0)
    await journal.create(opening)
    table = table_of(journal, opening)
    table._log.game = game
    for name in ("ada", "bert")[:people]:
        await table.write(requests.sit(name, name))
    for _ in range(3 - people):
        await table.write(requests.add_bot("ada", game, "first"))
    await table.write(requests.start("ada"))

    def changed(table: Table) -> None:
        runner.table_changed(table)
        if rests:
            moved.set()

    table._on_change = changed
    changed(table)
    while not table.state.asked_bots:
        [ask] = table.state.asks
        await table.write(game_requests.move(ask.seat, ask.id, Roll(), "player"))
    await asyncio.wait_for(moved.wait(), WITHIN)
    await runner.close()
    assert set(rests) == {pace}


@pytest.mark.parametrize("bot", ["cheat", "failing"])
async def test_a_bot_that_fails_is_replaced(bot: str, caplog: pytest.LogCaptureFixture) -> None:
    """A bot that raises or answers with what is no move never stops its table."""
    room = BotTable(MemoryJournal())
    table = await room.play(bot, in_this_process())
    assert table.state.stage == "over"
    assert {by for by, _ in await room.moves_of_the_bot()} == {"bot"}
    assert "ZeroDivisionError" in caplog.text


async def test_page_stands_in() -> None:
    """Where the game has a `page`, it answers for the bot that failed."""

    class QuickBot(FirstMoveBot):
        name = "page"

        def choose(self, game: Any, view: Any, ask: Any, chance: Any) -> Any:
            asked.append(ask.seat)
            return super().choose(game, view, ask, chance)

    asked: list[int] = []
    with_page = type(
        "WithPage",
        (Toy,),
        {"bots": {"page": QuickBot(), "cheat": CheatingBot(), "failing": toy.FailingBot()}},
    )
    games = {"toy": with_page()}
    room = BotTable(MemoryJournal(), games)
    await room.play("failing", in_this_process(games))
    assert len(asked) == len(await room.moves_of_the_bot()) > 0


async def test_a_late_bot_is_replaced_and_does_not_block(caplog: pytest.LogCaptureFixture) -> None:
    """After the deadline somebody else answers; the pool in which it still thinks is left. A machine that is
    busy is no error of this host's.
    """
    never = threading.Event()
    pools: list[Executor] = []

    def stuck(_: BotTask) -> bytes:
        never.wait()
        return b""

    def make() -> Executor:
        pools.append(ThreadPoolExecutor(1))
        return pools[-1]

    workers = Workers(make, stuck, starting=0)
    runner = BotRunner(
        workers=workers, timing=BotTiming(pace=0, deadline=0.01), pause=no_pause, seed=os.urandom
    )
    room = BotTable(MemoryJournal())
    table = await room.play("first", runner)
    never.set()
    assert table.state.stage == "over"
    assert len(pools) >= len(await room.moves_of_the_bot()) > 0
    assert "did not answer in time" in caplog.text
    assert "a bot failed" not in caplog.text


@pytest.mark.parametrize(
    "short", [OSError(24, "Too many open files"), RuntimeError("can't start new thread")], ids=repr
)
async def test_where_no_process_can_be_started_bots_wait(
    caplog: pytest.LogCaptureFixture, short: Exception
) -> None:
    """No other move is made for them, and nobody tries at every question: the log says it once a pause."""
    waits: list[float] = []

    def none_left() -> Executor:
        raise short

    async def give_way(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 5:
            workers._make_pool, workers._paused_until = AtOnce, 0.0
        await asyncio.sleep(0)

    workers = Workers(none_left, functools.partial(choose_move, games=GAMES))
    runner = BotRunner(workers=workers, timing=BotTiming(pace=0), pause=give_way, seed=os.urandom)
    room = BotTable(MemoryJournal())
    table = await room.play("first", runner)
    assert table.state.stage == "over"
    assert [record.getMessage() for record in caplog.records] == ["no process can be started"]
    assert waits[:5] == [0.0] + [BotTiming().retry_interval] * 4


async def test_a_pool_that_has_not_come_up_yet_is_waited_for() -> None:
    """A question that is late before its first answer does not begin another pool, which would be as late."""
    up, pools = threading.Event(), []

    def slow_at_first(_: BotTask) -> bytes:
        up.wait()
        return b"answer"

    def make() -> Executor:
        pools.append(ThreadPoolExecutor(1))
        return pools[-1]

    workers, question = Workers(make, slow_at_first), BotTask("toy", "first", b"", b"", b"")
    try:
        for _ in range(2):
            with pytest.raises(TimeoutError):
                await workers.ask(question, 0.01)
        assert len(pools) == 1
        up.set()
        assert await workers.ask(question, 60) == b"answer"
        up.clear()
        with pytest.raises(TimeoutError):
            await workers.ask(question, 0.01)
        assert workers._pool is None, "one that has answered before is stuck"
    finally:
        up.set()
        workers.close()


def endless() -> tuple[dict[str, Any], BotTask]:
    """A game whose bot never answers, and a question to it."""

    class Endless(FirstMoveBot):
        name = "endless"

        def choose(self, game: Any, view: Any, ask: Any, chance: Any) -> Any:  # noqa: ARG002  (never used: it never ends)
            for _ in iter(int, 1):
                pass

    games = {"toy": type("WithEndless", (Toy,), {"bots": {"endless": Endless()}})()}
    game = games["toy"]
    begun = playthrough.start(game, Setup(2, game.Options()), FairChance(b"k")).playthrough
    (ask,) = begun.asks
    view = codec.encode(begun.view(ask.seat))
    return games, BotTask("toy", "endless", view, codec.encode(ask), b"s", limit=0.01)


def test_a_bot_that_thinks_too_long_is_stopped_in_its_process() -> None:
    """The process itself is unharmed and takes the next question."""
    games, question = endless()
    for _ in range(2):
        with pytest.raises(BotTimeout):
            choose_move(question, games)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


async def test_for_a_bot_that_is_late_somebody_stands_in(caplog: pytest.LogCaptureFixture) -> None:
    """It is told in one line, without a trace, and no pool is replaced."""

    def late(_: BotTask) -> bytes:
        raise BotTimeout

    room = BotTable(MemoryJournal())
    table = await room.play("first", bots_with(late))
    assert table.state.stage == "over"
    assert await room.moves_of_the_bot()
    (late_one,) = [
        record.__dict__ for record in caplog.records if record.msg == "a bot did not answer in time"
    ][:1]
    assert late_one["seconds"] == 1
    assert "Traceback" not in caplog.text
    assert "replaced" not in caplog.text


async def test_bots_wait_for_a_journal_that_cannot_be_written() -> None:
    """A bot's move that could not be stored is stored later; the game is not lost."""
    journal = UnwritableJournal()

    class Stumbling(BotTable):
        def changed(self, table: Table) -> None:
            playthrough = table.state.playthrough
            if playthrough and playthrough.asks and playthrough.asks[0].seat == 3:
                journal.failures = 2
            super().changed(table)

    room = Stumbling(journal)
    table = await room.play("first", in_this_process())
    assert table.state.stage == "over"
    assert await room.moves_of_the_bot()


async def test_a_move_that_is_being_written_is_not_begun_again(caplog: pytest.LogCaptureFixture) -> None:
    """A node that loses touch with the store acts for no table; when it comes back, the store may still be
    writing what it was asked for before.
    """
    caplog.set_level(logging.INFO)
    acts, slow, stored = [True], asyncio.Event(), asyncio.Event()

    class Slow(MemoryJournal):
        async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
            if entries[0].by == "bot":
                slow.set()
                await asyncio.shield(self._later(table, expected, entries))
            else:
                await super().append(table, expected, entries)

        async def _later(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
            await stored.wait()
            await super().append(table, expected, entries)

    runner = BotRunner(
        workers=Workers(AtOnce, functools.partial(choose_move, games=GAMES)),
        timing=AT_ONCE,
        pause=no_pause,
        seed=os.urandom,
        acts_for=lambda _: acts[0],
    )
    room = BotTable(Slow())
    playing = asyncio.ensure_future(room.play("first", runner))
    await slow.wait()
    for acts[0] in (False, True):
        runner.table_changed(room.table)
        await settled()
    stored.set()
    table = await playing
    assert table.state.stage == "over"
    assert "refused" not in caplog.text


async def test_where_no_move_can_be_found_the_table_is_frozen() -> None:
    """A game whose bots and legal moves all fail is stopped and shown so."""

    def nothing_legal(_self: Toy, _view: Any) -> Any:
        raise ZeroDivisionError

    games = {"toy": type("Stuck", (Toy,), {"legal": nothing_legal})()}
    room = BotTable(MemoryJournal(), games)
    table = await room.play("failing", in_this_process(games))
    assert table.state.stage == "frozen"


async def test_bots_think_in_other_processes() -> None:
    """A real pool of fresh processes answers with a legal move."""
    game = OUR_GAMES["court"]
    begun = playthrough.start(game, Setup(2, game.Options()), FairChance(b"k")).playthrough
    (ask,) = begun.asks
    view = begun.view(ask.seat)
    question = BotTask("court", "page", codec.encode(view), codec.encode(ask), b"s")
    workers = Workers(lambda: process_pool(1))
    try:
        move = codec.decode(game.Move, await workers.ask(question, 60))
    finally:
        workers.close()
    assert game.check(view, move) is None


async def test_a_pool_that_breaks_is_replaced() -> None:
    """A worker that dies, or is still busy at the deadline, leaves no process and no pool behind."""
    pools: list[ProcessPoolExecutor] = []

    def make() -> ProcessPoolExecutor:
        pools.append(process_pool(1))
        return pools[-1]

    question = BotTask("toy", "first", b"", b"", b"")
    dying = Workers(make, toy.die)
    with pytest.raises(BrokenProcessPool):
        await dying.ask(question, 60)
    assert len(pools) == 2

    warm = make()
    await asyncio.wrap_future(warm.submit(os.getpid))  # the worker is up: what comes next begins at once
    crowd = [process.sentinel for process in warm._processes.values()]
    stuck = Workers(lambda: warm, toy.sleep, starting=0)
    with pytest.raises(TimeoutError):
        await stuck.ask(question, 0.5)
    # their ends, not `is_alive`: the pool's own thread waits for the same processes, and only one is told
    assert len(crowd) == 1
    assert multiprocessing.connection.wait(crowd, 10) == crowd
    assert stuck._pool is None


async def test_who_waited_for_a_worker_that_was_replaced_is_answered_by_the_next() -> None:
    """A bot behind one that does not stop would otherwise never move: nobody asks it a second time."""
    end, begun = threading.Event(), threading.Event()

    def work(question: str) -> bytes:
        if question == "endless":
            begun.set()
            end.wait()
        return question.encode()

    workers = Workers(lambda: ThreadPoolExecutor(1), work, starting=0)
    endless = asyncio.ensure_future(workers.ask("endless", 0.2))
    await asyncio.to_thread(begun.wait)
    try:
        assert await workers.ask("next", 60) == b"next"
        with pytest.raises(TimeoutError):
            await endless
    finally:
        end.set()


async def test_a_host_that_closes_thinks_no_more() -> None:
    """Players who leave it only then are news at their tables, which begin nothing: no thought, no worker."""
    stage = Simulation()
    stage.pace.clear()
    ada, leave = stage.enter(ADA)
    await started(stage, ada)
    await stage.host.bots.close()
    leave()
    await settled()
    thinking = [task for task in asyncio.all_tasks() if "Bots" in task.get_coro().__qualname__]  # type: ignore[union-attr]
    assert thinking == []
