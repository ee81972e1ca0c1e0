"""`python -m training.laurin`: learns how figures of a position between two rounds become chances to win
(`engine.laurin.value.boundary`), from games of stewards.

What everybody has when a round begins is set against who won in the end. The weights are the likeliest
(Newton's method), drawn a little towards zero; every seventh game is held out to judge by. They are printed,
and entered by hand. The same seed and number of games give the same weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from math import sqrt

import numpy as np

from engine.bots import bot_named
from engine.chance import FairChance
from engine.game import Setup
from engine.laurin.game import GAME
from engine.laurin.value.boundary import WEIGHTS, figures
from engine.laurin.value.laurin_values import VALUES
from engine.selfplay import plies
from engine.value.network import Array
from training.network import Positions, softmax

HELD_OUT = 7
"""One game in so many is not learned from."""
SEATS = (3, 4, 4, 5)
STEPS, DECAY = 25, 1e-4
BINS = 10
Games = Mapping[int, Positions]
"""Positions by the number of seats."""


def played(seed: str, number: int, seats: int) -> Iterator[tuple[list[tuple[float, ...]], list[float]]]:
    """Everybody's figures at the beginning of each round of a game, and who won it in the end."""
    bot, found, before, state = bot_named(GAME, VALUES.strong), list[list[tuple[float, ...]]](), None, None
    table, luck = (
        FairChance(sha256(f"{seed} {number} {whose}".encode()).digest()) for whose in ("table", "bots")
    )
    for ply in plies(GAME, Setup(seats, GAME.Options()), [bot] * seats, table, luck):
        state = ply.applied.playthrough.state
        if state.position.round != before and VALUES.at_boundary(state):
            before = state.position.round
            found.append(list(figures(state.position)))
    won = list(VALUES.boundary(state))
    yield from ((rows, won) for rows in found)


def gathered(seed: str, games: Sequence[int]) -> Games:
    """The positions of these games."""
    rows: dict[int, list[list[tuple[float, ...]]]] = {seats: [] for seats in SEATS}
    won: dict[int, list[list[float]]] = {seats: [] for seats in SEATS}
    for number in games:
        seats = SEATS[number % len(SEATS)]
        for own, result in played(seed, number, seats):
            rows[seats].append(own)
            won[seats].append(result)
    return {seats: Positions(np.array(rows[seats]), np.array(won[seats])) for seats in rows if rows[seats]}


def learned(games: Games) -> Array:
    """The weights that make who won likeliest."""
    whole = sum(len(one.rows) for one in games.values())
    width = next(iter(games.values())).rows.shape[-1]
    weights = np.zeros(width)
    for _ in range(STEPS):
        slope, bend = -DECAY * whole * weights, DECAY * whole * np.eye(width)
        for rows, won in games.values():
            chances = softmax(rows @ weights)
            slope += np.einsum("ps,psf->f", won - chances, rows)
            mean = np.einsum("ps,psf->pf", chances, rows)
            bend += np.einsum("ps,psf,psg->fg", chances, rows, rows) - mean.T @ mean
        weights = weights + np.linalg.solve(bend, slope)
    return weights


def judged(games: Games, weights: Array) -> dict[str, float]:
    """The mean log loss, that of equal chances, and how far chances are from how often seats won, by bins of
    a tenth (root of the mean square).
    """
    told = [softmax(rows @ weights) for rows, _ in games.values()]
    won = [one.learned for one in games.values()]
    positions = sum(map(len, told))
    loss = -sum((result * np.log(own)).sum() for own, result in zip(told, won, strict=True)) / positions
    even = sum(len(own) * np.log(own.shape[1]) for own in told) / positions
    said, true = (np.concatenate([own.ravel() for own in which]) for which in (told, won))
    bins = np.minimum(BINS - 1, (BINS * said).astype(int))
    off = np.bincount(bins, said - true) ** 2 / np.maximum(1, np.bincount(bins)) / len(said)
    return {
        "positions": positions,
        "loss": round(loss, 4),
        "even": round(even, 4),
        "miss": round(sqrt(off.sum()), 4),
    }


def main() -> int:
    """Play, learn and print; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.laurin", description=__doc__)
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--seed", default="boundary")
    parser.add_argument("--processes", type=int, default=1, help="one is used, whatever is said")
    asked = parser.parse_args()
    taught = gathered(asked.seed, [number for number in range(asked.games) if number % HELD_OUT])
    held_out = gathered(asked.seed, range(0, asked.games, HELD_OUT))
    weights = learned(taught)
    _say({"weights": [round(float(own), 4) for own in weights]})
    _say({"learned from": judged(taught, weights)})
    _say({"held out": judged(held_out, weights), "as it is": judged(held_out, np.array(WEIGHTS))})
    return 0


def _say(line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    sys.exit(main())
