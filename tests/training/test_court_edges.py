"""How much better than a steward others play is learned from who won, beside what the board says."""

from __future__ import annotations

import numpy as np

from engine.court.value.boundary import EDGES
from training.court.edges import OTHERS, gathered
from training.court.turn_endings import PlayedGame, mixed
from training.logistic import learned


def games(bots: tuple[str, ...], won: int, lost: int) -> list[PlayedGame]:
    """Games in which seat 1 takes the King at once; and some in which seat 2 beats its mark."""
    held = PlayedGame(2, "de", bots, 1, ("king 7x1", "farmer", "4x1"))
    beaten = PlayedGame(2, "de", bots, 1, ("king 7x1", "farmer", "7x2", "4x1"))
    return [held] * won + [beaten] * lost


def test_who_wins_as_often_as_the_board_says_adds_nothing_and_who_wins_more_adds_more() -> None:
    found = []
    for won in (10, 20, 30):
        weights = learned(gathered(games(("page", "steward"), won, 40 - won)), np.ones(1))
        found.append(dict(zip(OTHERS, weights[1:].tolist(), strict=True)))
    pages = [one["page"] for one in found]
    assert pages == sorted(pages)
    assert pages[0] < pages[2] - 0.1
    assert all(one["beginner"] == one["master"] == 0 for one in found)


def test_mixed_games_are_the_same_for_the_same_seed() -> None:
    """And every fourth has one bot of each kind."""
    first = mixed("edges", 4)
    assert sorted(first.bots) == sorted(EDGES)
    assert first == mixed("edges", 4)
