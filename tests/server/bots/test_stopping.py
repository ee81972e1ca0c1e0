"""A thought that nobody needs any longer ends soon, and its process is free."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine import codec, playthrough
from engine.chance import FairChance
from engine.game import Setup
from server.bots.bot_runner import BotRunner
from server.bots.withdrawals import WITHDRAWN, Withdrawals
from server.bots.worker_main import BotTask, QuestionWithdrawn, _while_wanted, choose_move
from server.bots.workers import Workers, host_pool
from server.log import game_requests, requests
from server.settings.timeouts import BotTiming
from server.store.sqlite.memory import MemoryJournal
from server.table.table import Table
from tests.server.table.test_table import seated
from tests.server.toy import GAMES as TOYS
from tests.server.toy import FirstMoveBot, Roll, Toy

PIPE = "TEST_STOPPING_PIPE"


class EndlessBot(FirstMoveBot):
    """Says through a pipe that it has begun, and in which process, and computes for ever."""

    name = "endless"

    def choose(self, game: Any, view: Any, ask: Any, chance: Any) -> Any:  # noqa: ARG002  (it never ends)
        Path(os.environ[PIPE]).write_text(str(os.getpid()))
        for _ in iter(int, 1):
            pass


def think(question: BotTask) -> bytes:
    """A worker's job: asks the endless bot; of others it says in which process they would be."""
    if question.bot != "endless":
        return str(os.getpid()).encode()
    return choose_move(question, {"toy": type("WithEndless", (Toy,), {"bots": {"endless": EndlessBot()}})()})


async def test_a_process_is_free_once_its_answer_is_not_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mid-thought, and for a question that had not begun yet; the same process answers the next one."""
    pipe = tmp_path / "begun"
    os.mkfifo(pipe)
    monkeypatch.setenv(PIPE, str(pipe))
    game = TOYS["toy"]
    begun = playthrough.start(game, Setup(2, game.Options()), FairChance(b"k")).playthrough
    view, ask = codec.encode(begun.view(begun.asks[0].seat)), codec.encode(begun.asks[0])
    question, withdrawals = BotTask("toy", "endless", view, ask, b"s", limit=600), Withdrawals()
    workers = Workers(lambda: host_pool(1, withdrawals), think, withdrawals)
    try:
        thinking = asyncio.create_task(workers.ask(question, 600))
        process = await asyncio.to_thread(pipe.read_text)
        waiting = asyncio.create_task(workers.ask(question, 600))
        await asyncio.sleep(0)  # it stands in line now
        for task in (thinking, waiting):
            task.cancel()
        assert (await workers.ask(replace(question, bot="first"), 60)).decode() == process
    finally:
        workers.close()


def test_an_alarm_that_rings_again_leaves_what_was_raised_alone() -> None:
    """Else it would be raised once more wherever the process is by then, and end it."""
    flags = bytearray(2)
    before = WITHDRAWN.set(flags)

    def think_until_told() -> None:
        with _while_wanted(1):
            flags[1] = 1
            try:
                for _ in iter(int, 1):
                    pass
            finally:
                signal.raise_signal(signal.SIGALRM)

    with pytest.raises(QuestionWithdrawn) as raised:
        think_until_told()
    WITHDRAWN.reset(before)
    assert raised.value.__context__ is None


class ThinkingWorkers(Workers):
    """Bots that never find a move."""

    def __init__(self) -> None:
        self.thinking = self.stopped = 0

    async def ask(self, *_: object, **__: object) -> bytes:
        self.thinking += 1
        try:
            return await asyncio.get_running_loop().create_future()
        finally:
            self.stopped += 1

    def close(self) -> None:
        pass


async def closed(table: Table, _runner: BotRunner) -> None:
    await table.write(game_requests.close())


async def host_closed(_table: Table, runner: BotRunner) -> None:
    await runner.close()


@pytest.mark.parametrize("end", [closed, host_closed])
async def test_a_bot_thinks_no_more_when_its_table_or_host_has_closed(
    end: Callable[[Table, BotRunner], Awaitable[None]],
) -> None:
    workers = ThinkingWorkers()
    timing = BotTiming(pace=0, deadline=600)
    runner = BotRunner(workers=workers, timing=timing, pause=asyncio.sleep, seed=os.urandom)
    table = await seated(MemoryJournal(), goal=99, seats=3)
    table._on_change = runner.table_changed
    await table.write(requests.add_bot("ada", TOYS["toy"], "first"))
    await table.write(requests.start("ada"))
    while not table.state.asked_bots:
        ask = table.state.asks[0]
        await table.write(game_requests.move(ask.seat, ask.id, Roll(), "player"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert (workers.thinking, workers.stopped) == (1, 0)
    await end(table, runner)
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert (workers.thinking, workers.stopped, runner.waited_for) == (1, 1, 0)
    await runner.close()
