"""`python -m tests.quiet HOURS FOLDER`: ordinary life beside builds, in which no alert fires.

Some people play on a host by SSH, as those of the soak do, a real Prometheus (Debian's package) scrapes it
and evaluates deploy's alerts, and every other ten minutes a build compiles and packs this tree on the same
machine. As root the host has the share of the processor that it has as a service of systemd, where all builds
together weigh what it weighs. Interrupted, it goes on the next time with what is in the folder; the last line
says how long it was in all, and what fired. What was scraped in more than LOOKED_BACK hours becomes
`tests/recorded_series.yml`, on which the gate tries the alerts (`tests.monitoring`).
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from msgspec import Struct, json

from tests.bench._host import BOOT, compile_modules
from tests.matrix import free_port
from tests.real_prometheus import Prometheus, prometheus

ROOT = Path(__file__).parents[1]
ALERTS = ROOT / "deploy" / "crownhouse-alerts.yml"
RECORDED = ROOT / "tests" / "recorded_series.yml"
MINUTE = 60
BUILT = ("engine", "tui", "server")
PEOPLE = 8
LOOKED_BACK = 6.0
"""Hours that alerts of slow changes look back: a shorter run shows nothing of those, and is not recorded."""
LOOK, BUILD = 15.0, 600.0
"""Seconds between two looks at the alerts, of a build and of the rest after it."""
INTERRUPTED = 130
AS_A_SERVICE = ["nice", "-n", str(-10 - os.nice(0))] if os.getuid() == 0 else []
"""Against nine programs, that is, half of the processor, however nice the rest of this is."""


class Quiet(Struct):
    """What came of it so far: when it began, seconds, their pieces, and when which alert fired."""

    since: float = 0.0
    seconds: float = 0.0
    pieces: int = 0
    fired: list[tuple[float, str]] = []


def build(folder: Path, over: threading.Event) -> None:
    """Compile and pack the tree, again and again, for BUILD seconds of every two such times."""
    place, packed = folder / "build", folder / "build.tar.xz"
    while not over.is_set():
        until = time.monotonic() + BUILD
        while time.monotonic() < until and not over.is_set():
            shutil.rmtree(place, ignore_errors=True)
            for one in BUILT:
                shutil.copytree(ROOT / one, place / one)
            subprocess.run([sys.executable, "-m", "compileall", "-q", "-f", str(place)], check=True)
            with tarfile.open(packed, "w:xz") as file:
                file.add(place, "build")
        over.wait(BUILD)


@contextmanager
def lived_on(folder: Path) -> Iterator[int]:
    """A host on which people play; gives the port of its metrics."""
    compile_modules()
    metrics = free_port()
    with (folder / "host.log").open("ab") as log:
        host = subprocess.Popen(
            [*AS_A_SERVICE, sys.executable, "-c", BOOT, "serve", "--listen", "127.0.0.1:0",
             "--data", str(folder / "data")],
            stdout=subprocess.PIPE, stderr=log, cwd=ROOT,
            env={**os.environ, "CROWNHOUSE_METRICS": f"127.0.0.1:{metrics}"},
        )  # fmt: skip
    assert host.stdout
    port = host.stdout.readline().split()[-1].decode()
    people = subprocess.Popen(
        [sys.executable, "-m", "tests.soak.people", port, "0", str(PEOPLE), str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, cwd=ROOT,
    )  # fmt: skip
    try:
        yield metrics
    finally:
        for process in (people, host):
            process.terminate()
            process.wait()


def recorded(server: Prometheus, began: float, ended: float) -> str:
    """What a Prometheus has of all that alerts name, each minute, as a test of promtool: that nothing fires.
    A host that was started again, at another port, is the same one.
    """
    named = set(re.findall(r"\b(?:crownhouse|process)_\w+", ALERTS.read_text("utf-8"))) | {"up"}
    minutes = round((ended - began) / MINUTE)
    series = defaultdict[str, list[str]](lambda: ["_"] * (minutes + 1))
    everything = f'{{__name__=~"{"|".join(named)}",job="crownhouse"}}'
    for one in server.between(began, ended, MINUTE, everything):
        if "reason" in one["metric"] and all(value == "0" for _, value in one["values"]):
            one["metric"]["reason"] = "any other"
        name, bound = one["metric"]["__name__"], one["metric"].keys() - {"__name__", "instance", "job"}
        labels = {"instance": "a", "job": "crownhouse"} | {key: one["metric"][key] for key in sorted(bound)}
        told_of = ",".join(f'{key}="{value}"' for key, value in labels.items())
        kept = series[f"{name}{{{told_of}}}"]
        for at, value in one["values"]:
            told = float(value) - began * (name == "process_start_time_seconds")
            kept[round((at - began) / MINUTE)] = f"{told:.10g}"
    up = series['up{instance="a",job="crownhouse"}'].count("1")
    return "\n".join(
        (
            f"# What a real Prometheus scraped from a real host in {minutes} minutes of ordinary life",
            f"# beside builds, in {up} of which it ran. `make quiet` writes it: no alert fires.",
            "rule_files: [../deploy/crownhouse-alerts.yml]",
            "evaluation_interval: 1m",
            "tests:",
            "  - interval: 1m",
            "    promql_expr_test:",
            f"      - expr: sum_over_time(up[{minutes + 1}m])",
            f"        eval_time: {minutes}m",
            f'        exp_samples: [{{labels: \'{{instance="a",job="crownhouse"}}\', value: {up}}}]',
            f'      - expr: count_over_time(ALERTS{{alertstate="firing"}}[{minutes + 1}m])',
            f"        eval_time: {minutes}m",
            "    input_series:",
            *(f"      - {{series: '{name}', values: '{packed(series[name])}'}}" for name in sorted(series)),
            "",
        )
    )


def packed(values: Sequence[str]) -> str:
    """Values as promtool reads them, each as often as it comes in a row."""
    rows = [(value, sum(1 for _ in row)) for value, row in groupby(values)]
    return " ".join(f"_x{n}" if value == "_" else f"{value}x{n - 1}" if n > 1 else value for value, n in rows)


def main(hours: str, place: str) -> int:
    """Begin, or go on with what is in the folder. Return the exit status."""
    folder = Path(place)
    folder.mkdir(parents=True, exist_ok=True)
    state, over = folder / "quiet.json", threading.Event()
    quiet = json.decode(state.read_bytes(), type=Quiet) if state.exists() else Quiet()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    quiet.pieces += 1
    quiet.since = quiet.since or time.time()
    building = threading.Thread(target=build, args=(folder, over))
    with lived_on(folder) as metrics, prometheus(folder, free_port(), [metrics], ALERTS, "15s") as watching:
        building.start()
        watching.wait_for("up", lambda found: found == [1.0])
        began, before = time.monotonic(), quiet.seconds
        while quiet.seconds < float(hours) * 3600 and not over.wait(LOOK):
            quiet.seconds = before + time.monotonic() - began
            known = {name for _, name in quiet.fired}
            quiet.fired += [(quiet.seconds, name) for name in sorted(watching.firing() - known)]
            state.write_bytes(json.encode(quiet))
        is_whole = not over.is_set()
        if is_whole and float(hours) > LOOKED_BACK:
            RECORDED.write_text(recorded(watching, quiet.since, time.time()), "utf-8")
    over.set()
    building.join()
    fired = ", ".join(f"{name} after {at / 60:.0f} min" for at, name in quiet.fired) or "nothing fired"
    sys.stdout.write(f"{quiet.seconds / 3600:.2f} hours in {quiet.pieces} pieces: {fired}\n")
    if not is_whole:
        return INTERRUPTED
    shutil.rmtree(folder)
    return 1 if quiet.fired else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
