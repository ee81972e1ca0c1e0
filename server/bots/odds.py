"""Odds for people: sends a seat's view of a running game to a worker and returns its answer.

Which odds there are is left to the game (`engine.game.OddsCalculator`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from engine import codec
from engine.game import AnyGame, OddsCalculator, Refused
from engine.value.seats import Sitting
from server.bots.worker_main import OddsTask, sitting_tasks
from server.bots.workers import Workers
from server.budget.fair_order import Asker
from server.budget.share import current_network
from server.cluster.limits import ActionLimit
from server.cluster.windows import LocalWindows
from server.log.table_options import has_odds
from server.table.changes import ChangeListeners
from server.table.table import Table
from tui.host.refusals import refused, wrong_stage

log = logging.getLogger(__name__)

QUESTIONS, QUESTION_SECONDS = 60, 10.0
"""How many questions a player may ask in how many seconds: more than they press keys; bots have time left."""
DEAR_QUESTIONS = 30
"""The same where an answer takes long (`OddsCalculator.dear`)."""
DEADLINE = 5.0
"""Seconds that a question waits for a process, and for its answer then."""
BETTER, BETTER_SECONDS = 12, 10.0
"""How many better answers a player may ask for in how many seconds: each takes up to 0.6 s of a process."""


class OddsService:
    """Computes odds for the players of a host, in the processes of its bots."""

    def __init__(
        self,
        workers: Workers,
        clock: Callable[[], float],
        listeners: ChangeListeners[Table],
        refused: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._workers = workers
        self._listeners = listeners
        self._clock = clock
        self._rates = {
            dear: ActionLimit(
                LocalWindows(), "odds", partial(int, most), QUESTION_SECONDS, "too-many-odds", refused
            )
            for dear, most in ((False, QUESTIONS), (True, DEAR_QUESTIONS))
        }
        """By whether the answer is dear."""
        self._better = ActionLimit(
            LocalWindows(), "better-odds", lambda: BETTER, BETTER_SECONDS, "too-many-odds", refused
        )
        self._working: dict[str, asyncio.Task[bytes]] = {}
        """Better answers that are being worked out, by player."""

    async def odds(self, table: Table, player: str, move: Any = None, effort: int = 0) -> Any:
        """Return the odds, and for a move of the player's those after it (`OddsCalculator.answer`), with an
        `effort` that earlier answers said was worth it. A player's next question ends one with effort, and
        so does the next position.

        Raises Refused: if no game is running; "no-odds" (with game), "odds-off", "odds-failed",
        "too-many-odds"; or as the rules refuse the move.
        """
        if table.asleep:
            await table.reading.begin()
        state = table.state
        if state.playthrough is None or state.stage != "running":
            raise wrong_stage(state.stage)
        game = state.playthrough.game
        calculator = _calculator(game)
        if not has_odds(table.opening.options):
            raise refused("odds-off")
        view = state.playthrough.view(state.seat_of(player))
        said = codec.encode(move) if move is not None else None
        sitting = sitting_tasks(game, state.sitting)
        task = OddsTask(game.key, codec.encode(view), said, effort, sitting=sitting)
        return await self._counted(player, task, calculator, table)

    async def odds_then(
        self, player: str, game: AnyGame, view: Any, effort: int = 0, sitting: Sequence[Sitting] = ()
    ) -> Any:
        """Return the odds in a view of an ended game, if these sat there. Raises Refused: "no-odds" (with
        game), "odds-failed", "too-many-odds", "game-over".
        """
        calculator = _calculator(game)
        seats = sitting_tasks(game, sitting)
        task = OddsTask(game.key, codec.encode(view), None, effort, sitting=seats)
        return await self._counted(player, task, calculator)

    async def _counted(
        self, player: str, question: OddsTask, calculator: OddsCalculator, table: Table | None = None
    ) -> Any:
        """Ask within the player's limits, in place of an earlier question with effort."""
        limit = self._better if question.effort else self._rates[calculator.dear]
        await limit.count(player, self._clock())
        if earlier := self._working.pop(player, None):
            earlier.cancel()
        work = self._workers.ask(
            question, DEADLINE, Asker(current_network() or player, player), patience=DEADLINE
        )
        if not question.effort:
            return await self._asked(question, calculator, work)
        task = self._working[player] = asyncio.create_task(work)
        position = table.state.playthrough if table else None

        def moved(changed: Table) -> None:
            if changed is table and table.state.playthrough is not position:
                task.cancel()

        release = self._listeners.add(moved, "move")
        try:
            return await self._asked(question, calculator, task)
        finally:
            release()
            task.cancel()
            if self._working.get(player) is task:
                del self._working[player]

    async def _asked(self, question: OddsTask, calculator: OddsCalculator, work: Awaitable[bytes]) -> Any:
        try:
            return codec.decode(calculator.answer, await work)
        except Refused:
            raise
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise refused("odds-failed") from None  # another question or position took its place
        except TimeoutError:  # the machine is busy: no fault of the program
            log.warning("odds took too long", extra={"game": question.game, "seconds": DEADLINE})
            raise refused("odds-failed") from None
        except Exception as error:
            log.exception("odds could not be computed", extra={"game": question.game})
            raise refused("odds-failed") from error


def _calculator(game: AnyGame) -> OddsCalculator:
    if game.odds_calculator is None:
        raise refused("no-odds", game=game.key)
    return game.odds_calculator
