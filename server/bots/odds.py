"""Chances for people: what a seat may know of a running game goes to a worker, its answer comes back.

What chances there are is the game's own business (`engine.game.OddsCalculator`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from engine import codec
from engine.game import Odds, Refused
from server.bots.worker_main import OddsTask
from server.bots.workers import Workers
from server.log.table_options import has_odds
from server.settings.rate import RateLimit
from server.table.table import Table
from tui.host.refusals import refused, wrong_stage

log = logging.getLogger(__name__)

QUESTIONS = (60, 10.0)
"""What somebody may ask, and in how many seconds: more than keys are pressed, so that bots get their turn."""
DEADLINE = 5.0
"""Seconds for an answer, waiting for a process included."""


class OddsService:
    """Whoever may be asked for chances at a host; bots think in the same processes."""

    def __init__(self, workers: Workers, clock: Callable[[], float]) -> None:
        self._workers = workers
        self._clock = clock
        self._rate = RateLimit(*QUESTIONS, "too-many-odds")

    async def odds(self, table: Table, player: str, move: Any = None) -> Odds:
        """The chances of whose turn it is and, of a move of the player's, what it does to them.

        Raises Refused: where no game is under way; "no-odds" (with game), "odds-off", "odds-failed",
        "too-many-odds"; what the rules say to the move.
        """
        if table.asleep:
            await table.wake_soon()
        state = table.state
        if state.playthrough is None or state.stage != "running":
            raise wrong_stage(state.stage)
        game = state.playthrough.game
        if game.odds_calculator is None:
            raise refused("no-odds", game=game.key)
        if not has_odds(table.opening.options):
            raise refused("odds-off")
        self._rate.count(player, self._clock())
        view = state.playthrough.view(state.seat_of(player))
        said = codec.encode(move) if move is not None else None
        return await self._asked(OddsTask(game.key, codec.encode(view), said))

    async def _asked(self, question: OddsTask) -> Odds:
        try:
            odds: Odds = codec.decode(Odds, await self._workers.ask(question, DEADLINE))
        except Refused:
            raise
        except Exception as error:
            log.exception("chances at %s could not be worked out", question.game)
            raise refused("odds-failed") from error
        return odds
