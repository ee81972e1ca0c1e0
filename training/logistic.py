"""Learns how figures of positions become chances to win, by weights alone and a softmax over the seats."""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt

import numpy as np

from engine.value.network import Array
from training.network import Positions, softmax

STEPS, DECAY = 25, 1e-4
BINS = 10
Games = Mapping[int, Positions]
"""Positions by the number of seats."""


def learned(games: Games, known: Array | None = None) -> Array:
    """The weights that make who won likeliest. The first ones may be `known` already."""
    whole = sum(len(one.rows) for one in games.values())
    first = 0 if known is None else len(known)
    weights = np.zeros(next(iter(games.values())).rows.shape[-1])
    weights[:first] = known if known is not None else ()
    for _ in range(STEPS):
        slope, bend = -DECAY * whole * weights[first:], DECAY * whole * np.eye(len(weights) - first)
        for every, won in games.values():
            chances, rows = softmax(every @ weights), every[..., first:]
            slope += np.einsum("ps,psf->f", won - chances, rows)
            mean = np.einsum("ps,psf->pf", chances, rows)
            bend += np.einsum("ps,psf,psg->fg", chances, rows, rows) - mean.T @ mean
        weights[first:] += np.linalg.solve(bend, slope)
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
