"""What a cup's standing is worth is measured with the host's own draw and scoring."""

from __future__ import annotations

import statistics
from pathlib import Path

import pytest

from training.cups import ROUNDS, PlayedGame, places, play_cup, tau, whole_cups

KEPT = Path(__file__).parent / "cups"


def test_a_standing_in_the_order_of_strength_is_worth_one() -> None:
    """And one against it minus one; entrant 1 is the weakest."""
    games = [PlayedGame("", "court", 4, 0, number, (1, 2, 3, 4), (4, 3, 2, 1)) for number in (1, 2)]
    turned = [PlayedGame("", "court", 4, 0, number, (4, 3, 2, 1), (4, 3, 2, 1)) for number in (1, 2)]
    assert [tau(one, 4, 2) for one in (games, turned)] == [1.0, -1.0]


def test_a_cup_is_played_by_bots_and_the_same_each_time() -> None:
    games = list(play_cup("neighbours, equal luck", "intrigue", 3, 0))
    assert [one.round for one in games] == [*range(1, ROUNDS + 1)]
    assert all(sorted(one.seats) == [1, 2, 3] for one in games)
    assert places("intrigue", (0.4, 0.7, 1.0), bytes(32), b"own") == places(
        "intrigue", (0.4, 0.7, 1.0), bytes(32), b"own"
    )


@pytest.mark.parametrize("game", ["court", "intrigue", "laurin"])
@pytest.mark.parametrize(("entrants", "cups"), [(8, 64), (16, 40), (32, 24)])
def test_figures_of_kept_runs_are_those_that_are_told(game: str, entrants: int, cups: int) -> None:
    kept = whole_cups(KEPT / f"{game}-{entrants}.jsonl.xz")["neighbours, own luck", game, entrants]
    assert len(kept) >= cups
    said = f"{statistics.fmean(tau(games, entrants, 4) for games in kept):.2f}"[1:]
    assert f"| {game} {entrants} | {said} /" in (KEPT.parents[2] / "docs" / "cups.md").read_text("utf-8")
