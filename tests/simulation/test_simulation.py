"""Hosts that are killed at any moment keep their promises, and the simulation notices if they do not."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.simulation.bugs import BUGS, NODE_BUGS

ROOT = Path(__file__).parents[2]
NODE_SEEDS = 4
SEEDS = 40
"""In two parts, so that both cores have one."""
FOUND_WITHIN = 40
"""In so many seeds a planted bug is found; most are in one or two."""


def simulate(*arguments: str) -> tuple[int, str]:
    """The exit status of a simulation in a process of its own, and what it says."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.simulation", "--jobs", "1", *arguments],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": "0"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("part", [0, 1])
def test_no_promise_is_broken_by_kills(part: int) -> None:
    """What anybody was told is there, nobody was told what is not, every game comes to its end."""
    half = SEEDS // 2
    status, said = simulate("--first", str(1 + part * half), "--seeds", str(half))
    assert status == 0, said
    kills = re.search(r" 0 failed: (\d+) kills", said)
    assert kills
    assert int(kills[1]) >= 4 * half


def test_no_promise_is_broken_between_nodes() -> None:
    """Players of three nodes play whole games, whatever bell is lost and whichever node is killed."""
    status, said = simulate("--nodes", "--seeds", str(NODE_SEEDS))
    assert status == 0, said
    kills = re.search(r" 0 failed: (\d+) kills", said)
    assert kills
    assert int(kills[1]) >= NODE_SEEDS


@pytest.mark.planted
@pytest.mark.parametrize("bug", NODE_BUGS)
def test_a_bug_between_nodes_is_found(bug: str) -> None:
    """By a broken promise, or by what nodes try in vain."""
    status, said = simulate("--nodes", "--bug", bug, "--seeds", str(FOUND_WITHIN), "--until-failure")
    assert status == 1, said


def test_a_short_game_is_killed_at_every_commit() -> None:
    """Before it, in the middle, after it, and after it was told as done or as failed."""
    status, said = simulate("--short")
    assert status == 0, said
    assert "0 failed" in said


def test_a_seed_is_always_the_same_course() -> None:
    """So that a failing one can be looked at."""
    traces = {re.search(r"trace (\w+)", simulate("--seed", "3")[1])[1] for _ in range(2)}  # type: ignore[index]
    assert len(traces) == 1


@pytest.mark.parametrize("bug", [*BUGS, *NODE_BUGS])
def test_a_bug_can_be_planted_in_the_code_as_it_is(bug: str) -> None:
    """`make night` looks whether it is found."""
    with {**BUGS, **NODE_BUGS}[bug]():
        pass


@pytest.mark.planted
@pytest.mark.parametrize("bug", BUGS)
def test_a_planted_bug_is_found(bug: str) -> None:
    """Each breaks one promise, and some seed shows it with the command that repeats it."""
    status, said = simulate("--bug", bug, "--seeds", str(FOUND_WITHIN), "--until-failure")
    assert status == 1, said
    assert re.search(r"make simulate SEED=\d+", said)
