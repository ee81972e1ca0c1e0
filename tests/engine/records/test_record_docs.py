"""docs/record.md: what it shows is true, and its verifier finds what the rules' own check finds."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.court.notation import FORMS
from engine.records.header import read_header
from engine.records.replay import replay
from engine.registry import GAMES

ROOT = Path(__file__).parents[3]
DOCUMENT = (ROOT / "docs" / "record.md").read_text(encoding="utf-8")
RECORDS = ROOT / "tests" / "records"
HEADERS = {path: read_header(path.read_text(encoding="utf-8")) for path in sorted(RECORDS.glob("*.record"))}
SEEDED = [path for path, header in HEADERS.items() if header.seed and header.game == "court"]
"""The verifier that is shown is for court."""


def fences(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", DOCUMENT, re.DOTALL | re.MULTILINE)


def test_the_whole_game_it_shows_can_be_replayed():
    text = fences("")[0]
    assert list(replay(text, GAMES))[-1].applied.playthrough.over


def test_the_turn_it_shows_is_the_one_of_the_golden_record():
    [turn] = [shown for shown in fences("") if shown.startswith("33 1 roll")]
    assert turn in (RECORDS / "german-example.record").read_text(encoding="utf-8")


def test_every_notation_of_every_card_is_documented():
    court = DOCUMENT.split("\n## court\n")[1].split("\n## ")[0]
    for word, form in FORMS.items():
        assert f"`{form}" in court or f"`{word}`" in court, form


@pytest.fixture
def verify(tmp_path):
    """Runs the documented verifier on a record's text, with the standard library alone."""
    [program] = fences("python")
    script, record = tmp_path / "verify.py", tmp_path / "a.record"
    script.write_text(program, encoding="utf-8")

    def run(text: str):
        record.write_text(text, encoding="utf-8")
        return subprocess.run(
            [sys.executable, "-I", "-S", str(script), str(record)],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )

    return run


@pytest.mark.parametrize("path", SEEDED, ids=lambda path: path.stem)
def test_the_verifier_accepts_fair_games(verify, path):
    done = verify(path.read_text(encoding="utf-8"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("every one as the seed gives it\n")


def test_the_verifier_finds_a_changed_die_and_a_changed_seed(verify):
    text = SEEDED[-1].read_text(encoding="utf-8")
    lines = text.splitlines()
    place = next(at for at, line in enumerate(lines) if " roll : " in line and at > len(lines) // 2)
    step = lines[place].split()[0]
    lines[place] = lines[place][:-1] + ("1" if lines[place][-1] != "1" else "2")
    assert verify("\n".join(lines)).stderr.startswith(f"step {step}: ")
    seed = read_header(text).seed
    assert "commitment" in verify(text.replace(str(seed), "0" * 64)).stderr
