"""`python -m tests.simulation`: many seeds on all cores, one seed with its trace, or the short scenario; with
`--nodes`, seeds of a host with three nodes.

`make simulate SEEDS=200000` can be interrupted; the same command goes on where it stopped, as long as the
code is the same. A seed that fails is `make simulate SEED=123`, which writes down what happened.
"""

from __future__ import annotations

import argparse
import json
import logging
import multiprocessing
import os
import signal
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from hashlib import sha256
from itertools import count
from pathlib import Path

from tests.simulation.bugs import BUGS, NODE_BUGS
from tests.simulation.disk import PHASES, KillPoint
from tests.simulation.nodes import run_nodes_seed
from tests.simulation.world import SeedResult, run_seed

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".simulation"
PROGRESS = FOLDER / "progress.json"
NODES_PROGRESS = FOLDER / "nodes.json"
ALL_BUGS = {**BUGS, **NODE_BUGS}
IN_VAIN, DUTIES = 0.01, 500
"""The share of what nodes try for bots and clocks that may be in vain, and of how many it is taken."""
ENOUGH = 10
"""So many seeds may fail until the rest is not tried."""
HASH_SEED = "PYTHONHASHSEED"


def say(line: str) -> None:
    """A line for whoever runs this."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run what the command line says; 1 if a promise was broken."""
    arguments = _arguments()
    warnings.simplefilter("ignore")  # of what killed hosts leave
    logging.lastResort = None
    with ALL_BUGS[arguments.bug]() if arguments.bug else nullcontext():
        if arguments.short:
            return _short()
        if arguments.seed is not None:
            return _one(arguments.seed, nodes=arguments.nodes)
        return _many(arguments)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, help="one seed, with a trace of what happened")
    parser.add_argument("--seeds", type=int, default=200, help="how many seeds (default 200)")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--resume", action="store_true", help="go on where the last run was interrupted")
    parser.add_argument("--until-failure", action="store_true", help="stop as soon as something has failed")
    parser.add_argument("--nodes", action="store_true", help="a host with three nodes, some of them killed")
    parser.add_argument("--short", action="store_true", help="the short scenario, killed at every commit")
    parser.add_argument("--bug", choices=ALL_BUGS, help="with a planted bug")
    return parser.parse_args()


def _one(seed: int, *, nodes: bool) -> int:
    outcome = run_nodes_seed(seed) if nodes else run_seed(seed)
    FOLDER.mkdir(exist_ok=True)
    trace = FOLDER / f"seed-{seed}.trace"
    trace.write_text("\n".join(outcome.trace) + "\n", "utf-8")
    for violation in outcome.violations:
        say(violation)
    say(f"seed {seed}: {outcome.kills} kills, {len(outcome.violations)} broken promises; {trace}")
    say(f"trace {sha256(trace.read_bytes()).hexdigest()[:16]}")
    return int(bool(outcome.violations))


def _short() -> int:
    failed = kills = 0
    for phase in PHASES:
        for commit in count(1):
            outcome = run_seed(0, KillPoint(commit, phase, commit % 7))
            kills += outcome.kills
            if outcome.violations:
                failed += 1
                say(f"short scenario, commit {commit}, {phase}: {outcome.violations[0]}")
            if not outcome.kills or failed == ENOUGH:
                break
    say(f"short scenario: killed {kills} times, {failed} failed")
    return int(failed > 0)


def _many(arguments: argparse.Namespace) -> int:
    progress = SeedProgress(arguments) if arguments.resume else None
    first = arguments.first + (progress.done if progress else 0)
    last = arguments.first + arguments.seeds
    if first > arguments.first:
        say(f"going on with seed {first}" if first < last else f"{arguments.seeds} seeds are done already")
    failed, counts, began, done = 0, Counter[str](), time.monotonic(), 0
    try:
        for outcome in _outcomes(range(first, last), arguments.jobs, nodes=arguments.nodes):
            done += 1
            counts.update(outcome.counts | {"kills": outcome.kills})
            if outcome.violations:
                failed += 1
                again = f"make simulate SEED={outcome.seed}{' ARGS=--nodes' if arguments.nodes else ''}"
                say(f"seed {outcome.seed}: {outcome.violations[0]}\n    {again}")
            if progress:
                progress.note(bool(outcome.violations))
            if failed == (1 if arguments.until_failure else ENOUGH):
                break
            if arguments.until_failure and _is_wasted(counts):
                break
    except KeyboardInterrupt:
        if progress:
            progress.save()
        say(f"\ninterrupted after seed {first + done - 1}; the same command goes on")
        return 130
    if progress:
        progress.save()
    seconds = time.monotonic() - began
    say(
        f"{done} seeds in {seconds:.1f} s, {failed} failed: {counts['kills']} kills"
        f" ({counts['kills in games']} in games), {counts['move']} moves confirmed,"
        f" {counts['pictures']} pictures checked"
    )
    if arguments.nodes:
        say(f"{counts['duties']} tries of bots and clocks, {counts['duties in vain']} in vain")
    return int(failed > 0 or _is_wasted(counts) or bool(progress and progress.failed))


def _is_wasted(counts: Counter[str]) -> bool:
    """Return whether nodes have tried too much in vain."""
    return counts["duties"] >= DUTIES and counts["duties in vain"] > IN_VAIN * counts["duties"]


def _outcomes(seeds: range, jobs: int, *, nodes: bool) -> Iterator[SeedResult]:
    run = _slim_nodes if nodes else _slim
    if jobs == 1:
        yield from map(run, seeds)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _quiet) as pool:
        yield from pool.map(run, seeds, chunksize=8)


def _slim(seed: int) -> SeedResult:
    return run_seed(seed)._replace(trace=())


def _slim_nodes(seed: int) -> SeedResult:
    return run_nodes_seed(seed)._replace(trace=())


def _quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class SeedProgress:
    """How far a run has come, in a file; it begins anew when the code has changed."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._run = {
            "code": _fingerprint(),
            "first": arguments.first,
            "bug": arguments.bug,
            "nodes": arguments.nodes,
        }
        self._path = NODES_PROGRESS if arguments.nodes else PROGRESS
        self.done = self.failed = 0
        self._saved = time.monotonic()
        FOLDER.mkdir(exist_ok=True)
        if self._path.exists():
            known = json.loads(self._path.read_text("utf-8"))
            if known["run"] == self._run:
                self.done, self.failed = known["done"], known["failed"]

    def note(self, failed: bool) -> None:
        """One more seed is done."""
        self.done += 1
        self.failed += failed
        if time.monotonic() > self._saved + 1.0:
            self.save()

    def save(self) -> None:
        """Write it down."""
        self._saved = time.monotonic()
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps({"run": self._run, "done": self.done, "failed": self.failed}), "utf-8")
        new.replace(self._path)


def _fingerprint() -> str:
    """What the seeds depend on: all code that a simulation runs."""
    hashed = sha256()
    for folder in ("engine", "server", "tui/host", "tests/simulation", "tests/server/cluster"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            hashed.update(path.read_bytes())
    return hashed.hexdigest()


if __name__ == "__main__":
    if os.environ.get(HASH_SEED) != "0":  # the order of sets is part of what a seed stands for
        os.environ[HASH_SEED] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.simulation", *sys.argv[1:]])  # noqa: S606
    status = main()
    sys.stdout.flush()
    os._exit(status)  # killed hosts need no tidying up
