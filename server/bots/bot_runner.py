"""Plays for the seats that bots have, one answer to each ask, at a pace that people can follow.

A bot gets its seat's view and nothing else, in a worker process. If it fails, is late or answers with an
illegal move, that ask is answered by the bot `page` or else by any legal move, so that the table always goes
on. In a lesson, whose moves are fixed, no bot is asked.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextvars import Context
from functools import partial
from itertools import islice
from typing import Any

from engine import codec
from engine.bots import available_bots, unknown_options
from engine.chance import FairChance
from engine.game import Ask, Refused
from engine.playthrough import Playthrough
from server.bots.deal_games import PATIENCE, bot_task
from server.bots.worker_main import BotTask, BotTimeout
from server.bots.workers import HOUSE, NoProcess, Workers
from server.budget.fair_order import Asker
from server.log import game_requests, lessons
from server.log.table_options import deal_of
from server.settings.timeouts import BotTiming
from server.table.table import Table

log = logging.getLogger(__name__)

STAND_IN = "page"
STAGED_BEATS = 8
"""How many answers come in the time of one where somebody alone reads what happens step by step."""
CONSIDERED = 200
"""Legal moves among which the last resort chooses."""
CLOSED = frozenset({"ask-closed", "not-asked", "game-over", "table-over", "table-frozen", "table-damaged"})
"""Refusals that mean that the answer is no longer needed."""
UNWRITTEN = frozenset({"not-saved", "unsure", "busy"})


class BotRunner:
    """All bots of a host. `pause` waits for seconds, `seed(n)` returns n random bytes, `acts_for(table)` says
    whether this node answers for the bots of a table, `asker_of` for whom they think.
    """

    def __init__(
        self,
        *,
        workers: Workers,
        timing: BotTiming,
        pause: Callable[[float], Awaitable[None]],
        seed: Callable[[int], bytes],
        acts_for: Callable[[str], bool] = lambda _: True,
        asker_of: Callable[[Table], Asker] = lambda _: HOUSE,
    ) -> None:
        self._workers = workers
        self._timing = timing
        self._pause = pause
        self._seed = seed
        self._acts_for, self._asker_of = acts_for, asker_of
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._writing: set[tuple[str, int]] = set()
        """Those whose answer is being written: that goes on whatever happens, so it is not begun twice."""
        self._closed = False

    @property
    def waited_for(self) -> int:
        """The number of questions that bots have not answered yet."""
        return len(self._thinking)

    def table_changed(self, table: Table) -> None:
        """Answer what this table asks of bots now, each ask once. A thought is stopped if the seat's player
        has come back, the ask is no longer open, another node acts for the table now, or the host is closing.
        """
        if self._closed:
            return
        if not self._acts_for(table.opening.id):
            self._leave(table)
            return
        asked = {ask.id: ask for ask in table.state.asked_bots}
        returned = {ask.id for ask in table.state.asks} - asked.keys()
        for place in [place for place in self._thinking if place[0] == table.opening.id]:
            if place[1] in returned or (place[1] not in asked and place not in self._writing):
                self._thinking.pop(place).cancel()
        for ask in asked.values():
            place = (table.opening.id, ask.id)
            if place not in self._thinking:
                self._thinking[place] = task = self._begin(table, ask)
                task.add_done_callback(partial(self._finished, place))

    def _leave(self, table: Table) -> None:
        for place in [place for place in self._thinking if place[0] == table.opening.id]:
            if place not in self._writing:
                self._thinking.pop(place).cancel()

    def _begin(self, table: Table, ask: Ask) -> asyncio.Task[None]:
        """Start a task without the context of whose move asked the bot (see `server.telemetry.logs`)."""
        loop = asyncio.get_running_loop()
        return loop.create_task(self._play(table, ask), context=Context())

    def _finished(self, place: tuple[str, int], task: asyncio.Task[None]) -> None:
        if self._thinking.get(place) is task:
            del self._thinking[place]

    async def close(self) -> None:
        """Stop for good; open asks are left to the next host."""
        self._closed = True
        tasks = tuple(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._workers.close()

    async def _play(self, table: Table, ask: Ask) -> None:
        try:
            playthrough, holder = table.state.playthrough, table.state.holders[ask.seat - 1]
            if playthrough is not None and not await self._answered(table, playthrough, ask, holder.bot):
                log.error("no move was found", extra={"table": table.opening.name, "bot": holder.name})
                table.freeze()
        except Exception:
            log.exception("a bot's turn failed", extra={"table": table.opening.name, "seat": ask.seat})
            table.freeze()

    async def _answered(self, table: Table, playthrough: Playthrough, ask: Ask, bot: str) -> bool:
        """Return whether the ask is settled: the answer was accepted or is no longer needed."""
        fixed = lessons.next_move(table.state)
        work = self._chosen(table, playthrough, ask, bot) if fixed is None else _ready(fixed)
        move = await self._on_the_beat(work, self._pace(table, playthrough))
        if move is not None and await self._taken(table, ask, move):
            return True
        if bot != STAND_IN and _has_stand_in(playthrough):
            move = await self._chosen(table, playthrough, ask, STAND_IN)
            if move is not None and await self._taken(table, ask, move):
                return True
        return await self._taken(table, ask, self._any_legal(playthrough, ask))

    def _pace(self, table: Table, playthrough: Playthrough) -> float:
        """Return the time between a question and its answer. Where things are turned over before one player
        without a clock, their screen shows them at a speed of its own, and bots are ahead of it.
        """
        state, game = table.state, playthrough.game
        readers = sum(holder.held_by == "player" for holder in state.holders)
        is_own = readers == 1 and table.opening.clock == "none" and not deal_of(table.opening.options)
        if is_own and lessons.next_move(state) is None and game.staged(playthrough.view(None)):
            return self._timing.pace / STAGED_BEATS
        return self._timing.pace

    async def _on_the_beat(self, work: Coroutine[Any, Any, Any], pace: float) -> Any:
        """Return the result of `work` at a multiple of the pace, so that the time a bot takes reveals nothing
        of its secrets.
        """
        thinking = asyncio.ensure_future(work)
        try:
            await self._pause(pace)
            while pace and not thinking.done():
                await self._pause(pace)
            return await thinking
        finally:
            thinking.cancel()

    async def _chosen(self, table: Table, playthrough: Playthrough, ask: Ask, bot: str) -> Any:
        """Return the answer of a bot; None if it fails or is late."""
        view, game = codec.encode(playthrough.view(ask.seat)), playthrough.game
        deadline = self._timing.deadline
        if deal_of(table.opening.options):
            question, deadline = bot_task(game, bot, view, ask, table.opening.seed), PATIENCE
        else:
            # no time limit for the replacement: somebody has to answer
            limit = self._timing.thinking if bot != STAND_IN else 0.0
            question = BotTask(game.key, bot, view, codec.encode(ask), self._seed(32), limit)
        patience = deadline if bot != STAND_IN else None
        try:
            answer = await self._asked(question, deadline, self._asker_of(table), patience)
            return codec.decode(game.Move, answer)
        except (BotTimeout, TimeoutError) as late:  # by its own clock, or by this process's: a busy machine
            seconds = question.limit if isinstance(late, BotTimeout) else deadline
            log.warning(
                "a bot did not answer in time",
                extra={"bot": bot, "game": playthrough.game.key, "seconds": seconds},
            )
            return None
        except Exception:
            log.exception("a bot failed", extra={"bot": bot, "game": playthrough.game.key})
            return None

    async def _asked(self, question: object, deadline: float, asker: Asker, patience: float | None) -> bytes:
        """Return the encoded answer. Where no process can be started, the table waits: any legal move would
        spoil its game.
        """
        while True:
            try:
                return await self._workers.ask(question, deadline, asker, patience=patience)
            except NoProcess:
                await self._pause(self._timing.retry_interval)

    async def _taken(self, table: Table, ask: Ask, move: Any) -> bool:
        """Write the move, again and again while the journal fails and this node acts for the table. Return
        whether it was accepted or is no longer needed.
        """
        place = (table.opening.id, ask.id)
        self._writing.add(place)
        try:
            return await self._written(table, ask, move)
        finally:
            self._writing.discard(place)

    async def _written(self, table: Table, ask: Ask, move: Any) -> bool:
        while True:
            try:
                await table.write(game_requests.bot_move(ask.seat, ask.id, move))
            except Refused as refused:
                if refused.code not in UNWRITTEN:
                    log.info(
                        "a bot's move was refused", extra={"table": table.opening.name, "code": refused.code}
                    )
                    return refused.code in CLOSED
                await self._pause(self._timing.retry_interval)
                if not self._acts_for(table.opening.id):
                    return True
            else:
                return True

    def _any_legal(self, playthrough: Playthrough, ask: Ask) -> Any:
        moves = tuple(islice(playthrough.game.legal(playthrough.view(ask.seat)), CONSIDERED))
        return FairChance(self._seed(32)).pick(moves)


def _has_stand_in(playthrough: Playthrough) -> bool:
    """Return whether the game has the bot that answers for others, and that bot knows the table's options."""
    stand_in = available_bots(playthrough.game).get(STAND_IN)
    return stand_in is not None and not unknown_options(stand_in, playthrough.setup.options)


async def _ready(move: Any) -> Any:
    """Return a move that need not be chosen."""
    return move
