"""The weights of court's positions between turns are learned from games in a file, judged on others."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from training.court.open_king import fitted, log_losses, report, samples
from training.court.turn_endings import add_games, kept_games


def test_games_are_added_where_the_file_ends(tmp_path: Path) -> None:
    """The same games, whether it was interrupted or not."""
    path = tmp_path / "games.jsonl"
    add_games(path, 4)
    begun = kept_games(path)
    add_games(path, 6)
    assert kept_games(path)[:4] == begun
    assert len(kept_games(path)) == 6
    found = [*samples(kept_games(path), 3)]
    assert {one.game for one in found} == set(range(6))
    learned = fitted(found)
    assert log_losses(found, learned).mean() < log_losses(found, np.zeros(len(learned))).mean()
    lines = [*report(found)]
    assert lines[0].startswith("6 games, 18 positions, held out 6")
    assert lines[-1].startswith("WEIGHTS = (")
