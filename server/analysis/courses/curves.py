"""Everybody's chance to win over each game, by rounds: worked out by another process while the game goes on,
shown and kept once it is over.

Nothing waits for it. Of several nodes the one works it out that acts for the table's bots; the others find it
in the store. A host that begins anew, or a node that takes over, works it out from the log. What the chances
are is left to `engine.analysis.rounds`.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextvars import Context

from engine import codec
from engine.analysis.rounds import Curve, curve, read_curve, read_round
from server.analysis.courses.process import CourseWorker
from server.analysis.courses.store import encoded
from server.analysis.courses.work import RoundsTask
from server.log.entries import Opening
from server.log.table_options import is_lesson
from server.table.dependencies import TableDependencies
from server.table.table import Table

log = logging.getLogger(__name__)

VERSION = 13
"""Changes whenever kept curves should be made anew."""
AT_ONCE = 2
"""Games whose rounds are worked out at once."""
MOST_ROUNDS, MOST_ENTRIES = 300, 6000
"""Longer games get no curve."""
KNOWN = 256
"""Curves of ended games that are held in memory, some kilobytes each."""
AGAIN = (0.5, 1.0, 2.0, 5.0, 15.0)
"""Seconds until a node looks again for what another one works out."""


class Curves:
    """The curves of a host. `acts_for(table)` says whether this node works out that of a table, `find`
    returns a table that is here, `pause` waits for seconds.
    """

    def __init__(
        self,
        dependencies: TableDependencies,
        worker: CourseWorker,
        *,
        acts_for: Callable[[str], bool],
        find: Callable[[str], Table | None],
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self._journal, self._games = dependencies.journal, dependencies.games
        self._worker, self._store = worker, dependencies.stores.analyses
        self._acts_for, self._find, self._pause = acts_for, find, pause
        self._rounds: dict[str, list[bytes]] = {}
        """The rounds that are known of games that go on, as they came: nobody reads them before the end."""
        self._known: OrderedDict[str, Curve | None] = OrderedDict()
        """Of ended games; None: there is none."""
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._closed = False

    def of(self, table: str) -> Curve | None:
        """Return the curve of an ended game, if it is known already."""
        return self._known.get(table)

    async def find(self, opening: Opening) -> Curve | None:
        """Return the curve of an ended game, if it was worked out. Raises the error of the store."""
        return self._known.get(opening.id) or await self._kept(opening)

    def table_changed(self, table: Table) -> None:
        """Work out what is over of a table's game, unless that is under way."""
        opening = table.opening
        if self._closed or opening.id in self._tasks or not self._is_wanted(table):
            return
        work = self._end if table.state.stage == "over" else self._follow
        task = asyncio.get_running_loop().create_task(self._carefully(table, work), context=Context())
        self._tasks[opening.id] = task

    def drop(self, table: str) -> None:
        """Forget what was known of a game whose table is closed."""
        self._rounds.pop(table, None)

    async def close(self) -> None:
        """Stop what is under way and begin no more."""
        self._closed = True
        for task in tuple(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _is_wanted(self, table: Table) -> bool:
        state, opening = table.state, table.opening
        if (
            table.asleep
            or state.playthrough is None
            or opening.id in self._known
            or is_lesson(opening.options)
        ):
            return False
        if table.game is None or state.seq > MOST_ENTRIES:
            return False
        if state.stage == "over":
            return bool(state.outcome and state.outcome.places)
        if state.stage != "running" or not self._acts_for(opening.id):
            return False
        known = len(self._rounds.get(opening.id, ()))
        over = state.playthrough.game.round(state.playthrough.state)
        return known == 0 or known + known // 40 < over <= MOST_ROUNDS

    async def _carefully(self, table: Table, work: Callable[[Table], Awaitable[object]]) -> None:
        """Do work on a table's curve. If it fails, it is tried again when the game has gone on; of one that
        is over there is none.
        """
        failed = False
        try:
            await work(table)
        except Exception:
            log.exception("the curve of a game could not be worked out", extra={"table": table.opening.id})
            failed = True
            if table.state.stage == "over":
                self._know(table.opening.id, None)
        finally:
            del self._tasks[table.opening.id]
        if not failed:
            self.table_changed(table)

    async def _follow(self, table: Table) -> list[bytes]:
        async with self._turns:
            opening = table.opening
            found = self._rounds.setdefault(opening.id, [])
            entries = await encoded(await self._journal.read(opening.id))
            async with self._worker.work(RoundsTask(opening, entries, len(found))) as parts:
                async for part in parts:
                    found.append(part)
            if not found:
                raise ValueError("no round was found")
            return found

    async def _end(self, table: Table) -> None:
        opening = table.opening
        found = await self._kept(opening)
        if found is None and self._acts_for(opening.id):
            known = await self._follow(table)  # its table may be closed by now
            game = self._games[opening.game]
            found = curve([read_round(game, one) for one in known])
            await self._store.keep(_kept_as(opening.id), VERSION, codec.encode(found).decode())
        for pause in AGAIN if found is None else ():
            await self._pause(pause)
            if found := await self._kept(opening):
                break
        self._know(opening.id, found)
        here = self._find(opening.id)
        if found and here:
            here.refresh()

    def _know(self, table: str, found: Curve | None) -> None:
        self.drop(table)
        self._known[table] = found
        while len(self._known) > KNOWN:
            self._known.popitem(last=False)

    async def _kept(self, opening: Opening) -> Curve | None:
        body = await self._store.find(_kept_as(opening.id), VERSION)
        return read_curve(self._games[opening.game], body.encode()) if body else None


def _kept_as(table: str) -> str:
    """Return the name under which the store of analyses keeps the curve of a table's game."""
    return f"{table} curve"
