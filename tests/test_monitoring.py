"""Alerts and dashboard ask for figures that a host has, and the file in deploy/ is what the panels say."""

from __future__ import annotations

import json
import re

import yaml

from docs.dashboard import FILE, dashboard
from server.telemetry.metrics import PrometheusMetrics
from tests.every_alert import NOT_TRIED, Trial
from tests.monitoring import ALERTS, TRIED, expressions

FIGURE = re.compile(r"\b((?:crownhouse|process)_\w+)")
LABELS = re.compile(r"label_values\((\w+), (\w+)\)")
"""What Grafana asks for the choices above the panels; no expression of Prometheus."""


def figures() -> set[str]:
    """The names of everything that a node tells."""
    metrics = PrometheusMetrics()
    metrics.watch(lambda: 0, list, lambda: 0, lambda: 0)
    metrics.watch_room(lambda: {"sessions": 1, "tables": 1}, lambda: 0, lambda: 0, lambda: 0)
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


def test_every_choice_of_the_dashboard_is_a_label_of_a_figure() -> None:
    """Prometheus itself adds `instance` and `job`; `promtool` does not read these questions."""
    choices = json.loads(FILE.read_text("utf-8"))["templating"]["list"]
    asked = [LABELS.fullmatch(choice["query"]) for choice in choices if choice["type"] == "query"]
    assert asked
    for found in asked:
        assert found
        assert found[1] in figures()
        assert found[2] in {"instance", "job"}


def test_every_trouble_has_an_alert() -> None:
    """And each says what it is about and what to do."""
    text = ALERTS.read_text("utf-8")
    names = set(re.findall(r"alert: (\w+)", text))
    assert names >= {
        "CrownhouseMovesNotSaved", "CrownhouseSlowAnswers", "CrownhouseNearlyFull", "CrownhouseManyRefusals",
        "CrownhouseDiskNearlyFull", "CrownhouseDown", "CrownhouseBotsBehind", "CrownhouseMemoryGrows",
    }  # fmt: skip
    assert text.count("summary:") == text.count("action:") == len(re.findall(r"- alert:", text))


def test_every_alert_is_tried() -> None:
    """`make monitoring` has made-up hosts raise it, and none fire on what a host recorded that was well."""
    rules = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"][0]["rules"]
    made_up, recorded = (yaml.safe_load(file.read_text("utf-8"))["tests"] for file in TRIED)
    raised = {one["alertname"] for one in made_up[-1]["alert_rule_test"] if one["exp_alerts"]}
    assert raised == {rule["alert"] for rule in rules}
    (well,) = recorded
    assert well["promql_expr_test"][1]["expr"].startswith('count_over_time(ALERTS{alertstate="firing"}[')
    asked = set(FIGURE.findall(" ".join(rule["expr"] for rule in rules)))
    told = {one["series"].partition("{")[0] for one in well["input_series"]}
    assert asked - told == {"crownhouse_store_reached"}  # which a host on SQLite does not have


def test_every_alert_has_a_cause_that_happens() -> None:
    """To a real host, in `make alerts`, but for memory that grows."""
    causes = ", ".join(Trial.CAUSES).split(", ")
    lost = "CrownhouseStoreUnreached"  # with the database of two nodes
    assert sorted([*causes, lost, NOT_TRIED]) == sorted(
        re.findall(r"alert: (\w+)", ALERTS.read_text("utf-8"))
    )


def test_the_dashboard_is_what_its_panels_say() -> None:
    """`python -m docs.dashboard` writes it."""
    assert json.loads(FILE.read_text("utf-8")) == dashboard()
