"""Alerts and dashboard ask for figures that a host has, and the file in deploy/ is what the panels say."""

from __future__ import annotations

import json
import re

from docs.dashboard import FILE, dashboard
from server.telemetry.metrics import PrometheusMetrics
from tests.monitoring import ALERTS, expressions

FIGURE = re.compile(r"\b((?:crownhouse|process)_\w+)")


def figures() -> set[str]:
    """The names of everything that a node tells."""
    metrics = PrometheusMetrics()
    metrics.watch(lambda: 0, list, lambda: 0, lambda: 0)
    metrics.watch_room(lambda: {"sessions": 1, "tables": 1}, lambda: 0, lambda: 0)
    metrics.watch_nodes(lambda: 1, lambda: True)
    metrics.painted(0.1)
    told = metrics.text().decode()
    return set(re.findall(r"^# TYPE (\S+)", told, re.MULTILINE)) | set(
        re.findall(r"^(\w+)", told, re.MULTILINE)
    )


def test_every_figure_that_is_asked_for_exists() -> None:
    """In alerts and panels alike."""
    rules = re.sub(r"^\s*#.*|crownhouse-alerts", "", ALERTS.read_text("utf-8"), flags=re.MULTILINE)
    asked = set(FIGURE.findall(rules)) | set(FIGURE.findall(" ".join(expressions())))
    assert len(asked) > 12
    assert sorted(asked - figures()) == []


def test_every_trouble_has_an_alert() -> None:
    """And each says what it is about and what to do."""
    text = ALERTS.read_text("utf-8")
    names = set(re.findall(r"alert: (\w+)", text))
    assert names >= {
        "CrownhouseMovesNotSaved", "CrownhouseSlowAnswers", "CrownhouseNearlyFull", "CrownhouseManyRefusals",
        "CrownhouseDiskNearlyFull", "CrownhouseDown", "CrownhouseBotsBehind", "CrownhouseMemoryGrows",
    }  # fmt: skip
    assert text.count("summary:") == text.count("action:") == len(re.findall(r"- alert:", text))


def test_the_dashboard_is_what_its_panels_say() -> None:
    """`python -m docs.dashboard` writes it."""
    assert json.loads(FILE.read_text("utf-8")) == dashboard()
