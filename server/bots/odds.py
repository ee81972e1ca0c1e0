"""Odds for people: sends a seat's view of a running game to a worker and returns its answer.

Which odds there are is left to the game (`engine.game.OddsCalculator`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from typing import Any

from engine import codec
from engine.game import AnyGame, OddsCalculator, Refused
from server.bots.worker_main import OddsTask
from server.bots.workers import Workers
from server.log.table_options import has_odds
from server.nodes.limits import ActionLimit
from server.nodes.windows import LocalWindows
from server.table.table import Table
from tui.host.refusals import refused, wrong_stage

log = logging.getLogger(__name__)

QUESTIONS, QUESTION_SECONDS = 60, 10.0
"""How many questions a player may ask in how many seconds: more than they press keys, but leaving time for
bots.
"""
DEAR_QUESTIONS = 30
"""The same where an answer takes long (`OddsCalculator.dear`)."""
DEADLINE = 5.0
"""Seconds for an answer, including the wait for a process."""


class OddsService:
    """Computes odds for the players of a host, in the processes of its bots."""

    def __init__(
        self, workers: Workers, clock: Callable[[], float], refused: Callable[[str], None] = lambda _: None
    ) -> None:
        self._workers = workers
        self._clock = clock
        self._rates = {
            dear: ActionLimit(
                LocalWindows(), "odds", partial(int, most), QUESTION_SECONDS, "too-many-odds", refused
            )
            for dear, most in ((False, QUESTIONS), (True, DEAR_QUESTIONS))
        }
        """By whether the answer is dear."""

    async def odds(self, table: Table, player: str, move: Any = None) -> Any:
        """Return the odds, and for a move of the player's those after it (`OddsCalculator.answer`).

        Raises Refused: if no game is running; "no-odds" (with game), "odds-off", "odds-failed",
        "too-many-odds"; or as the rules refuse the move.
        """
        if table.asleep:
            await table.wake_soon()
        state = table.state
        if state.playthrough is None or state.stage != "running":
            raise wrong_stage(state.stage)
        game = state.playthrough.game
        calculator = _calculator(game)
        if not has_odds(table.opening.options):
            raise refused("odds-off")
        await self._rates[calculator.dear].count(player, self._clock())
        view = state.playthrough.view(state.seat_of(player))
        said = codec.encode(move) if move is not None else None
        return await self._asked(OddsTask(game.key, codec.encode(view), said), calculator)

    async def odds_then(self, player: str, game: AnyGame, view: Any) -> Any:
        """Return the odds in a view of an ended game. Raises Refused: "no-odds" (with game), "odds-failed",
        "too-many-odds", "game-over".
        """
        calculator = _calculator(game)
        await self._rates[calculator.dear].count(player, self._clock())
        return await self._asked(OddsTask(game.key, codec.encode(view), None), calculator)

    async def _asked(self, question: OddsTask, calculator: OddsCalculator) -> Any:
        try:
            return codec.decode(calculator.answer, await self._workers.ask(question, DEADLINE))
        except Refused:
            raise
        except Exception as error:
            log.exception("odds of %s could not be computed", question.game)
            raise refused("odds-failed") from error


def _calculator(game: AnyGame) -> OddsCalculator:
    if game.odds_calculator is None:
        raise refused("no-odds", game=game.key)
    return game.odds_calculator
