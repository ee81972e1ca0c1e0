"""Metrics of several processes read as those of one host."""

from __future__ import annotations

from server.telemetry.merged_metrics import counted, merged
from server.telemetry.metrics import PrometheusMetrics


def process(sessions: int, tables: int, keys: list[float]) -> PrometheusMetrics:
    metrics = PrometheusMetrics()
    metrics.watch(lambda: sessions, lambda: ["running"] * tables, lambda: 3, lambda: 1000)
    for seconds in keys:
        metrics.painted(seconds)
    metrics.refused("sessions")
    return metrics


def value(text: bytes, sample: str) -> float:
    (line,) = [line for line in text.decode().splitlines() if line.startswith(f"{sample} ")]
    return float(line.rpartition(" ")[2])


def test_counts_and_sessions_are_added_up_and_what_all_see_is_not() -> None:
    text = merged([process(2, 7, [0.004]).text(), process(3, 6, [0.004, 0.02]).text()])
    assert value(text, "crownhouse_sessions") == 5
    assert value(text, 'crownhouse_tables{stage="running"}') == 7
    assert value(text, "crownhouse_provisional_accounts") == 3
    assert value(text, 'crownhouse_refused_total{reason="sessions"}') == 2
    assert value(text, 'crownhouse_key_to_paint_seconds_bucket{le="0.005"}') == 2
    assert value(text, "crownhouse_key_to_paint_seconds_count") == 3


def test_one_process_is_told_as_it_is() -> None:
    """What is said of a metric stays above it, once; a process counts its own time, so that is left out."""
    text = process(2, 7, [0.004]).text()
    told = [line for line in text.decode().splitlines() if not line.startswith("process_")]
    again = merged([text]).decode().splitlines()
    assert {line.rpartition(" ")[0] for line in told} <= {line.rpartition(" ")[0] for line in again}
    assert len(again) == len(text.decode().splitlines())


def test_what_a_process_counted_outlives_it_and_its_gauges_do_not() -> None:
    """Else Prometheus would take the smaller sum for a restart, and count all of it again."""
    lost, left = process(2, 7, [0.004]).text(), process(3, 6, [])
    text = merged([counted([b"", lost]), left.text()])
    assert value(text, 'crownhouse_refused_total{reason="sessions"}') == 2
    assert value(text, "crownhouse_key_to_paint_seconds_count") == 1
    assert value(text, "crownhouse_sessions") == 3
