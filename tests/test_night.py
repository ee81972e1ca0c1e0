"""What is left to the night is named, and each run that is promised there can be typed."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from threading import Barrier, BrokenBarrierError

import pytest

from tests import night
from tests.conftest import LONG
from tests.night import ALONE, LANES, LEDGER, RUNS, found, took
from tests.waiting import WITHIN

ROOT = Path(__file__).parents[1]


def test_every_line_of_the_long_tests_names_a_test() -> None:
    """A test that was renamed would run in the gate again, or nowhere."""
    for beginning, _ in LONG:
        file, _, name = beginning.partition("::")
        paths = [ROOT / file] if file.endswith(".py") else (ROOT / file).rglob("test_*.py")
        text = "".join(path.read_text("utf-8") for path in paths)
        assert re.search(rf"def {re.escape(name.partition('[')[0])}", text), beginning


@pytest.mark.parametrize("name", RUNS)
def test_every_run_is_a_target_of_the_makefile(name: str) -> None:
    target = RUNS[name].split()[1]
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)


def test_the_ledger_has_rows_of_five_cells() -> None:
    rows = [row for row in LEDGER.read_text("utf-8").splitlines() if row.startswith("|")]
    assert all(row.count("|") == 6 for row in rows)


@pytest.mark.parametrize(
    ("status", "printed", "said"),
    [
        (0, "all is well\n", "nothing"),
        (1, "seed 12: a move | was lost\nmake: *** [simulate] Error 1\n", "seed 12: a move / was lost"),
        (2, "", "status 2"),
    ],
)
def test_what_a_run_found_is_its_last_line(status: int, printed: str, said: str) -> None:
    assert found(status, printed) == said


def test_how_long_it_took_is_said_in_seconds_or_minutes() -> None:
    assert (took(5.4), took(119.4), took(3660)) == ("5 s", "119 s", "61 min")


def test_a_run_is_done_for_the_code_that_it_ran_at(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Documents change nothing about that; files that were not committed are no code to come back to."""

    def git(*words: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.org")
        told = subprocess.run(["git", *who, *words], cwd=tmp_path, check=True, capture_output=True, text=True)
        return told.stdout.strip()

    monkeypatch.setattr(night, "ROOT", tmp_path)
    monkeypatch.setattr(night, "STATE", tmp_path)
    git("init", "-q")
    code, page, told = tmp_path / "engine", tmp_path / "page.md", tmp_path / "fuzz"
    code.mkdir()
    for text in ("first", "second"):
        page.write_text(text)
        (code / "rules.py").write_text("one")
        git("add", "engine", "page.md")
        git("commit", "-qm", text)
    assert night.done("fuzz") is None
    before, now = git("rev-parse", "--short=8", "HEAD~"), git("rev-parse", "HEAD")
    for at, seconds in (("0123abcd", None), (f"{now}+", None), (before, 90.0), (now, 90.0)):
        told.write_text(f"{at} 90")
        assert night.done("fuzz") == seconds
    (code / "rules.py").write_text("two")
    assert night.done("fuzz") is None


@pytest.mark.parametrize("status", [0, 1])
def test_what_looks_at_a_clock_runs_alone_and_the_others_side_by_side(
    status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ended, at_once = list[str](), Barrier(LANES)
    others = [name for name in RUNS if name not in ALONE][:LANES]

    def run(name: str) -> int:
        if name in others:
            try:
                at_once.wait(WITHIN)
            except BrokenBarrierError:
                return 2
        ended.append(name)
        return status if name == others[0] else 0

    monkeypatch.setattr(night, "run", run)
    monkeypatch.setattr(night, "STATE", tmp_path)
    assert night.main([*others, *ALONE]) == status
    assert ended[: len(ALONE)] == [*ALONE]
    assert set(ended[len(ALONE) :]) == {*others}
