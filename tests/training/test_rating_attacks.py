"""Ratings cannot be bought; `make attacks` tries it in a hundred communities."""

from __future__ import annotations

from statistics import mean, stdev

import pytest

from training.rating_attacks import (
    ATTACKS,
    GROWING,
    HONEST,
    LEAVING,
    MOST,
    PEOPLE,
    Scale,
    earned,
    grown,
    honest_scale,
    judged,
)

SEEDS = range(3)


@pytest.fixture(scope="module")
def scale() -> Scale:
    return honest_scale(SEEDS)


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_lists_anybody_far_above_their_strength_or_honest_people_of_it(
    name: str, scale: Scale
) -> None:
    assert all(max(one.honest, one.strength) <= MOST for one in earned(name, SEEDS, scale))


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_newcomer_is_listed_after_fifteen_games_against_eight(name: str, scale: Scale) -> None:
    assert len(earned(name, range(6), scale)) == 6


def test_the_same_seed_gives_the_same_figures(scale: Scale) -> None:
    name = "4 friends at one table, 200 games"
    assert earned(name, [5], scale) == earned(name, [5], scale)


def test_whoever_knows_the_strengths_of_others_guesses_one_by_results_alone() -> None:
    """Right in the mean, too high by what was bought."""
    honest, bought = ([judged(seed, 36, 36, number).points for seed in range(60)] for number in (0, 8))
    assert abs(mean(honest)) < 3 * stdev(honest) / 60**0.5
    assert mean(bought) > mean(honest) + 40


@pytest.mark.parametrize("name", GROWING)
def test_whoever_comes_to_a_host_that_grows_is_listed(name: str) -> None:
    """Unless fewer than six of those who count are there to be met."""
    assert [grown(name, seed)[0] for seed in range(2)] == [0 if name == LEAVING else PEOPLE] * 2
