"""`python -m training.laurin`: learns how figures of a position between two rounds become chances to win
(`engine.laurin.value.boundary`), from games of stewards; and how much better or worse others play, from mixed
ones.

What everybody has when a round begins is set against who won in the end. The weights are the likeliest
(Newton's method), drawn a little towards zero; every seventh game is held out to judge by. They are printed,
and entered by hand. The same seed and numbers of games give the same weights.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256

import numpy as np

from engine.bots import bot_named
from engine.chance import FairChance
from engine.game import Setup
from engine.laurin.game import GAME
from engine.laurin.value.boundary import EDGES, WEIGHTS, figures, lacking
from engine.laurin.value.laurin_values import VALUES
from engine.selfplay import plies
from training.logistic import Games, judged, learned
from training.network import Positions

HELD_OUT = 7
"""One game in so many is not learned from."""
SEATS = (3, 4, 4, 5)
MIXED = "mixed"
POLICIES = tuple(EDGES)
OTHERS = tuple([name for name in POLICIES if name != VALUES.strong])


def played(seed: str, number: int, seats: int) -> Iterator[tuple[list[tuple[float, ...]], list[float]]]:
    """Everybody's figures at the beginning of each round of a game, with a column for each of OTHERS, and who
    won it in the end. All play like stewards, or of a seed that begins with MIXED each like one of POLICIES.
    """
    found, before, state = list[list[tuple[float, ...]]](), None, None
    table, luck, who = (
        FairChance(sha256(f"{seed} {number} {whose}".encode()).digest()) for whose in ("table", "bots", "who")
    )
    names = [who.pick(POLICIES) if seed.startswith(MIXED) else VALUES.strong for _ in range(seats)]
    bots = [bot_named(GAME, name) for name in names]
    for ply in plies(GAME, Setup(seats, GAME.Options()), bots, table, luck):
        state = ply.applied.playthrough.state
        if state.position.round != before and VALUES.at_boundary(state):
            before = state.position.round
            root = lacking(state.position) ** 0.5
            own = [tuple([root * (name == one) for one in OTHERS]) for name in names]
            found.append([rows + more for rows, more in zip(figures(state), own, strict=True)])
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


def main() -> int:
    """Play, learn and print; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.laurin", description=__doc__)
    parser.add_argument("--games", type=int, default=5_000)
    parser.add_argument("--mixed", type=int, default=1_000, help="games of several kinds of bots")
    parser.add_argument("--seed", default="boundary")
    parser.add_argument("--processes", type=int, default=1, help="one is used, whatever is said")
    asked = parser.parse_args()
    taught = gathered(asked.seed, [number for number in range(asked.games) if number % HELD_OUT])
    held_out = gathered(asked.seed, range(0, asked.games, HELD_OUT))
    weights = learned(taught)
    _say({"weights": [round(float(own), 4) for own in weights]})
    _say({"learned from": judged(taught, weights)})
    now = np.array([*WEIGHTS, *[EDGES[name] for name in OTHERS]])
    _say({"held out": judged(held_out, weights), "as it is": judged(held_out, now)})
    mixed = f"{MIXED} {asked.seed}"
    taught = gathered(mixed, [number for number in range(asked.mixed) if number % HELD_OUT])
    held_out = gathered(mixed, range(0, asked.mixed, HELD_OUT))
    weights, alike = learned(taught, now[: len(WEIGHTS)]), now * (np.arange(len(now)) < len(WEIGHTS))
    _say({"edges": dict(zip(OTHERS, np.round(weights[len(WEIGHTS) :], 3).tolist(), strict=True))})
    told = {"held out": weights, "as it is": now, "as if all were stewards": alike}
    _say({name: judged(held_out, one) for name, one in told.items()})
    return 0


def _say(line: object) -> None:
    sys.stdout.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    sys.exit(main())
