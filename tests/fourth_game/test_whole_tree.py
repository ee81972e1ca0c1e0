"""Whoever adds a game breaks nothing: every test of the three packages passes in a tree with more games."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.fourth_game.tree import Tree

EVERYTHING = ("tests/engine", "tests/tui", "tests/server")


@pytest.mark.parametrize("games", [("pig",), ("goofspiel",), ("goofspiel", "pig")], ids="+".join)
def test_everything_passes_with_more_games(games: tuple[str, ...], tmp_path: Path) -> None:
    """A game that stands first in the lobby, and one that stands last."""
    said = Tree(tmp_path / "tree", *games).run(
        "pytest", "-n", "2", "-p", "no:cacheprovider", "--tb", "short", *EVERYTHING
    )
    passed = re.search(r"(\d+) passed", said)
    assert passed, said
    assert int(passed[1]) > 5000, said
