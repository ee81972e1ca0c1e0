"""The long runs: what `make test` leaves out, and what takes hours.

    python -m tests.night [NAME ...]

Without names all of them: first one after another those that look at a clock, then the others beside the
hours of ordinary life, which want work beside them. Interrupted, it goes on the next time with those that are
not done, until all are: what is done is in `.night`, with what each of them printed. Each run adds a row to
docs/night.md: when, at which commit, what ran, how long it took, and what it found. Exits 1 if a run found
something.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import MappingProxyType

ROOT = Path(__file__).parents[1]
STATE = ROOT / ".night"
LEDGER = ROOT / "docs" / "night.md"
RUNS: Mapping[str, str] = MappingProxyType(
    {
        "alerts": "make alerts",
        "edge": "make edge",
        "chaos": "make chaos CHAOS_MINUTES=30",
        "soak": "make soak MINUTES=60",
        "under-load": "make under-load",
        "quiet": "make quiet",
        "long": "make long",
        "planted": "make planted",
        "mutants": "make mutants",
        "clients": "make clients",
        "versions": "make versions",
        "kills": "make kills ROUNDS=600",
        "twins": "make twins PAIRS=2000",
        "simulate": "make simulate SEEDS=20000",
        "early-keys": "make early-keys SEEDS=20",
        "attacks": "make attacks SEEDS=200",
        "laurin-odds": "make odds GAME=laurin GAMES=400",
        "intrigue-odds": "make odds GAME=intrigue GAMES=400",
        "acceptance": "make acceptance",
        "fuzz": "make fuzz SECONDS=3600",
    }
)
"""What is run, in this order: by name, the command that anybody can type."""
BESIDE = "quiet"
"""The run that those behind it are work beside."""
WIDEST = 160
"""The most characters of what a run found; `.night` has the whole."""


def commit() -> str:
    """The commit that is tried, with a sign if files differ from it, other than the ledger."""
    name, differs = (
        subprocess.run(given, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
        for given in (
            ["git", "rev-parse", "--short=8", "HEAD"],
            ["git", "status", "--porcelain", "--", ".", f":!{LEDGER.relative_to(ROOT)}"],
        )
    )
    return f"{name}+" if differs else name


def took(seconds: float) -> str:
    """A duration as people say it."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"


def found(status: int, printed: str) -> str:
    """What a run found, in a cell of a table."""
    if not status:
        return "nothing"
    lines = [line for line in printed.splitlines() if line.strip() and not line.startswith("make")]
    return (lines[-1] if lines else f"status {status}").replace("|", "/")[:WIDEST]


def _as_typed() -> dict[str, str]:
    """The environment without what a `make` around this one hands down, its variables among it."""
    return {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS", "ONLY"))
    }


def run(name: str) -> int:
    """Do one run and write it down. Return its exit status."""
    command, at, began = RUNS[name], commit(), time.time()
    day = time.strftime("%Y-%m-%d", time.gmtime(began))
    printed = STATE / f"{name}.log"
    with printed.open("w", encoding="utf-8") as log:
        status = subprocess.run(
            command.split(), cwd=ROOT, check=False, stdout=log, stderr=subprocess.STDOUT, env=_as_typed()
        ).returncode
    row = (day, at, command, took(time.time() - began), found(status, printed.read_text("utf-8", "replace")))
    with LEDGER.open("a", encoding="utf-8") as ledger:
        ledger.write(f"| {' | '.join(row)} |\n")
    sys.stdout.write(f"{' · '.join(row)}\n")
    sys.stdout.flush()
    if not status:
        (STATE / name).touch()
    return status


def main(names: list[str]) -> int:
    """Do the runs that are not done yet."""
    unknown = set(names) - RUNS.keys()
    if unknown:
        sys.stderr.write(f"There is no run {', '.join(sorted(unknown))}: {', '.join(RUNS)} are.\n")
        return 2
    STATE.mkdir(exist_ok=True)
    wanted = [name for name in RUNS if name in (names or RUNS) and not (STATE / name).exists()]
    failed, hours = 0, []
    with ThreadPoolExecutor(max_workers=1) as beside:
        for name in wanted:
            if name == BESIDE:
                hours.append(beside.submit(run, name))
            else:
                failed += bool(run(name))
    failed += sum(bool(there.result()) for there in hours)
    if not failed and all((STATE / name).exists() for name in RUNS):
        shutil.rmtree(STATE)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
