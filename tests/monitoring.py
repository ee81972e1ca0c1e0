"""Has Prometheus' own `promtool` read the alerts and every expression of the dashboard, and try the alerts
on made-up series (`tests/made_up_series.yml`) and on those of a real host (`tests/recorded_series.yml`); has
a real Prometheus scrape a real host, which has to have every series that they name, and two nodes that lose
their database, which have to raise alerts; has systemd read the units and judge how much the host's may do.
What else alerts are for happens to a host in `tests.every_alert`.

    python -m tests.monitoring

Needs `promtool` and `prometheus` (Debian's package prometheus); where there is no `systemd-analyze`, it
says that units were not read. Exits 0, or says what is wrong and exits 1.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from types import MappingProxyType

from docs.dashboard import PANELS
from tests.e2e.host import LiveHost
from tests.matrix import free_port
from tests.real_prometheus import prometheus
from tests.server.running_postgres import RunningPostgres
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

ROOT = Path(__file__).parents[1]
ALERTS = ROOT / "deploy" / "crownhouse-alerts.yml"
TRIED = [ROOT / "tests" / name for name in ("made_up_series.yml", "recorded_series.yml")]
UNITS = (
    "crownhouse.socket",
    "crownhouse-backup.service",
    "crownhouse-backup.timer",
    "crownhouse-dump.service",
    "crownhouse-dump.timer",
)
LATER: Mapping[str, str] = MappingProxyType(
    {
        "crownhouse_errors_total": "begins with a logger's first error",
        "crownhouse_nodes": "on PostgreSQL alone",
        "crownhouse_store_reached": "on PostgreSQL alone",
    }
)
"""What a host alone on SQLite does not have from its start, and why."""
EACH = 1.0
"""Seconds after which a Prometheus scrapes and judges again."""
EXPOSURE = 15
"""The most that `systemd-analyze security` may say of the host's unit, in tenths."""


def expressions() -> list[str]:
    """Every expression of the dashboard, for all instances."""
    return [line.replace("$instance", ".*") for panel in PANELS for line in panel.lines.values()]


def failure(*command: object) -> str:
    """What a program says that fails; nothing if it succeeds."""
    done = subprocess.run(list(map(str, command)), check=False, capture_output=True, text=True)
    return f"{done.stdout}{done.stderr}" if done.returncode else ""


def promtool_failure(promtool: str) -> str:
    """What `promtool` finds wrong with alerts and dashboard."""
    rules = [{"record": f"panel:{n}", "expr": expr} for n, expr in enumerate(expressions(), 1)]
    with tempfile.TemporaryDirectory() as folder:
        panels = Path(folder) / "panels.yml"
        panels.write_text(json.dumps({"groups": [{"name": "panels", "rules": rules}]}), "utf-8")
        return (
            failure(promtool, "check", "rules", ALERTS)
            or failure(promtool, "check", "rules", panels)
            or failure(promtool, "test", "rules", *TRIED)
        )


def missing_series() -> set[str]:
    """The metrics that alerts and dashboard name and that a real Prometheus does not find at a real host."""
    named = set(re.findall(r"\bcrownhouse_\w+", " ".join([ALERTS.read_text("utf-8"), *expressions()])))
    with tempfile.TemporaryDirectory() as folder, closing(PtyTerminals()) as terminals:
        ports = [free_port(), free_port()]
        host = LiveHost(Path(folder), terminals, {"CROWNHOUSE_METRICS": f"127.0.0.1:{ports[0]}"})
        host.start()
        try:
            with prometheus(Path(folder), ports[1], ports[:1], ALERTS) as server:
                server.wait_for("up == 1")
                return {name for name in named - LATER.keys() if not server.value(name)}
        finally:
            host.close()


