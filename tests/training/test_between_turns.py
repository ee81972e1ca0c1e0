"""Court's networks are learned again from games in a file, judged on others."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.court.value.learned import open_network, taken_network
from training.court.between_turns import OPEN, TAKEN, aimed_at, by_seats, kept_solved, report, solve_games
from training.court.turn_endings import add_games, kept_games
from training.network import Positions, improved, told


def test_games_are_added_where_the_file_ends(tmp_path: Path) -> None:
    """The same games, whether it was interrupted or not; then they are learned from."""
    path, turns = tmp_path / "games.jsonl", tmp_path / "games.turns"
    add_games(path, 4)
    begun = kept_games(path)
    add_games(path, 6)
    games = kept_games(path)
    assert games[:4] == begun
    assert len(games) == 6
    solve_games(turns, games[:1])
    every = by_seats(games, kept_solved(turns))
    assert sum(len(one.courses) for one in every.values()) == 6
    networks = open_network(), taken_network()
    for one in every.values():
        at_the_end = aimed_at(one, networks, 1.0)
        course = one.courses[0]
        for phase, place in course.places:
            assert (at_the_end[phase][place] == course.won).all()
        step_by_step = aimed_at(one, networks, 0.0)
        (_, first), (phase, second) = course.places[:2]
        assert np.allclose(step_by_step[OPEN][first], told(networks[phase], one.rows[phase][[second]])[0])
    (solved,) = [one for one in every.values() if not np.isnan(one.solved[TAKEN]).all()]
    assert np.allclose(solved.solved[TAKEN][~np.isnan(solved.solved[TAKEN][:, 0])].sum(1), 1.0)
    assert next(report(every, networks)).startswith("open: ")


def test_a_network_learns_what_it_is_shown() -> None:
    before = open_network()
    rows = np.tile(before.parts[0], (64, 2, 1))
    rows[:32, 0, 0] += 9.0
    rows[32:, 1, 0] += 9.0
    learned = np.array([[1.0, 0.0]] * 32 + [[0.0, 1.0]] * 32)
    after = improved(before, [Positions(rows, learned)], 20)
    losses = [-(learned * np.log(told(one, rows))).sum(1).mean() for one in (before, after)]
    assert losses[1] < losses[0]
