"""The long runs: what `make test` leaves out, and what looks for what nobody has thought of.

    python -m tests.night [NAME ...]
    python -m tests.night --left

Without names all of them: first one after another those that look at a clock, then the others side by side:
tests and the hours of ordinary life want other work beside them. Each is as large as those that have found
something (docs/night.md); what anybody types may be larger. It can be done in pieces: interrupted, or asked
for by name, it goes on the next time with those that are not done for this code, until all are. `.night` has
at which commit each was done, and what it printed; a run at other code, or of files that were not committed,
does not count. Each run adds a row to docs/night.md: when, at which commit, what ran, how long it took, and
what it found; the last one another for the whole. `--left` says of each run whether it is done for this code.
Exits 1 if a run found something, or is left.
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
        "edge": "make edge CROWD=20",
        "chaos": "make chaos CHAOS_SECONDS=90",
        "versions": "make versions",
        "soak": "make soak MINUTES=8",
        "acceptance": "make acceptance GAMES=8 ANALYSED=8",
        "long": "make long",
        "quiet": "make quiet HOURS=0.7",
        "fuzz": "make fuzz SECONDS=30",
        "early-keys": "make early-keys",
        "mutants": "make mutants",
        "twins": "make twins",
        "simulate": "make simulate SEEDS=400",
        "laurin-odds": "make odds GAME=laurin GAMES=20",
        "intrigue-odds": "make odds GAME=intrigue GAMES=20",
        "attacks": "make attacks SEEDS=12",
        "clients": "make clients",
        "kills": "make kills",
        "planted": "make planted",
    }
)
"""What is run, in this order, the longest of those side by side first: by name, the command that anybody can
type.
"""
ALONE = ("alerts", "edge", "chaos", "versions", "soak", "acceptance")
"""The runs that look at a clock, or at the CPU that something takes: others would disturb them."""
LANES = 3
"""So many others are side by side on two cores: hosts of some wait more than they compute."""
CODE = (
    "engine", "tui", "server", "training", "tests", "deploy", "requirements", "Makefile", "pyproject.toml",
)  # fmt: skip
"""What a run is about: a commit that changes nothing of it needs no other night."""
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


def done(name: str) -> float | None:
    """Return how long the run took that found nothing in the code as it is now; None: none did."""
    told = STATE / name
    at, seconds = told.read_text("utf-8").split() if told.exists() else ("", "0")
    if not at or at.endswith("+"):
        return None
    differs = subprocess.run(
        ["git", "diff", "--quiet", at, "--", *CODE], cwd=ROOT, check=False, stderr=subprocess.DEVNULL
    )
    return None if differs.returncode else float(seconds)


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
    seconds = time.time() - began
    write_down(day, at, command, took(seconds), found(status, printed.read_text("utf-8", "replace")))
    if not status:
        (STATE / name).write_text(f"{at} {seconds:.0f}", "utf-8")
    return status


def write_down(*row: str) -> None:
    """Add a row to the ledger, and print it."""
    with LEDGER.open("a", encoding="utf-8") as ledger:
        ledger.write(f"| {' | '.join(row)} |\n")
    sys.stdout.write(f"{' · '.join(row)}\n")
    sys.stdout.flush()


def left() -> int:
    """Print of each run how long it took in the code as it is now, or that it is left. Return 1 if one is."""
    known = {name: done(name) for name in RUNS}
    for name, seconds in known.items():
        sys.stdout.write(f"{RUNS[name]}: {'left' if seconds is None else took(seconds)}\n")
    return 1 if None in known.values() else 0


def main(names: list[str]) -> int:
    """Do the runs that are not done yet."""
    if names == ["--left"]:
        return left()
    unknown = set(names) - RUNS.keys()
    if unknown:
        sys.stderr.write(f"There is no run {', '.join(sorted(unknown))}: {', '.join(RUNS)} are.\n")
        return 2
    STATE.mkdir(exist_ok=True)
    wanted = [name for name in RUNS if name in (names or RUNS) and done(name) is None]
    began = time.monotonic()
    failed = sum(bool(run(name)) for name in wanted if name in ALONE)
    with ThreadPoolExecutor(LANES) as lanes:
        failed += sum(map(bool, lanes.map(run, [name for name in wanted if name not in ALONE])))
    known = [seconds for name in RUNS if (seconds := done(name)) is not None]
    if not failed and len(known) == len(RUNS):
        day = time.strftime("%Y-%m-%d", time.gmtime())
        last = took(time.monotonic() - began)
        write_down(
            day, commit(), "make night", f"{last} since it last began, its runs {took(sum(known))}", "nothing"
        )
        shutil.rmtree(STATE)
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
