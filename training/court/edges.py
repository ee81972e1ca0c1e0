"""Learns how much better or worse than a steward others play (`engine.court.value.boundary.EDGES`), from
games between bots of any kind.

What everybody's chance is before each turn if strong players play on is set against who won in the end, with
an addend for each kind of bot. The addends are the likeliest; they are printed, and entered by hand. How much
a lead counts follows from those in use, so they are learned again until they stay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log

import numpy as np

from engine.court.value.boundary import EDGES, STRONG, boundary, evenness, to_come
from training.court.turn_endings import PlayedGame, between_turns
from training.logistic import Games, judged, learned
from training.network import Positions

HELD_OUT = 5
OTHERS = tuple([name for name in EDGES if name != STRONG])
LEAST = 1e-6


def gathered(games: Sequence[PlayedGame]) -> Games:
    """The positions of games, by the number of seats: the logarithm of each seat's chance, as much as it
    counts, and a column for each of OTHERS.
    """
    found: dict[int, list[tuple[list[list[float]], tuple[float, ...]]]] = {}
    for game in games:
        *states, last = between_turns(game)
        won = boundary(last)
        for state in states:
            root = to_come(state) ** 0.5
            even = evenness([EDGES[bot] for bot in game.bots], root)
            rows = [
                [even * log(max(chance, LEAST)), *[root * (bot == one) for one in OTHERS]]
                for chance, bot in zip(boundary(state), game.bots, strict=True)
            ]
            found.setdefault(game.seats, []).append((rows, won))
    return {
        seats: Positions(*(np.array(part) for part in zip(*some, strict=True)))
        for seats, some in found.items()
    }


def report(games: Sequence[PlayedGame]) -> Iterator[str]:
    """The addends, learned from all games but every fifth, and how true chances are with them in those."""
    taught = gathered([game for number, game in enumerate(games) if number % HELD_OUT])
    held_out = gathered(games[::HELD_OUT])
    weights = learned(taught, np.ones(1))
    yield f"{len(games)} games: {dict(zip(OTHERS, np.round(weights[1:], 2).tolist(), strict=True))}"
    now = np.array([1.0, *[EDGES[name] for name in OTHERS]])
    told = {"held out": weights, "as it is": now}
    for name, one in told.items():
        yield f"{name}: {judged(held_out, one)}"
