"""Learns the weights of `engine.court.value.open_king` from games kept as their turns' endings.

What is learned of a position is the mean of how the game ended and of what the turn that begins there is
worth by the weights in use; so weights may be learned again with their own. Every fifth game is held out; the
weights that are printed at last are fitted to all games.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.court.value.boundary import boundary
from engine.court.value.final_round import left_in_round
from engine.court.value.learned import WEIGHTS
from engine.court.value.open_king import figures
from engine.court.value.turn_values import solved
from training.court.turn_endings import PlayedGame, between_turns

Array = NDArray[np.float64]
HELD_OUT = 5
RIDGE = 1.0
BINS = (0.0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.8, 1.01)


class Sample(NamedTuple):
    """A position while the King can be taken: of which game, its figures by seat, who won, and everybody's
    chance by the turn that begins there.
    """

    game: int
    figures: Array
    won: Array
    solved: Array

    @property
    def learned(self) -> Array:
        """What is learned from it."""
        mean: Array = (self.won + self.solved) / 2
        return mean


def samples(games: Sequence[PlayedGame], most: int) -> Iterator[Sample]:
    """At most so many positions of each game."""
    for number, game in enumerate(games):
        states = [*between_turns(game)]
        won = np.array(boundary(states[-1]))
        open_ = [state for state in states[:-1] if state.final is None]
        for state in Random(number).sample(open_, min(most, len(open_))):  # noqa: S311
            found = figures(state.cards, state.round, left_in_round(state))
            whole, turn = solved(state)
            yield Sample(number, np.array(found), won, np.array(whole.chances(turn)))


def chances(sample: Sample, weights: Array) -> Array:
    """Everybody's chance by these weights."""
    logits = sample.figures @ weights
    powers: Array = np.exp(logits - logits.max())
    told: Array = powers / powers.sum()
    return told


def fitted(found: Sequence[Sample]) -> Array:
    """The weights that make the winners likeliest, by Newton's method."""
    width = found[0].figures.shape[1]
    weights = np.zeros(width)
    for _ in range(12):
        slope, bend = -RIDGE * weights, RIDGE * np.eye(width)
        for one in found:
            told = chances(one, weights)
            slope += one.figures.T @ (one.learned - told)
            apart = one.figures - told @ one.figures
            bend += apart.T @ (told[:, None] * apart)
        weights += np.linalg.solve(bend, slope)
    return weights


def log_losses(found: Sequence[Sample], weights: Array) -> Array:
    """The log loss of each position."""
    return np.array([-one.won @ np.log(np.maximum(chances(one, weights), 1e-9)) for one in found])


def corrected(found: Sequence[Sample], weights: Array) -> float:
    """By how much chances and those of solved turns differ (root mean square, by seat)."""
    differences = np.concatenate([chances(one, weights) - one.solved for one in found])
    return float(np.sqrt(np.mean(differences**2)))


def reliability(found: Sequence[Sample], weights: Array) -> Iterator[tuple[float, float, int]]:
    """By bins of what was told: the mean told, the share that won, and how many chances."""
    told = np.concatenate([chances(one, weights) for one in found])
    won = np.concatenate([one.won for one in found])
    for low, high in pairwise(BINS):
        inside = (told >= low) & (told < high)
        if inside.any():
            yield float(told[inside].mean()), float(won[inside].mean()), int(inside.sum())


def report(found: Sequence[Sample]) -> Iterator[str]:
    """What the weights are, and how good they are on games that nothing was learned from."""
    held = [one for one in found if one.game % HELD_OUT == 0]
    learned = fitted([one for one in found if one.game % HELD_OUT])
    now = np.array(WEIGHTS)
    before, after = log_losses(held, now), log_losses(held, learned)
    equal = float(np.mean([np.log(len(one.won)) for one in held]))
    gains: dict[int, list[float]] = {}
    for one, gain in zip(held, before - after, strict=True):
        gains.setdefault(one.game, []).append(float(gain))
    means = [float(np.mean(own)) for own in gains.values()]
    error = float(np.std(means, ddof=1)) / len(means) ** 0.5
    yield f"{len({one.game for one in found})} games, {len(found)} positions, held out {len(held)}"
    yield f"log loss: equal {equal:.4f}, as it is {before.mean():.4f}, learned anew {after.mean():.4f}"
    yield f"gain, by game: {np.mean(means):.4f} +- {error:.4f}"
    yield f"off solved turns: {corrected(held, now):.4f}, learned anew {corrected(held, learned):.4f}"
    rows = [*reliability(held, learned)]
    for told, won, number in rows:
        yield f"told {told:.3f}, won {won:.3f}, of {number}"
    miss = sum(n * (told - won) ** 2 for told, won, n in rows) / sum(n for *_, n in rows)
    yield f"miss {miss**0.5:.3f}"
    yield f"WEIGHTS = {tuple(round(float(one), 6) for one in fitted(found))}"
