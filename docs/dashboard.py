"""Writes deploy/grafana.json, a dashboard of a host's metrics for Grafana:

python -m docs.dashboard
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

FILE = Path(__file__).parents[1] / "deploy" / "grafana.json"
SOURCE = {"type": "prometheus", "uid": "${source}"}
WIDTH, HEIGHT, COLUMNS = 8, 8, 3
INSTANCE = '{instance=~"$instance"}'


class Panel(NamedTuple):
    """A graph: its title, the unit of its values, and its lines by their labels."""

    title: str
    unit: str
    lines: Mapping[str, str]


def quantile(part: float, name: str) -> str:
    """A quantile of a histogram over five minutes."""
    buckets = f"rate({name}_bucket{INSTANCE}[5m])"
    return f"histogram_quantile({part}, sum by (le) ({buckets}))"


def rate(name: str, by: str = "") -> str:
    """How often something happened a second, over five minutes."""
    return f"sum{f' by ({by})' if by else ''} (rate({name}{INSTANCE}[5m]))"


PANELS = (
    Panel("Players", "short", {
        "sessions": f"sum(crownhouse_sessions{INSTANCE})",
        "the most": f"sum(crownhouse_sessions_limit{INSTANCE})",
    }),
    Panel("Tables", "short", {"{{stage}}": f"max by (stage) (crownhouse_tables{INSTANCE})"}),
    Panel("Moves", "ops", {"{{by}}": rate("crownhouse_moves_total", "by")}),
    Panel("From a key to its answer", "s", {
        "p50": quantile(0.5, "crownhouse_key_to_paint_seconds"),
        "p99": quantile(0.99, "crownhouse_key_to_paint_seconds"),
    }),
    Panel("Until a move is saved", "s", {
        "p50": quantile(0.5, "crownhouse_journal_append_seconds"),
        "p99": quantile(0.99, "crownhouse_journal_append_seconds"),
    }),
    Panel("Not saved", "short", {
        "appends in five minutes": f"sum(increase(crownhouse_unsaved_total{INSTANCE}[5m]))",
    }),
    Panel("On the line", "Bps", {
        "to clients": rate("crownhouse_sent_bytes_total"),
        "from clients": rate("crownhouse_received_bytes_total"),
    }),
    Panel("Refused", "ops", {"{{reason}}": rate("crownhouse_refused_total", "reason")}),
    Panel("Errors", "short", {
        "{{logger}}": f"sum by (logger) (increase(crownhouse_errors_total{INSTANCE}[15m]))",
    }),
    Panel("Bots", "short", {"questions that wait": f"sum(crownhouse_bots_waited_for{INSTANCE})"}),
    Panel("Memory", "bytes", {"{{instance}}": f"process_resident_memory_bytes{INSTANCE}"}),
    Panel("Processor", "percentunit", {"{{instance}}": f"rate(process_cpu_seconds_total{INSTANCE}[5m])"}),
    Panel("Room on the disk", "bytes", {"{{instance}}": f"crownhouse_disk_free_bytes{INSTANCE}"}),
    Panel("Provisional accounts", "short", {"accounts": f"max(crownhouse_provisional_accounts{INSTANCE})"}),
    Panel("Nodes", "short", {
        "alive": f"max(crownhouse_nodes{INSTANCE})",
        "{{instance}} reaches its store": f"crownhouse_store_reached{INSTANCE}",
    }),
)  # fmt: skip


def dashboard() -> dict[str, Any]:
    """The dashboard as Grafana imports it: it asks for the source, and for the instances to show."""
    return {
        "title": "crownhouse",
        "uid": "crownhouse",
        "schemaVersion": 39,
        "editable": True,
        "refresh": "30s",
        "time": {"from": "now-6h", "to": "now"},
        "templating": {
            "list": [
                {"name": "source", "type": "datasource", "query": "prometheus", "label": "Prometheus"},
                {
                    "name": "instance", "type": "query", "label": "Host", "datasource": SOURCE,
                    "query": "label_values(crownhouse_sessions, instance)", "refresh": 2,
                    "multi": True, "includeAll": True, "current": {"text": "All", "value": "$__all"},
                },
            ]
        },
        "panels": [_drawn(number, panel) for number, panel in enumerate(PANELS)],
    }  # fmt: skip


def _drawn(number: int, panel: Panel) -> dict[str, Any]:
    row, column = divmod(number, COLUMNS)
    return {
        "id": number + 1,
        "type": "timeseries",
        "title": panel.title,
        "datasource": SOURCE,
        "gridPos": {"x": column * WIDTH, "y": row * HEIGHT, "w": WIDTH, "h": HEIGHT},
        "fieldConfig": {"defaults": {"unit": panel.unit, "min": 0}, "overrides": []},
        "targets": [
            {"refId": chr(ord("A") + place), "expr": expression, "legendFormat": label, "datasource": SOURCE}
            for place, (label, expression) in enumerate(panel.lines.items())
        ],
    }


if __name__ == "__main__":
    FILE.write_text(json.dumps(dashboard(), indent=2) + "\n", "utf-8")
