"""The gate's tests again and again while the machine has other work: luck would show.

    python -m tests.under_load [RUNS]

Runs `make tests` so often beside processes that do nothing but compute, `LOAD` of them. Interrupted, it goes
on the next time: what each run found is in `.under-load`, with what a failed one printed. Exits 1 if one
failed.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]
STATE = ROOT / ".under-load"
LOAD = 8
PASSED = "passed"


@contextmanager
def load(processes: int) -> Iterator[None]:
    """So many processes compute while this lasts."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def run(number: int) -> bool:
    """Do one run and write down how it ended; whether it passed."""
    began, printed = time.monotonic(), STATE / f"{number}.log"
    with load(LOAD), printed.open("w", encoding="utf-8") as log:
        status = subprocess.run(
            ["make", "tests"], cwd=ROOT, check=False, stdout=log, stderr=subprocess.STDOUT
        ).returncode
    said = PASSED if not status else f"failed, see {printed.relative_to(ROOT)}"
    sys.stdout.write(f"run {number} {said} ({time.monotonic() - began:.0f} s)\n")
    sys.stdout.flush()
    (STATE / f"{number}").write_text(said, "utf-8")
    return not status


def main(runs: int) -> int:
    """Do the runs that are not done yet."""
    STATE.mkdir(exist_ok=True)
    for number in range(1, runs + 1):
        if not (STATE / f"{number}").exists():
            run(number)
    said = [(STATE / f"{number}").read_text("utf-8") for number in range(1, runs + 1)]
    failed = [f"run {number} {how}" for number, how in enumerate(said, 1) if how != PASSED]
    if failed:
        sys.stdout.write(f"{len(failed)} of {runs} runs failed: {'; '.join(failed)}\n")
        return 1
    shutil.rmtree(STATE)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 20))
