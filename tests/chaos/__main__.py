"""Several nodes, one PostgreSQL, and every fault there is: `python -m tests.chaos --seconds 180`.

A run is made of rounds, each with servers of its own. Every figure in the first line of a round has to be 0.
With `--state FOLDER` an interrupted run goes on the next time, if the code is the same.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from hashlib import sha256
from itertools import count
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.chaos import host_chaos, journal_chaos
from tests.chaos.faults import Timed
from tests.chaos.journal_verdict import ChaosVerdict

ROOT = Path(__file__).parents[2]
CODE = ("engine", "server", "tests/chaos")
ROUND, LONG_ROUND = 90.0, 300.0
"""Seconds of a round, in short and in long runs. Rounds of the journal and of whole hosts take turns."""
LONG = 600.0
"""Seconds of a run that is long: PostgreSQL is gone for a minute at a time."""


KINDS = (("the journal", journal_chaos.run), ("whole hosts", host_chaos.run))


class ChaosProgress(Struct):
    """How many seconds of a run are done, in how many rounds, and with which code."""

    code: str
    seconds: float = 0.0
    rounds: int = 0


def say(line: str) -> None:
    """A line for whoever runs this."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Run what the command line says; 1 if a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=2 * ROUND)
    parser.add_argument("--seed", type=int, default=1, help="decides which faults come, and in which order")
    parser.add_argument("--state", type=Path, help="a folder for what is known of an interrupted run")
    arguments = parser.parse_args()
    with nullcontext(arguments.state) if arguments.state else tempfile.TemporaryDirectory() as folder:
        return _run(Path(folder) / "progress.json", arguments.seconds, arguments.seed)


def _run(file: Path, seconds: float, seed: int) -> int:
    file.parent.mkdir(exist_ok=True)
    progress = _progress(file)
    if progress.rounds:
        say(f"going on after {progress.rounds} rounds")
    for number in count(progress.rounds):
        left = seconds - progress.seconds
        if left < 1:
            break
        length = min(LONG_ROUND if seconds >= LONG else ROUND, left)
        kind, run = KINDS[number % len(KINDS)]
        verdict, faults = asyncio.run(run(length, seed + number // len(KINDS), is_long=seconds >= LONG))
        say(f"round {number}: {length:.0f} s of {kind}")
        for line in report(verdict, faults):
            say(line)
        if not verdict.is_clean:
            say(f"round {number} has broken a promise")
            return 1
        progress = ChaosProgress(progress.code, progress.seconds + length, number + 1)
        file.write_bytes(msgspec.json.encode(progress))
    file.unlink(missing_ok=True)
    return 0


def _progress(file: Path) -> ChaosProgress:
    """Return what a run of the same code has done."""
    code = sha256()
    for path in sorted(path for folder in CODE for path in (ROOT / folder).rglob("*.py")):
        code.update(path.read_bytes())
    if file.exists():
        known = msgspec.json.decode(file.read_bytes(), type=ChaosProgress)
        if known.code == code.hexdigest():
            return known
    return ChaosProgress(code.hexdigest())


def report(verdict: ChaosVerdict, faults: Sequence[Timed]) -> list[str]:
    """Return the verdict on a round in lines."""
    return [
        ", ".join(f"{what} {number}" for what, number in verdict.faults.items()),
        ", ".join(f"{what} {number}" for what, number in sorted(verdict.counts.items())),
        *(f"{what}: {_quantiles(times)}" for what, times in verdict.times.items()),
        *verdict.notes,
        *(_after(what, number, verdict, faults) for what, number in Counter(f.what for f in faults).items()),
    ]


def _quantiles(times: list[float]) -> str:
    ordered = sorted(times) or [0.0]
    p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99))
    return f"p50 {p50 * 1000:.1f} ms, p99 {p99 * 1000:.1f} ms, at most {ordered[-1] * 1000:.0f} ms"


def _after(what: str, number: int, verdict: ChaosVerdict, faults: Sequence[Timed]) -> str:
    """How long after faults of a kind the next append was confirmed."""
    stored = sorted(verdict.stored_at)
    waits = [
        next((at for at in stored if at > fault.ended), fault.ended) - fault.ended
        for fault in faults
        if fault.what == what
    ]
    return f"{number} times {what}: the next move confirmed {max(waits) * 1000:.0f} ms after it at most"


if __name__ == "__main__":
    sys.exit(main())