def unnoticed() -> list[str]:
    """What a real Prometheus with deploy's alerts does not notice of two nodes on PostgreSQL: that a table is
    one, that both lose their store, which is one alert for each whatever fails by it, that they reach it
    again, and a fault of the program.
    """
    wrong = []
    with tempfile.TemporaryDirectory() as folder, closing(PtyTerminals()) as terminals:
        ports, store = [free_port() for _ in range(3)], RunningPostgres()
        nodes = []
        try:
            for number, port in enumerate(ports[1:]):
                (home := Path(folder) / f"node{number}").mkdir()
                settings = {"CROWNHOUSE_METRICS": f"127.0.0.1:{port}", "CROWNHOUSE_STORE": store.url()}
                nodes.append(LiveHost(home, terminals, settings))
                nodes[-1].start()
            with prometheus(Path(folder), ports[0], ports[1:], ALERTS) as server:
                server.wait_for("sum(crownhouse_nodes) == 4 and sum(crownhouse_all_errors_total) == 0")
                with nodes[0].pipe("ada", "open", "court") as client:
                    client.communicate(timeout=WITHIN)
                server.wait_for("sum(crownhouse_tables) == 2")
                if sum(server.value(tables := panel("Tables", "{{stage}}"))) != 1:
                    wrong.append(f"{tables} counts one table of two nodes as {server.value(tables)}")
                if early := server.alerts():
                    wrong.append(f"{', '.join(early)} while nothing is wrong")
                store.stop()
                firing = 'count(ALERTS{alertname="%s",alertstate="firing"}) >= %d'
                server.wait_for(firing % ("CrownhouseStoreUnreached", 2))
                with nodes[0].pipe("bert", "open", "court") as client:
                    client.communicate(timeout=WITHIN)
                while not all("[error" in node.log for node in nodes):
                    server.wait_for(later())
                server.wait_for(later())
                if more := server.alerts() - {"CrownhouseStoreUnreached"}:
                    wrong.append(f"{', '.join(more)} beside CrownhouseStoreUnreached")
                store.start()
                server.wait_for('absent(ALERTS{alertname="CrownhouseStoreUnreached"})')
                asyncio.run(store.execute("ALTER TABLE trophies RENAME TO lost"))
                with nodes[0].pipe("cleo", "trophies") as client:
                    client.communicate(timeout=WITHIN)
                server.wait_for(firing % ("CrownhouseErrors", 1))
        except TimeoutError as late:
            wrong.append(str(late))
        finally:
            for node in nodes:
                node.close()
            store.remove()
    return wrong


def later() -> str:
    """An expression that holds once all that has happened until now was scraped and judged."""
    return f"min(timestamp(up)) > {time.time() + 2 * EACH}"


def panel(title: str, line: str) -> str:
    """An expression of the dashboard, for all instances."""
    (found,) = [one.lines[line] for one in PANELS if one.title == title]
    return found.replace("$instance", ".*")


def systemd_failure(analyze: str) -> str:
    """What systemd finds wrong with the units, of which the host's own may do no more than it does."""
    units = [ROOT / "deploy" / unit for unit in UNITS]
    host = ROOT / "deploy" / "crownhouse.service"
    return failure(analyze, "verify", "--man=no", *units) or failure(
        analyze, "security", "--offline=true", f"--threshold={EXPOSURE}", "--no-pager", host
    )


def main() -> int:
    """Check everything and return the exit status."""
    promtool, analyze = shutil.which("promtool"), shutil.which("systemd-analyze")
    if promtool is None:
        sys.stderr.write("promtool is not installed here (Debian's package prometheus has it).\n")
        return 1
    if wrong := promtool_failure(promtool) or (systemd_failure(analyze) if analyze else ""):
        sys.stderr.write(wrong)
        return 1
    sys.stdout.write(f"promtool reads all alerts and {len(expressions())} expressions, and the alerts work, ")
    sys.stdout.write("of which none fires on what a real host recorded; ")
    if missing := missing_series():
        sys.stderr.write(f"A host has no series of these names: {', '.join(sorted(missing))}.\n")
        return 1
    sys.stdout.write("a real Prometheus finds every series of theirs at a real host; ")
    if wrong := unnoticed():
        sys.stderr.write("".join(f"{sentence}.\n" for sentence in wrong))
        return 1
    sys.stdout.write("it notices that two nodes lose their database; ")
    judged = f"systemd reads the units, and the host's scores {EXPOSURE / 10} at most"
    sys.stdout.write(f"{judged if analyze else 'there is no systemd-analyze here to read the units'}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
