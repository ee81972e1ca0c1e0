"""`python -m training.intrigue`: learns chances to win from games between seats with the habits of
stewards.

Every game is played to its end; at the beginning of every round but the first, what each seat has is set
against whether it won. The weights are those of a softmax regression, found by stochastic gradient descent
with steps that grow smaller, and drawn towards zero. A tenth of the games is held out. The same seed and
number of games give the same weights.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from math import log
from pathlib import Path
from typing import NamedTuple

from engine.chance import QuickChance
from engine.game import Setup
from engine.intrigue.bots.habits import usual_move
from engine.intrigue.bots.value import FEATURES, Features, features, softmax
from engine.intrigue.game import GAME
from engine.intrigue.model.cards import ROUNDS
from engine.intrigue.model.state import State
from engine.intrigue.rules.standings import winners
from engine.intrigue.rules.transitions import after, start
from engine.intrigue.rules.validation import acting_seat

LEARNED = Path(__file__).parents[2] / "engine" / "intrigue" / "bots" / "learned.py"
HELD_OUT = 10
"""One game in so many is not learned from."""
FULL = 0.7
"""The share of games with four seats; the others have three or five."""
IN_A_LINE = 12
EPOCHS, STEP, DECAY = 6, 0.02, 1e-5


class Example(NamedTuple):
    """A position at the beginning of a round: what each seat has, and its share of the win."""

    left: int
    seats: list[Features]
    won: tuple[float, ...]


def play(chance: QuickChance, luck: random.Random) -> list[Example]:
    """The positions of one game."""
    seats = 4 if luck.random() < FULL else luck.choice((3, 5))
    state: State = start(Setup(seats, GAME.Options()), chance).state
    met = []
    while (seat := acting_seat(state)) is not None:
        if state.resolving is None and len(state.waiting) == seats and state.round > 1:
            met.append((ROUNDS + 1 - state.round, features(state)))
        state = after(state, usual_move(state, seat, luck.random))
    first = winners(state.influence, state.queue)
    won = tuple(1 / len(first) if seat in first else 0.0 for seat in range(1, seats + 1))
    return [Example(left, found, won) for left, found in met]


def learn(examples: Sequence[Example], luck: random.Random) -> list[list[float]]:
    """The weights for each number of rounds that are left."""
    weights = [[0.0] * FEATURES for _ in range(ROUNDS)]
    order = list(examples)
    for epoch in range(EPOCHS):
        luck.shuffle(order)
        rate = STEP / (1 + epoch)
        for one in order:
            own = weights[one.left]
            shares = softmax([sum([own[at] * value for at, value in seat]) for seat in one.seats])
            for seat, share, won in zip(one.seats, shares, one.won, strict=True):
                push = rate * (won - share)
                for at, value in seat:
                    own[at] += push * value - rate * DECAY * own[at]
    return weights


def losses(examples: Sequence[Example], weights: Sequence[Sequence[float]]) -> dict[int, tuple[float, float]]:
    """For each number of rounds left the mean log loss, and that of guessing that all are alike."""
    sums: dict[int, list[float]] = {}
    for one in examples:
        own = weights[one.left]
        shares = softmax([sum([own[at] * value for at, value in seat]) for seat in one.seats])
        said = sum(won * log(share) for won, share in zip(one.won, shares, strict=True))
        row = sums.setdefault(one.left, [0.0, 0.0, 0.0])
        row[0], row[1], row[2] = row[0] - said, row[1] + log(len(one.seats)), row[2] + 1
    return {left: (row[0] / row[2], row[1] / row[2]) for left, row in sorted(sums.items())}


def write(weights: Sequence[Sequence[float]], said: str) -> None:
    """The weights as a module of the engine."""
    rows = "".join(f"    (\n{_row(row)}    ),\n" for row in weights)
    LEARNED.write_text(
        f'"""{said}"""\n\nfrom __future__ import annotations\n\n'
        f"from engine.intrigue.bots.value import Weights\n\n"
        f"# fmt: off\nWEIGHTS: Weights = (\n{rows})\n"
        '"""Of `engine.intrigue.bots.value`, for each number of rounds that are left."""\n',
        "utf-8",
    )


def _row(row: Sequence[float]) -> str:
    lines = (row[at : at + IN_A_LINE] for at in range(0, len(row), IN_A_LINE))
    return "".join(f"        {', '.join(f'{one:.3f}' for one in line)},\n" for line in lines)


def main() -> int:
    """Play, learn, print the figures of the games held out, and write the weights."""
    parser = argparse.ArgumentParser(prog="python -m training.intrigue", description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1, help="one is used, whatever is said")
    asked = parser.parse_args()
    luck = random.Random(asked.seed)  # noqa: S311  (nobody bets on it)
    chance = QuickChance(luck.random)
    taught, held = list[Example](), list[Example]()
    for number in range(asked.games):
        (taught if number % HELD_OUT else held).extend(play(chance, luck))
    weights = learn(taught, luck)
    for left, (loss, even) in losses(held, weights).items():
        sys.stdout.write(f"{left} rounds left: log loss {loss:.4f} ({even:.4f} if all are alike)\n")
    write(
        weights,
        f"What `make train GAME=intrigue` made of {asked.games} games with seed {asked.seed}; not by hand.",
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
