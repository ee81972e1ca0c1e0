"""A new action is small: `/coin` takes six files at most, with its limit and its refusals, and is found
everywhere.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.tui.actions.toy.coin import COIN
from tests.waiting import WITHIN

ROOT = Path(__file__).parents[3]
PARTS = ("docs", "engine", "server", "tests", "tui", "pyproject.toml")
MOST_FILES, MOST_LINES = 6, 40


def copied(folder: Path) -> None:
    """Make a copy of the tree: links to its files, but for those that are changed."""
    for part in PARTS:
        if (ROOT / part).is_file():
            (folder / part).symlink_to(ROOT / part)
        else:
            shutil.copytree(ROOT / part, folder / part, copy_function=os.symlink)
    for file in {added.file for added in COIN}:
        (folder / file).unlink()
        shutil.copyfile(ROOT / file, folder / file)


def test_a_new_action_is_declared_once_and_found_everywhere(tmp_path: Path) -> None:
    """Behind a slash on a screen and in plain mode, in a terminal, also as JSON, for programs, in help and
    documents; it is limited and refused.
    """
    copied(tmp_path)
    for added in COIN:
        path = tmp_path / added.file
        text = path.read_text("utf-8")
        assert text.count(added.before) == 1, added
        path.write_text(text.replace(added.before, added.text + added.before), "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tests.tui.actions.toy.check"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=WITHIN,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_it_takes_few_files_and_lines() -> None:
    assert len({added.file for added in COIN}) <= MOST_FILES
    assert sum(added.text.count("\n") for added in COIN) <= MOST_LINES
