"""A host's metrics in Prometheus's text format. `server.telemetry.metrics_listener` serves them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

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
        """Add gauges of the sessions, the tables by stage, the provisional accounts and the room on the disk.
        All gauges are read whenever metrics are scraped.
        """
        self._gauge("sessions", "Sessions now", sessions)
        tables = Gauge("tables", "Tables now", ["stage"], "crownhouse", registry=self._registry)
        for stage in STAGES:
            tables.labels(stage).set_function(partial(lambda one: sum(at == one for at in stages()), stage))
        counted = "Accounts that have not made a move, counted every five minutes"
        self._gauge("provisional_accounts", counted, provisional)
        self._gauge("disk_free_bytes", "Room for the database", free_bytes)

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
        for of in limits():
            self._gauge(f"{of}_limit", f"The most {of} there can be", partial(lambda one: limits()[one], of))
        self._gauge("bots_waited_for", "Questions that bots think about", bots)
        self._gauge("analyses_waiting", "Games that wait for their analysis", analyses)
        self._gauge("courses_bytes", "Ended games that are kept to be looked at", courses)

    def watch_nodes(self, count: Callable[[], int], is_reached: Callable[[], bool]) -> None:
        """Add gauges of the nodes that are alive, and whether this one reaches the store they share."""
        self._is_reached = is_reached
        self._gauge("nodes", "Nodes that are alive", count)
        self._gauge("store_reached", "1: this node reaches the store", is_reached)

    def watch_damage(self, found: Callable[[], str]) -> None:
        """Add a gauge of whether damage was found in the database."""
        self._gauge("database_damaged", "1: damage was found in the database", lambda: bool(found()))

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

    def _gauge(self, name: str, help_text: str, read: Callable[[], float]) -> None:
        Gauge(name, help_text, namespace="crownhouse", registry=self._registry).set_function(read)
