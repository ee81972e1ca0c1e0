"""Learns a network (`engine.value.network`) from positions, by Adam on the log loss (Kingma and Ba 2015)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi
from typing import NamedTuple

import numpy as np

from engine.value.network import Array, Network

BATCH = 1024
RATE, DECAY = 2e-3, 1e-4
SQUARED = 8.0
"""Makes slopes of squares as large as those of logarithms."""
MEAN, SQUARE, LEAST = 0.9, 0.999, 1e-8
"""How slowly the means of slopes and of their squares change."""
NAMES = ("into", "bias", "out", "straight")
DECAYING = ("into", "straight")


class Positions(NamedTuple):
    """Positions with the same number of seats: rows by position and seat, and what is learned from them,
    everybody's chance.
    """

    rows: Array
    learned: Array


def improved(
    network: Network,
    every: Sequence[Positions],
    rounds: int,
    seed: int = 1,
    *,
    batch: int = BATCH,
    rate: float = RATE,
    squared: bool = False,
) -> Network:
    """The network after so many rounds through all positions; the same for the same seed. What is made small
    is the log loss, or the squares of what chances are off if `squared`.
    """
    random = np.random.default_rng(seed)
    mean, scale, *begun = network.parts
    parts = dict(zip(NAMES, begun, strict=True))
    slopes = {name: np.zeros_like(part) for name, part in parts.items()}
    squares = {name: np.zeros_like(part) for name, part in parts.items()}
    whole, step = rounds * sum(max(1, len(one.rows) // batch) for one in every), 0
    for _ in range(rounds):
        batches = [
            (one, chosen)
            for one in every
            for chosen in np.array_split(random.permutation(len(one.rows)), max(1, len(one.rows) // batch))
        ]
        for place in random.permutation(len(batches)):
            one, chosen = batches[place]
            step += 1
            now_at = rate * (1 + cos(pi * step / whole)) / 2
            slope = _slopes(parts, (one.rows[chosen] - mean) / scale, one.learned[chosen], squared=squared)
            for name, part in parts.items():
                now = slope[name] / len(chosen) + (DECAY * part if name in DECAYING else 0.0)
                slopes[name] = MEAN * slopes[name] + (1 - MEAN) * now
                squares[name] = SQUARE * squares[name] + (1 - SQUARE) * now**2
                towards = slopes[name] / (1 - MEAN**step)
                parts[name] = part - now_at * towards / (np.sqrt(squares[name] / (1 - SQUARE**step)) + LEAST)
    return Network(mean, scale, *(parts[name] for name in NAMES))


def told(network: Network, rows: Array) -> Array:
    """Everybody's chance in each of many positions with the same number of seats."""
    mean, scale, into, bias, out, straight = network.parts
    alike = (rows - mean) / scale
    return softmax(np.tanh(alike @ into + bias) @ out + alike @ straight)


def mixed_network(networks: Sequence[Network], parts: Sequence[float]) -> Network:
    """The network between others of one beginning: so much of the weights of each."""
    mean, scale, *_ = networks[0].parts
    weights = zip(*(one.parts[2:] for one in networks), strict=True)
    return Network(mean, scale, *(np.average(some, axis=0, weights=parts) for some in weights))


def _slopes(parts: Mapping[str, Array], rows: Array, learned: Array, *, squared: bool) -> dict[str, Array]:
    """How the loss grows with each part."""
    hidden = np.tanh(rows @ parts["into"] + parts["bias"])
    chances = softmax(hidden @ parts["out"] + rows @ parts["straight"])
    off = chances - learned
    if squared:
        off = SQUARED * chances * (off - (chances * off).sum(-1, keepdims=True))
    back = off[..., None] * parts["out"] * (1 - hidden**2)
    return {
        "into": np.einsum("psf,psh->fh", rows, back, optimize=True),
        "bias": back.sum((0, 1)),
        "out": np.einsum("ps,psh->h", off, hidden),
        "straight": np.einsum("ps,psf->f", off, rows),
    }


def softmax(shares: Array) -> Array:
    powers: Array = np.exp(shares - shares.max(-1, keepdims=True))
    found: Array = powers / powers.sum(-1, keepdims=True)
    return found
