"""What a host consists of, with the real clock and chance, and the metrics that it may count."""

from __future__ import annotations

import asyncio
import random
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from engine.game import AnyGame
from server.bots.withdrawals import Withdrawals
from server.bots.workers import Workers, host_pool
from server.budget.fair_loop import turn_of_loop
from server.budget.garbage_collection import GarbageCollector
from server.budget.long_pieces import LongPieces
from server.budget.work_queue import WorkQueue
from server.host.dependencies import HostDependencies
from server.host.moderation import KeptDays
from server.log.entries import Entry
from server.settings.config import Config
from server.settings.current_limits import CurrentLimits
from server.start.store import Store
from server.store.journal.journal import Conflict, Journal
from server.telemetry.metrics_sink import MetricsSink


class MeteredJournal:
    """Measures `append` of another journal (`server.store.journal.journal.Journal`). `clock` is monotonic."""

    def __init__(self, journal: Journal, metrics: MetricsSink, clock: Callable[[], float]) -> None:
        self._append = journal.append
        self._metrics = metrics
        self._clock = clock
        self.history = journal.history
        self.ratings = journal.ratings
        self.create = journal.create
        self.read = journal.read
        self.tails = journal.tails
        self.open_tables = journal.open_tables
        self.retire = journal.retire
        self.subscribe = journal.subscribe
        self.hear = journal.hear
        self.find = journal.find
        self.finished = journal.finished
        self.dice_counts = journal.dice_counts
        self.sign = journal.sign
        self.signatures = journal.signatures
        self.personal = journal.personal
        self.void = journal.void
        self.hand_over = journal.hand_over
        self.forget = journal.forget
        self.close = journal.close

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """Append, and record the time and the moves, or the failure. Raises what `Journal.append` raises."""
        began = self._clock()
        try:
            await self._append(table, expected, entries)
        except Conflict:  # somebody was first: nothing is lost
            raise
        except Exception:
            self._metrics.unsaved()
            raise
        moves = [entry.by for entry in entries if entry.kind == "move"]
        self._metrics.appended(self._clock() - began, moves)


if TYPE_CHECKING:
    from server.telemetry.metrics import PrometheusMetrics


def make_metrics() -> PrometheusMetrics:
    """Return the metrics; the module is imported here because most hosts have none."""
    from server.telemetry.metrics import PrometheusMetrics

    return PrometheusMetrics()


def host_dependencies(
    config: Config, games: Mapping[str, AnyGame], store: Store, metrics: MetricsSink
) -> HostDependencies:
    """Return what a host consists of, with the real clock and chance."""
    withdrawals, collector = Withdrawals(), GarbageCollector(time.monotonic)
    workers = Workers(
        partial(host_pool, config.bots.processes, withdrawals, idle=config.bots.idle),
        withdrawals=withdrawals,
        processes=config.bots.processes,
    )
    if store.nodes.name:  # bots of a node that is lost wait for no start
        workers.start()
    return HostDependencies(
        games=games,
        journal=MeteredJournal(store.journal, metrics, time.perf_counter),
        stores=store.stores,
        workers=workers,
        nodes=store.nodes,
        clock=store.clock,
        pause=asyncio.sleep,
        new_id=partial(secrets.token_hex, 8),
        pick=random.SystemRandom().randrange,
        secret=secrets.token_bytes,
        bots=config.bots.timing,
        limits=CurrentLimits(config.limits),
        timeouts=config.timeouts,
        outages=store.outages,
        metrics=metrics,
        notice_services=config.notice_services,
        notice_settings=config.notices,
        analysis_workers=config.analyses.workers,
        analysis_nice=config.analyses.nice,
        kept=KeptDays(config.report_days, config.address_days, config.audit_days),
        conduct=config.conduct_texts,
        zone=config.time_zone,
        address_days=config.address_days,
        login_names=config.names == "login",
        public=config.public_address,
        message=config.notice,
        web=config.web.url,
        window_keys=config.web.fingerprints,
        host_keys=(store.host_key.export_public_key().decode().strip(),),
        work=WorkQueue(LongPieces(metrics.worked), after_full_turn=collector.keep_up, turn=turn_of_loop()),
        collector=collector,
    )
