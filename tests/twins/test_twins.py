"""Nobody can tell two games apart that differ only in what they may not know; and the comparison can fail."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from engine.registry import GAMES
from tests.twins.leaks import LEAKS
from tests.twins.plan import make_plan

ROOT = Path(__file__).parents[2]
PAIRS = 5
FOUND_WITHIN = 20
"""In so many pairs a planted leak is found; most are in the first."""


def twins(*arguments: str) -> tuple[int, str]:
    """The exit status of a comparison in a process of its own, and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.twins", "--jobs", "1", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("game", GAMES)
def test_nobody_can_tell_twins_apart(game: str) -> None:
    """Screens, plain mode, programs, records, the log and metrics: each frame at its time, byte for byte."""
    status, said = twins("--game", game, "--pairs", str(PAIRS))
    assert status == 0, said
    frames = re.search(r" 0 failed: (\d+) frames", said)
    assert frames
    assert int(frames[1]) > 50 * PAIRS


@pytest.mark.planted
@pytest.mark.parametrize("leak", LEAKS)
def test_a_planted_leak_is_found(leak: str) -> None:
    """Each tells somebody what they may not know, and some pair shows it with the command that repeats it."""
    game, _ = LEAKS[leak]
    status, said = twins("--game", game, "--pairs", str(FOUND_WITHIN), "--until-failure", "--leak", leak)
    assert status == 1, said
    assert re.search(rf"make twins GAME={game} PAIR=\d+", said)
    assert "Traceback" not in said


def test_a_pair_is_always_the_same_course() -> None:
    """So that a failing one can be looked at."""
    digests = {re.search(r"sent (\w+)", twins("--game", "laurin", "--pair", "1")[1])[1] for _ in range(2)}  # type: ignore[index]
    assert len(digests) == 1


@pytest.mark.parametrize("game", [key for key, rules in GAMES.items() if rules.secrets])
def test_pairs_differ_in_what_is_hidden(game: str) -> None:
    """In each of them the positions differ in three compared turns at least, and hidden moves do in many."""
    plans = [make_plan(game, number) for number in range(1, 41)]
    assert all(plan.different >= 3 and plan.secretive and plan.uninformed for plan in plans)
    compared = [plan.turns[plan.begins :] for plan in plans]
    assert sum(any(turn.moves[0] != turn.moves[1] for turn in turns) for turns in compared) > 10
    assert any(turn.late for turns in compared for turn in turns)
    assert {plan.begins == 0 for plan in plans} == {True, False}
