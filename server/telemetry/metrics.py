"""A host's metrics in Prometheus's text format. `server.telemetry.metrics_listener` serves them."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Callable, Iterable, Iterator, Mapping

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.metrics_core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from server.telemetry.metrics_sink import REASONS, MetricsSink

KEY_BUCKETS = (0.001, 0.002, 0.003, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
JOURNAL_BUCKETS = (0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
PIECE_BUCKETS = (0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
STAGES = ("open", "running", "over", "frozen", "damaged")
BY = ("player", "bot", "timeout", "host")
ANALYSED = ("made", "shown", "dropped", "failed")
COURSES = ("made", "shown", "failed")
disable_created_metrics()  # type: ignore[no-untyped-call]  # twice as many series, and no rule or panel asks when one began


class PrometheusMetrics(MetricsSink):
    """Implements `server.telemetry.metrics_sink.MetricsSink` with Prometheus's client library."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._is_reached: Callable[[], bool] = lambda: True
        ProcessCollector(registry=self._registry)
        self._received = self._counter("received_bytes", "Bytes from clients, decrypted")
        self._sent = self._counter("sent_bytes", "Bytes to clients, before encryption")
        self._moves = self._counter("moves", "Moves written", "by")
        self._unsaved = self._counter("unsaved", "Appends to tables that failed: their moves are not saved")
        self._errors = self._counter("errors", "Errors logged, by logger, from its first one on", "logger")
        self._all_errors = self._counter("all_errors", "Errors logged")
        self._refused = self._counter("refused", "What clients were refused", "reason")
        self._painting = self._histogram(
            "key_to_paint_seconds", "From a key's arrival to the first bytes of its answer", KEY_BUCKETS
        )
        self._appending = self._histogram(
            "journal_append_seconds", "Until entries of a table were durable", JOURNAL_BUCKETS
        )
        self._working = self._histogram(
            "work_seconds", "Pieces of work for clients that took long", PIECE_BUCKETS, "piece"
        )
        self._analyses = self._counter("analyses", "Analyses of finished games", "result")
        self._courses = self._counter("courses", "Ended games that were asked for", "result")
        for counter, labels in (
            (self._analyses, ANALYSED), (self._courses, COURSES), (self._moves, BY), (self._refused, REASONS)
        ):  # fmt: skip
            for label in labels:
                counter.labels(label)  # from the first look on, with 0: Prometheus sees no first step else

    def watch(
        self,
        sessions: Callable[[], int],
        stages: Callable[[], Iterable[str]],
        provisional: Callable[[], int],
        free_bytes: Callable[[], int],
    ) -> None:
        """Add gauges of the sessions, the tables by stage, the provisional accounts and the room on the disk,
        read whenever metrics are scraped.
        """
        self._registry.register(_HostCollector(sessions, stages, provisional, free_bytes))

    def watch_room(
        self,
        limits: Callable[[], Mapping[str, int]],
        bots: Callable[[], int],
        analyses: Callable[[], int],
        courses: Callable[[], int],
    ) -> None:
        """Add gauges of the limits of the host, by what they limit, of the questions that bots have not
        answered yet, of the games that wait for their analysis, and of the bytes of the ended games that are
        kept.
        """
        self._registry.register(_RoomCollector(limits, bots, analyses, courses))

    def watch_nodes(self, count: Callable[[], int], is_reached: Callable[[], bool]) -> None:
        """Add gauges of the nodes that are alive, and whether this one reaches the store they share."""
        self._is_reached = is_reached
        self._registry.register(_NodeCollector(count, is_reached))

    def watch_damage(self, found: Callable[[], str]) -> None:
        """Add a gauge of whether damage was found in the database."""
        self._registry.register(_DamageCollector(found))

    def text(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        return generate_latest(self._registry)

    def received(self, count: int) -> None:
        self._received.inc(count)

    def sent(self, count: int) -> None:
        self._sent.inc(count)

    def painted(self, seconds: float) -> None:
        self._painting.observe(seconds)

    def appended(self, seconds: float, moves: Iterable[str]) -> None:
        self._appending.observe(seconds)
        for by in moves:
            self._moves.labels(by).inc()

    def unsaved(self) -> None:
        self._unsaved.inc()

    def failed(self, where: str, is_outside: bool) -> None:
        if is_outside and not self._is_reached():
            return
        self._all_errors.inc()
        self._errors.labels(where).inc()

    def refused(self, reason: str) -> None:
        self._refused.labels(reason).inc()

    def analysed(self, result: str) -> None:
        self._analyses.labels(result).inc()

    def worked(self, piece: str, seconds: float) -> None:
        self._working.labels(piece).observe(seconds)

    def course(self, result: str) -> None:
        self._courses.labels(result).inc()

    def _counter(self, name: str, help_text: str, *labels: str) -> Counter:
        return Counter(name, help_text, labels, "crownhouse", registry=self._registry)

    def _histogram(self, name: str, help_text: str, buckets: tuple[float, ...], *labels: str) -> Histogram:
        return Histogram(name, help_text, labels, "crownhouse", buckets=buckets, registry=self._registry)


class _HostCollector(Collector):
    """A gauge that is counted when it is read."""

    def __init__(
        self,
        sessions: Callable[[], int],
        stages: Callable[[], Iterable[str]],
        provisional: Callable[[], int],
        free_bytes: Callable[[], int],
    ) -> None:
        self._sessions = sessions
        self._stages = stages
        self._provisional = provisional
        self._free_bytes = free_bytes

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("crownhouse_sessions", "Sessions now", value=self._sessions())
        tables = GaugeMetricFamily("crownhouse_tables", "Tables now", labels=["stage"])
        tally = Tally(self._stages())
        for stage in STAGES:
            tables.add_metric([stage], tally[stage])
        yield tables
        yield GaugeMetricFamily(
            "crownhouse_provisional_accounts",
            "Accounts that have not made a move, counted every five minutes",
            value=self._provisional(),
        )
        free = self._free_bytes()
        yield GaugeMetricFamily("crownhouse_disk_free_bytes", "Room for the database", value=free)


class _RoomCollector(Collector):
    """The gauges of what a host can carry, read when they are asked for."""

    def __init__(
        self,
        limits: Callable[[], Mapping[str, int]],
        bots: Callable[[], int],
        analyses: Callable[[], int],
        courses: Callable[[], int],
    ) -> None:
        self._limits, self._bots, self._analyses, self._courses = limits, bots, analyses, courses

    def collect(self) -> Iterator[Metric]:
        for of, most in self._limits().items():
            yield GaugeMetricFamily(f"crownhouse_{of}_limit", f"The most {of} there can be", value=most)
        waiting = self._bots()
        yield GaugeMetricFamily(
            "crownhouse_bots_waited_for", "Questions that bots think about", value=waiting
        )
        yield GaugeMetricFamily(
            "crownhouse_analyses_waiting", "Games that wait for their analysis", value=self._analyses()
        )
        yield GaugeMetricFamily(
            "crownhouse_courses_bytes", "Ended games that are kept to be looked at", value=self._courses()
        )


class _DamageCollector(Collector):
    """A gauge that is read when it is asked for."""

    def __init__(self, found: Callable[[], str]) -> None:
        self._found = found

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily(
            "crownhouse_database_damaged",
            "1: damage was found in the database",
            value=int(bool(self._found())),
        )


class _NodeCollector(Collector):
    """The gauges of a node, counted when they are read."""

    def __init__(self, count: Callable[[], int], is_reached: Callable[[], bool]) -> None:
        self._count, self._is_reached = count, is_reached

    def collect(self) -> Iterator[Metric]:
        yield GaugeMetricFamily("crownhouse_nodes", "Nodes that are alive", value=self._count())
        reached = int(self._is_reached())
        yield GaugeMetricFamily("crownhouse_store_reached", "1: this node reaches the store", value=reached)
