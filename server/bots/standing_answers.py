"""Gives the standing answers that players have set, and what they have planned
(`server.log.standing_answers`).

Other players cannot tell: the answer is a move of the player's own and comes after the time it takes to read
a question and press a key. A seat whose player is away passes when its time is up, as it would without
standing answers (`server.table.snapshots.deadlines`).
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextvars import Context
from functools import partial

from engine.game import Ask, Refused
from server.log import game_requests, standing_answers
from server.log.entries import Entry
from server.log.table_state import TableState
from server.table.table import Table

log = logging.getLogger(__name__)

SHORTEST, SPREAD = 0.9, 2.6
"""Seconds until an answer is given, at least; and up to how many more, uniformly."""


class StandingAnswerRunner:
    """Gives standing answers. `waits(state, ask)` returns whether the ask is left to its deadline, `pause`
    waits for seconds, `secret(n)` returns n random bytes, `acts_for(table)` says whether this node gives the
    standing answers of a table.
    """

    def __init__(
        self,
        *,
        waits: Callable[[TableState, Ask], bool],
        pause: Callable[[float], Awaitable[None]],
        secret: Callable[[int], bytes],
        acts_for: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self._waits, self._pause, self._secret, self._acts_for = waits, pause, secret, acts_for
        self._under_way: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._closed = False

    def table_changed(self, table: Table) -> None:
        """Answer what this table asks now, each ask once, after a while."""
        if self._closed or not self._acts_for(table.opening.id):
            return
        for ask in table.state.asks:
            place = (table.opening.id, ask.id)
            if place not in self._under_way and self._wanted(table.state, ask):
                task = asyncio.get_running_loop().create_task(self._later(table, ask), context=Context())
                self._under_way[place] = task
                task.add_done_callback(partial(self._finished, place))

    async def close(self) -> None:
        """Stop; give no more answers."""
        self._closed = True
        tasks = tuple(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _finished(self, place: tuple[str, int], task: asyncio.Task[None]) -> None:
        if self._under_way.get(place) is task:
            del self._under_way[place]

    def _wanted(self, state: TableState, ask: Ask) -> Sequence[Entry]:
        """Return the entries that answer a question; none if its player is asked."""
        if planned := standing_answers.planned(state, ask):
            return planned
        made = standing_answers.answer(state, ask) if ask in state.asks else None
        if made is None or self._waits(state, ask):
            return ()
        return game_requests.move(ask.seat, ask.id, made, "player")(state)

    async def _later(self, table: Table, ask: Ask) -> None:
        share = int.from_bytes(self._secret(2), "big") / 0xFFFF
        await self._pause(SHORTEST + SPREAD * share)
        if not self._acts_for(table.opening.id):
            return
        try:
            await table.write(partial(self._wanted, ask=ask))
        except Refused as refused:
            log.info(
                "a standing answer was refused", extra={"table": table.opening.name, "code": refused.code}
            )
        except Exception:
            log.exception("a standing answer failed", extra={"table": table.opening.name})
