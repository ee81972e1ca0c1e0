"""A real Prometheus (Debian's package) that scrapes real hosts each second, and reads deploy's alerts."""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote
from urllib.request import urlopen

from tests.waiting import WITHIN

LONGEST = 60.0
"""Seconds within which something has to be there."""


class Prometheus:
    """A server that is running, at a port of this machine."""

    def __init__(self, port: int) -> None:
        self._port = port

    def _ask(self, path: str) -> Any:
        with urlopen(f"http://127.0.0.1:{self._port}/api/v1/{path}", timeout=WITHIN) as answer:
            return json.load(answer)["data"]

    def value(self, expression: str) -> list[float]:
        """What an expression is now: a number for each series."""
        return [float(one["value"][1]) for one in self._ask(f"query?query={quote(expression)}")["result"]]

    def between(self, begin: float, end: float, step: int, expression: str) -> list[dict[str, Any]]:
        """What an expression was, every so many seconds: of each series its `metric` and its `values`."""
        times = f"start={begin}&end={end}&step={step}"
        found: list[dict[str, Any]] = self._ask(f"query_range?query={quote(expression)}&{times}")["result"]
        return found

    def alerts(self) -> set[str]:
        """The names of the alerts that fire or are about to."""
        return {one["labels"]["alertname"] for one in self._ask("alerts")["alerts"]}

    def firing(self) -> set[str]:
        """The names of the alerts that fire."""
        found = self._ask("alerts")["alerts"]
        return {one["labels"]["alertname"] for one in found if one["state"] == "firing"}

    def wait_for(self, expression: str, holds: Callable[[list[float]], bool] = bool) -> list[float]:
        """Wait until what an expression gives is as wanted; return it. Raises TimeoutError."""
        until = time.monotonic() + LONGEST
        while not holds(found := self._try(expression)):
            if time.monotonic() > until:
                raise TimeoutError(f"{expression} is {found}")
            time.sleep(0.1)  # another program's clock decides when it scrapes
        return found

    def _try(self, expression: str) -> list[float]:
        try:
            return self.value(expression)
        except OSError:  # it does not listen yet
            return []


@contextmanager
def prometheus(
    folder: Path, port: int, hosts: Sequence[int], rules: Path, every: str = "1s"
) -> Iterator[Prometheus]:
    """Run a Prometheus on a port that scrapes hosts at these ports and evaluates rules, each second or less
    often; what is in the folder of an earlier one it knows.
    """
    config = {
        "global": {"scrape_interval": every, "evaluation_interval": every},
        "rule_files": [str(rules)],
        "scrape_configs": [
            {"job_name": "crownhouse", "static_configs": [{"targets": [f"127.0.0.1:{one}" for one in hosts]}]}
        ],
    }
    (folder / "prometheus.yml").write_text(json.dumps(config), "utf-8")
    command = [
        "prometheus",
        f"--config.file={folder / 'prometheus.yml'}",
        f"--storage.tsdb.path={folder / 'series'}",
        f"--web.listen-address=127.0.0.1:{port}",
    ]
    with (folder / "prometheus.log").open("w") as log, subprocess.Popen(command, stderr=log) as server:
        try:
            yield Prometheus(port)
        finally:
            server.terminate()
