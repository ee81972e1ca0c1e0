"""Ratings cannot be bought; `make attacks` tries it in a hundred communities."""

from __future__ import annotations

import pytest

from training.rating_attacks import ATTACKS, HONEST, MOST, earned

SEEDS = range(3)


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_lists_anybody_far_above_their_strength(name: str) -> None:
    assert all(points <= MOST for points in earned(name, SEEDS))


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_newcomer_is_listed_after_fifteen_games_against_eight(name: str) -> None:
    assert len(earned(name, range(6))) == 6


def test_the_same_seed_gives_the_same_figures() -> None:
    name = "4 friends at one table, 200 games"
    assert earned(name, [5]) == earned(name, [5])
