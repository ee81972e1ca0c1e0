"""`python -m tests.fuzz [TARGET ...] --seconds 60`: hunts each target for so long, two at once.

The seed is printed and can be given again. A case that fails is written to `kept/`, where every later test
replays it; then the exit status is 1.
"""

from __future__ import annotations

import argparse
import logging
import secrets
import subprocess
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor

from tests.fuzz.hunt import hunt
from tests.fuzz.targets import TARGETS

AT_ONCE = 2


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=" ".join(TARGETS))
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    parser.add_argument("--here", action="store_true", help="in this process, one after the other")
    wanted = parser.parse_args()
    if unknown := set(wanted.targets) - TARGETS.keys():
        parser.error(f"no such target: {' '.join(sorted(unknown))}")
    names = wanted.targets or list(TARGETS)
    if wanted.here:
        return max(_hunt(name, wanted.seconds, wanted.seed) for name in names)
    print(f"fuzz: {len(names)} targets, {wanted.seconds:g} s each, --seed {wanted.seed}", flush=True)  # noqa: T201
    with ThreadPoolExecutor(AT_ONCE) as pool:
        return max(pool.map(lambda name: _elsewhere(name, wanted.seconds, wanted.seed), names))


def _elsewhere(name: str, seconds: float, seed: int) -> int:
    command = [sys.executable, "-m", "tests.fuzz", "--here", f"--seconds={seconds}", f"--seed={seed}", name]
    return subprocess.run(command, check=False).returncode


def _hunt(name: str, seconds: float, seed: int) -> int:
    logging.disable(logging.WARNING)
    count, found = hunt(TARGETS[name], seconds, seed)
    if found is None:
        print(f"fuzz {name}: {count} cases, nothing found", flush=True)  # noqa: T201
        return 0
    TARGETS[name].keep(found.case, f"{type(found.error).__name__}: {found.error}")
    traceback.print_exception(found.error)
    print(f"fuzz {name}: failed after {count} cases, kept: {ascii(found.case)[:2000]}", flush=True)  # noqa: T201
    return 1


if __name__ == "__main__":
    sys.exit(main())
