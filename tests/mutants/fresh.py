"""Tries changes that nobody has tried before, against the tests of `make test` that enter what is changed:
first those near it, then others, the quickest first.

What tests enter is written down once for a state of the code, in `.mutants`, where the verdicts are kept,
too: interrupted, a run goes on. `equivalent.jsonl` has changes that were looked at and change nothing that
anybody could notice.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path, PurePosixPath

from tests.mutants.changes import PACKAGES, ROOT, Mutant
from tests.mutants.reach import Reach, read
from tests.mutants.sampling import sampled
from tests.mutants.trial import BROKEN, FOUND, LIVES, Trial, in_processes, ready, trial
from tests.touched import near

STATE = ROOT / ".mutants"
EQUIVALENT = Path(__file__).parent / "equivalent.jsonl"
SAME = "equivalent"
NEAR, WIDER = 20.0, 40.0
"""Seconds of CPU that the tests of a change may have taken when nothing was changed."""
SLOWER = 5
"""How many times as long they may take on a busy machine."""


def run(count: int, seed: int, jobs: int, only: str = "") -> int:
    """Try so many changes, of that package alone if it is named, say what became of them, and return the exit
    status. Those of one package are tried with its own tests.
    """
    packages = (only,) if only else PACKAGES
    reach = reached(jobs, packages)
    mutants = sampled(count, seed, packages)
    kept = STATE / f"{_state()}-{count}-{seed}{only}.jsonl"
    known = _known(kept)
    ready()
    untried = [one for one in mutants if one not in known]
    verdicts = in_processes(partial(_tried, reach=reach), untried, jobs)
    for mutant, found in zip(untried, verdicts, strict=True):
        known[mutant] = found
        with kept.open("a", encoding="utf-8") as file:
            file.write(json.dumps({**mutant._asdict(), **found._asdict()}) + "\n")
    return _report([(one, known[one]) for one in mutants])


def reached(jobs: int, packages: Sequence[str]) -> Reach:
    """What each test enters, from the disk if it was written down for this code."""
    STATE.mkdir(exist_ok=True)
    files = [STATE / f"{_state()}-{part}-{jobs}-{'-'.join(packages)}.reach" for part in range(1, jobs + 1)]
    if not all(file.exists() for file in files):
        folders = [f"tests/{package}" for package in packages]
        runs = [
            subprocess.Popen(
                [
                    *(sys.executable, "-m", "pytest", "-q", "-p", "tests.mutants.reach"),
                    *("--reach", str(file), "--part", f"{part}/{jobs}", *folders),
                ],
                cwd=ROOT,
                stdout=subprocess.DEVNULL,
            )
            for part, file in enumerate(files, 1)
        ]
        for one in runs:
            one.wait()
    return read(files)


def _state() -> str:
    """What tells one state of the code and its tests from another."""
    digest = sha256()
    for package in (*PACKAGES, "tests"):
        for path in sorted((ROOT / package).rglob("*.py")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def _known(kept: Path) -> dict[Mutant, Trial]:
    rows = map(json.loads, kept.read_text("utf-8").splitlines()) if kept.exists() else ()
    return {_mutant(row): Trial(row["verdict"], row["finder"]) for row in rows}


def _mutant(row: Mapping[str, str]) -> Mutant:
    return Mutant(row["file"], row["scope"], row["old"], row["new"], int(row["nth"]), ())


def _tried(mutant: Mutant, *, reach: Reach) -> Trial:
    """A change against the tests that may notice it. Where their names differ then, their files are run; one
    with which not even that begins is found.
    """
    if mutant in equivalent():
        return Trial(SAME)
    found = Trial(LIVES)
    for tests, most in chosen(mutant, reach):
        longest = round(30 + SLOWER * most)
        if tests and (found := trial(mutant, tests, longest)).verdict == BROKEN:
            found = trial(mutant, sorted({one.partition("::")[0] for one in tests}), longest)
        if found.verdict in {FOUND, BROKEN}:
            return Trial(FOUND, found.finder)
    return found


def equivalent() -> dict[Mutant, str]:
    """The changes that change nothing, and why."""
    rows = map(json.loads, EQUIVALENT.read_text("utf-8").splitlines())
    return {_mutant(row): row["why"] for row in rows}


def chosen(mutant: Mutant, reach: Reach) -> Iterator[tuple[list[str], float]]:
    """The near tests and the others that enter what is changed, and how many seconds they are given. What
    stands in no function may be read without that anything of its module is entered: near tests all may.
    """
    names = list(reach.seconds)
    entries = _entries(mutant, reach)
    entering = {names[place] for name in entries for place in reach.entered[name]}
    folders = [PurePosixPath(one) for one in near([mutant.file]) if "/" in one and one.count("/") > 1]
    beside = {name for name in names if _is_within(name, folders)}
    first = entering & beside or (beside if not entering else set())
    yield _quickest(first, reach, NEAR), NEAR
    is_in_function = entries == [f"{mutant.file}:{mutant.scope}"]
    yield _quickest((entering if is_in_function else entering | beside) - first, reach, WIDER), WIDER


def _entries(mutant: Mutant, reach: Reach) -> list[str]:
    """The functions that are entered before a change has an effect: all of a module for what stands outside
    of them, all of a class for what stands in its body.
    """
    name = f"{mutant.file}:{mutant.scope}"
    if name in reach.entered:
        return [name]
    begins = f"{name}." if mutant.scope else name
    return [one for one in reach.entered if one.startswith(begins)]


def _is_within(test: str, folders: Sequence[PurePosixPath]) -> bool:
    return any(test.startswith(f"{folder}/") for folder in folders)


def _quickest(tests: set[str], reach: Reach, most: float) -> list[str]:
    """The quickest tests that take so many seconds together, one of each file first, each file together."""
    by_file: defaultdict[str, list[str]] = defaultdict(list)
    for test in sorted(tests, key=lambda one: (reach.seconds[one], one)):
        by_file[test.partition("::")[0]].append(test)
    taken: defaultdict[str, list[str]] = defaultdict(list)
    spent, turn = 0.0, 0
    while left := [file for file, found in by_file.items() if len(found) > turn]:
        for file in left:
            test = by_file[file][turn]
            spent += reach.seconds[test]
            if spent > most and taken:
                return [one for found in taken.values() for one in found]
            taken[file].append(test)
        turn += 1
    return [one for found in taken.values() for one in found]


def _report(tried: Sequence[tuple[Mutant, Trial]]) -> int:
    """Say which changes nobody notices, and how many were found in each package."""
    for mutant, found in tried:
        if found.verdict not in {FOUND, SAME}:
            _say(f"{found.verdict}: {json.dumps(mutant._asdict())}")
    for package in (*PACKAGES, ""):
        counted = Counter(found.verdict for mutant, found in tried if mutant.file.startswith(package))
        telling = sum(counted.values()) - counted[SAME]
        share = 100 * counted[FOUND] / telling if telling else 100
        counts = ", ".join(f"{number} {what}" for what, number in sorted(counted.items()))
        _say(f"{package or 'all'}: {counts}; {share:.0f} % found of {telling} that change anything")
    return 1 if any(found.verdict not in {FOUND, SAME} for _, found in tried) else 0


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()
