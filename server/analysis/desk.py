"""Analyses of finished games for the players of a host: each is made once, whoever asks for it, and kept.

What waits and nobody listens to any more is dropped; where no place is left, the last game of the address of
which most waits gives way to one of another. What has begun goes on to its end: it costs whoever
asked their share already, and the next one who asks has it at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextvars import Context
from functools import partial
from typing import NamedTuple
from weakref import WeakValueDictionary

from engine import codec
from engine.analysis.findings import VERSION, Analysis
from server.analysis.claims import AnalysisClaims
from server.analysis.work import AnalysisFailed, AnalysisTask, Analysts
from server.budget.fair_order import Asker, FairOrder
from server.store.analyses import AnalysisStore
from server.store.journal.subscribers import Subscribers, nothing_to_end
from server.telemetry.metrics_sink import MetricsSink
from tui.host.game_analysis import AnalysisNews
from tui.host.port import Release
from tui.host.refusals import refused

log = logging.getLogger(__name__)


class AnalysisWork:
    """A game whose analysis is wanted or under way, by its table's id."""

    def __init__(self, table: str, record: str) -> None:
        self.table, self.record = table, record
        self.first: dict[int, None] = {}
        """The seats of those who listened when it began: they come first, in this order."""
        self.listeners: Subscribers[None, AnalysisNews] = Subscribers("an analysis")
        self.news = AnalysisNews()
        """What its listeners were told last."""

    def tell(self, news: AnalysisNews) -> None:
        """Tell all who listen, unless they know."""
        if news != self.news:
            self.news = news
            self.listeners.publish(news)


class AnalysisQueue(FairOrder[AnalysisWork]):
    """What waits and what is under way, at most `most` at once."""

    def find(self, table: str) -> AnalysisWork | None:
        """Return the work on a table's game, if there is any."""
        return next((one for one in self if one.table == table), None)

    def tell_places(self) -> None:
        """Tell those who wait how many are before them."""
        for place, work in enumerate(tuple(self.waiting), self.under_way):
            work.tell(AnalysisNews(waiting=place))


class WantedAnalysis(NamedTuple):
    """What somebody asks for: the game of a `table`, its `record` if it has to be analysed, and the `seat`
    that they had. `asker` takes a turn for it; `charge` counts it against their share, or raises
    Refused.
    """

    table: str
    record: Callable[[], str]
    seat: int | None
    asker: Asker
    charge: Callable[[], Awaitable[None]]


class AnalysisDesk:
    """The analyses of a host. `most_waiting()` is how many may wait at most; `workers` are made at once, by
    processes whose niceness is `nice` above the host's. What other nodes make is waited for (`claims`).
    """

    def __init__(
        self,
        store: AnalysisStore,
        analysts: Analysts,
        most_waiting: Callable[[], int],
        metrics: MetricsSink,
        claims: AnalysisClaims,
        *,
        workers: int,
        nice: int,
    ) -> None:
        self._store, self._analysts, self._nice = store, analysts, nice
        self._queue = AnalysisQueue(workers)
        self._most_waiting, self._metrics, self._claims = most_waiting, metrics, claims
        self._shown: WeakValueDictionary[str, Analysis] = WeakValueDictionary()
        """Whole ones that somebody looks at, by table: all have the same one, as that of a long game is some
        megabytes.
        """
        self._under_way: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many games wait for their analysis."""
        return len(self._queue)

    async def follow(self, wanted: WantedAnalysis, listener: Callable[[AnalysisNews], None]) -> Release:
        """Call `listener` with an analysis as it is made, or once if it is there. Raises Refused:
        "analyses-off", "analyses-full", "busy", and what `wanted.charge` raises.
        """
        work = self._queue.find(wanted.table)
        if work is None:
            kept = await self._kept(wanted.table)
            if kept is not None:
                self._metrics.analysed("shown")
                listener(AnalysisNews(done=1.0, analysis=kept))
                return nothing_to_end
            work = self._queue.find(wanted.table) or await self._new(wanted)
        if wanted.seat is not None:
            work.first[wanted.seat] = None
        release = work.listeners.add(None, listener)
        listener(work.news)
        self._begin()
        return partial(self._leave, work, release)

    async def close(self) -> None:
        """Stop what is under way and begin no more."""
        self._closed = True
        tasks = tuple(self._under_way)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _kept(self, table: str) -> Analysis | None:
        if table in self._shown:
            return self._shown[table]
        try:
            body = await self._store.find(table, VERSION)
            if body is not None and table not in self._shown:
                analysis: Analysis = codec.decode(Analysis, body.encode())
                self._shown[table] = analysis
                await asyncio.sleep(0)  # what was read and what is shown of it are two pieces of work
                return analysis
            return self._shown.get(table)
        except Exception as error:
            log.exception("an analysis could not be read", extra={"table": table})
            raise refused("busy") from error

    async def _new(self, wanted: WantedAnalysis) -> AnalysisWork:
        if not self._queue.most:
            raise refused("analyses-off")
        if self._is_full and self._queue.last_of_most(wanted.asker) is None:
            self._metrics.refused("analyses-full")
            raise refused("analyses-full")
        await wanted.charge()
        if found := self._queue.find(wanted.table):  # somebody else asked a moment ago
            return found
        if self._is_full and (last := self._queue.last_of_most(wanted.asker)):
            self._give_way(last)
        work = AnalysisWork(wanted.table, wanted.record())
        self._queue.add(work, wanted.asker)
        self._queue.tell_places()
        return work

    @property
    def _is_full(self) -> bool:
        return len(self._queue) >= self._most_waiting()

    def _give_way(self, work: AnalysisWork) -> None:
        """Let work wait no more: an address has so much waiting that others would have no place."""
        self._queue.remove(work)
        self._metrics.analysed("dropped")
        self._metrics.refused("analyses-full")
        work.tell(AnalysisNews(failed=True))
        work.listeners.clear()

    def _leave(self, work: AnalysisWork, release: Release) -> None:
        release()
        if not len(work.listeners) and self._queue.waits(work):
            self._queue.remove(work)
            self._metrics.analysed("dropped")
            self._queue.tell_places()

    def _begin(self) -> None:
        """Begin what there is room for, without the context of the player who asks."""
        while not self._closed and (work := self._queue.begin()):
            task = asyncio.get_running_loop().create_task(self._make(work), context=Context())
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
            work.tell(AnalysisNews())
        self._queue.tell_places()

    async def _make(self, work: AnalysisWork) -> None:
        news, did = AnalysisNews(failed=True), "failed"
        try:
            async with self._claims.of(work.table):
                kept = await self._kept(work.table)  # another node may have made it meanwhile
                news = AnalysisNews(done=1.0, analysis=kept or await self._made(work))
            did = "shown" if kept else "made"
        except Exception:
            log.exception("a game could not be analysed", extra={"table": work.table})
        finally:
            self._queue.remove(work)
            self._metrics.analysed(did)
            work.tell(news)
            work.listeners.clear()
            self._begin()

    async def _made(self, work: AnalysisWork) -> Analysis:
        """Return the whole analysis once it is kept. Raises AnalysisFailed, and what a process may raise."""
        task = AnalysisTask(work.record, tuple(work.first), self._nice)
        async with self._analysts.analyse(task) as stages:
            async for stage in stages:
                done, analysis = stage.done, stage.analysis
                if analysis.complete:
                    self._shown[work.table] = analysis
                    await self._keep(work.table, analysis)
                    return analysis
                work.tell(AnalysisNews(done=done, analysis=analysis))
        raise AnalysisFailed("the process ended before the analysis did")

    async def _keep(self, table: str, analysis: Analysis) -> None:
        """Keep an analysis; who asked for it gets it even if that fails."""
        try:
            await self._store.keep(table, VERSION, codec.encode(analysis).decode())
        except Exception:
            log.exception("an analysis could not be kept", extra={"table": table})
